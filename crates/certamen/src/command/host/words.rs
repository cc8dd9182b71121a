//! The words of published tables, in all languages.

use certamen_game::Words;
use certamen_hall::{Kind, publication::Standing, reception::Verdict};

pub(super) const SHARE: Words = Words { en: "%Won", es: "%Ganadas", fr: "%Gagnées", it: "%Vinte" };
pub(super) const WON: Words = Words { en: "Won", es: "Ganadas", fr: "Gagnées", it: "Vinte" };
pub(super) const LOST: Words = Words { en: "Lost", es: "Perdidas", fr: "Perdues", it: "Perse" };
pub(super) const DRAWN: Words =
    Words { en: "Drawn", es: "Empatadas", fr: "Nulles", it: "Pareggiate" };
pub(super) const NAME: Words = Words { en: "Name", es: "Nombre", fr: "Nom", it: "Nome" };
pub(super) const NEXT: Words =
    Words {
        en: "Next table", es: "Próxima tabla", fr: "Prochain tableau", it: "Prossima tabella"
    };
pub(super) const DELAYED: Words =
    Words {
        en: "planned for", es: "prevista para el", fr: "prévu pour le", it: "prevista per il"
    };
pub(super) const MOVE_TIME: Words = Words {
    en: "Time for a move",
    es: "Tiempo por jugada",
    fr: "Temps par coup",
    it: "Tempo per mossa",
};
pub(crate) const PUBLISHED: Words =
    Words { en: "published", es: "publicada", fr: "publié", it: "pubblicata" };
pub(crate) const MARKS: Words = Words {
    en: "marks written to",
    es: "notas escritas en",
    fr: "notes écrites dans",
    it: "voti scritti in",
};
pub(crate) const OLD_FILE_KEPT: Words = Words {
    en: "going on with the contest file as it was",
    es: "se sigue con el archivo del torneo como estaba",
    fr: "on continue avec le fichier du tournoi tel qu'il était",
    it: "si continua con il file del torneo com'era",
};

/// What a table is made of.
pub(crate) fn kind(kind: Kind) -> Words {
    match kind {
        Kind::Provisional => Words {
            en: "Provisional table",
            es: "Clasificación provisional",
            fr: "Classement provisoire",
            it: "Classifica provvisoria",
        },
        Kind::Championship => Words {
            en: "Championship, all play all",
            es: "Campeonato todos contra todos",
            fr: "Championnat, tous contre tous",
            it: "Campionato tutti contro tutti",
        },
        Kind::Final => Words {
            en: "Final table, all play all",
            es: "Clasificación final, todos contra todos",
            fr: "Classement final, tous contre tous",
            it: "Classifica finale, tutti contro tutti",
        },
    }
}

/// Why somebody has no place.
pub(super) fn standing(standing: Standing) -> Words {
    match standing {
        Standing::Disqualified => DISQUALIFIED,
        Standing::Proscribed => {
            Words { en: "proscribed", es: "proscrito", fr: "proscrit", it: "proscritto" }
        }
    }
}

/// What was decided on a file.
pub(crate) fn verdict(verdict: Verdict) -> Words {
    match verdict {
        Verdict::Accepted => {
            Words { en: "accepted", es: "aceptado", fr: "accepté", it: "accettato" }
        }
        Verdict::Refused => {
            Words { en: "refused", es: "no admitido", fr: "refusé", it: "rifiutato" }
        }
        Verdict::Discarded => {
            Words { en: "discarded", es: "descartado", fr: "écarté", it: "scartato" }
        }
        Verdict::Disqualified => standing(Standing::Disqualified),
        Verdict::Proscribed => standing(Standing::Proscribed),
    }
}

const DISQUALIFIED: Words =
    Words { en: "disqualified", es: "descalificado", fr: "disqualifié", it: "squalificato" };
