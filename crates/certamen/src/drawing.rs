//! What a run says of a luck that is drawn: the commitment to publish, and whether matches count.

use certamen_contest::draw::Draw;
use certamen_game::{Language, Words};

const COMMITMENT: Words = Words {
    en: "commitment of the draw",
    es: "compromiso del sorteo",
    fr: "engagement du tirage",
    it: "impegno del sorteggio",
};
const OPEN: Words = Words {
    en: "publish it now; until entries close, matches are preliminary and do not count",
    es: "publíquelo ahora; hasta que cierre la inscripción, las partidas son provisionales y no cuentan",
    fr: "publiez-le maintenant ; jusqu'à la clôture des inscriptions, les parties sont provisoires et ne comptent pas",
    it: "lo pubblichi ora; fino alla chiusura delle iscrizioni le partite sono provvisorie e non contano",
};
const CLOSED: Words = Words {
    en: "entries are closed, the seed is drawn; `certamen export` tells the secret when the contest is over",
    es: "la inscripción está cerrada, la semilla está sorteada; `certamen export` revela el secreto al acabar la competencia",
    fr: "les inscriptions sont closes, la graine est tirée ; `certamen export` révèle le secret à la fin du concours",
    it: "le iscrizioni sono chiuse, il seme è sorteggiato; `certamen export` rivela il segreto alla fine della gara",
};
const LATE: Words = Words {
    en: "the secret was drawn when entries had closed already: nobody can tell from outside that it was not chosen",
    es: "el secreto se sorteó con la inscripción ya cerrada: desde fuera nadie puede saber que no fue elegido",
    fr: "le secret a été tiré après la clôture des inscriptions : de l'extérieur, rien ne prouve qu'il n'a pas été choisi",
    it: "il segreto è stato sorteggiato a iscrizioni già chiuse: da fuori nessuno può sapere che non sia stato scelto",
};

/// Says on standard error how luck is drawn.
pub(crate) fn tell(draw: &Draw, language: Language) {
    eprintln!("{}: {}", COMMITMENT.get(language), draw.commitment);
    let words = match &draw.closed {
        None => OPEN,
        Some(closed) if closed.at == draw.drawn => LATE,
        Some(_) => CLOSED,
    };
    eprintln!("{}", words.get(language));
}
