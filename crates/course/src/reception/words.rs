//! What is said of files that came in, in all languages.

use crate::submission::Verdict;
use certamen_game::Words;

/// Before and between the name of a file and the place where it is stored: "El envío del fichero
/// XYZ.cl ha sido almacenado en IA/torneo".
pub(super) const STORED: [Words; 2] = [
    Words {
        en: "The submission of the file",
        es: "El envío del fichero",
        fr: "L'envoi du fichier",
        it: "L'invio del file",
    },
    Words {
        en: "has been stored in",
        es: "ha sido almacenado en",
        fr: "a été enregistré dans",
        it: "è stato registrato in",
    },
];
pub(super) const LISTED_AS: Words = Words {
    en: "listed as",
    es: "nombre en la clasificación",
    fr: "nom dans le classement",
    it: "nome in classifica",
};
pub(super) const REPLACES: Words =
    Words { en: "replaces", es: "reemplaza a", fr: "remplace", it: "sostituisce" };

/// What can be done about a verdict.
pub(super) fn next(verdict: Verdict) -> Option<Words> {
    match verdict {
        Verdict::Accepted | Verdict::Refused => None,
        Verdict::Discarded => Some(Words {
            en: "Nothing was stored: mend it and send it again.",
            es: "No se ha almacenado nada: corríjalo y envíelo de nuevo.",
            fr: "Rien n'a été enregistré : corrigez et renvoyez.",
            it: "Nulla è stato registrato: lo corregga e lo invii di nuovo.",
        }),
        Verdict::Disqualified => Some(Words {
            en: "A corrected version may be sent, one a day for each player.",
            es: "Se puede enviar una versión corregida, una al día por jugador.",
            fr: "Une version corrigée peut être envoyée, une par jour et par joueur.",
            it: "Si può inviare una versione corretta, una al giorno per giocatore.",
        }),
        Verdict::Proscribed => Some(Words {
            en: "The pair may send nothing more and all its players are removed.",
            es: "La pareja no puede enviar más jugadores y los que tenga serán eliminados.",
            fr: "Le binôme ne peut plus rien envoyer et tous ses joueurs sont retirés.",
            it: "La coppia non può più inviare nulla e tutti i suoi giocatori sono eliminati.",
        }),
    }
}
