//! What is said of a whole contest, in four languages.

use certamen_game::Words;

pub(super) const SOUND: Words = Words {
    en: "sound: draw, plan, records and table agree",
    es: "íntegro: sorteo, plan, registros y tabla concuerdan",
    fr: "intègre : tirage, plan, enregistrements et tableau concordent",
    it: "integro: sorteggio, piano, registrazioni e tabella concordano",
};
pub(super) const SOUND_SO_FAR: Words = Words {
    en: "sound so far, not complete",
    es: "íntegro hasta aquí, sin completar",
    fr: "intègre jusqu'ici, incomplet",
    it: "integro fin qui, non completo",
};
pub(super) const REPLAYED: Words = Words {
    en: "matches replayed",
    es: "partidas repetidas",
    fr: "parties rejouées",
    it: "partite ripetute",
};
pub(super) const TO_COME: Words =
    Words { en: "to be played", es: "por jugar", fr: "à jouer", it: "da giocare" };
pub(super) const MORE: Words = Words {
    en: "more differences",
    es: "diferencias más",
    fr: "différences de plus",
    it: "altre differenze",
};
pub(super) const CHOSEN: Words = Words {
    en: "the host chose the seed",
    es: "el organizador eligió la semilla",
    fr: "l'organisateur a choisi la graine",
    it: "l'organizzatore ha scelto il seme",
};
pub(super) const PRELIMINARY: Words = Words {
    en: "entries are open: the seed follows from the commitment",
    es: "la inscripción está abierta: la semilla se sigue del compromiso",
    fr: "les inscriptions sont ouvertes : la graine découle de l'engagement",
    it: "le iscrizioni sono aperte: il seme deriva dall'impegno",
};
pub(super) const DRAWN: Words = Words {
    en: "the seed was drawn: compare the commitment with the one that was published",
    es: "la semilla fue sorteada: compare el compromiso con el que se publicó",
    fr: "la graine a été tirée au sort : comparez l'engagement à celui qui a été publié",
    it: "il seme è stato sorteggiato: confronti l'impegno con quello pubblicato",
};
pub(super) const HIDDEN: Words = Words {
    en: "the secret of the draw has not been told: seeds cannot be checked",
    es: "el secreto del sorteo no se ha revelado: las semillas no se pueden comprobar",
    fr: "le secret du tirage n'a pas été révélé : les graines ne peuvent être vérifiées",
    it: "il segreto del sorteggio non è stato rivelato: i semi non si possono verificare",
};
