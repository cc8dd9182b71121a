//! What is said of a match while it goes on, in the announcement's words and in other languages.
//!
//! Pure text: who shows it, and when, is not decided here.

use super::{
    action::Action,
    board::{Cell, Ending},
    node::Node,
    state::Position,
    transcript::winner,
};
use certamen_game::{Language, Seat, Words};

/// Who tells a match: its language and the names of both players.
#[derive(Clone, Debug)]
pub struct Narrator {
    /// The language.
    pub language: Language,
    /// The names of side 0 and side 1.
    pub names: [String; 2],
}

impl Narrator {
    /// `Juego: (1) Humano vs Ju-Mmx-Regular (2)`
    pub fn heading(&self) -> String {
        let [first, second] = &self.names;
        format!("{}: (1) {first} vs {second} (2)", self.say(GAME))
    }

    /// `Local game Humano-Ju-Mmx-Regular depth=2`
    pub fn subheading(&self, depth: u32) -> String {
        let [first, second] = &self.names;
        format!("{} {first}-{second} {}={depth}", self.say(LOCAL_GAME), self.say(DEPTH))
    }

    /// `[J 1] El turno es de Humano`
    pub fn turn(&self, position: &Position) -> String {
        let name = self.name(position.node().turn);
        format!("{} {} {name}", slot(position), self.say(TURN_OF))
    }

    /// `Elija entre: ((R 0) (R 1))` and what follows, up to the place where a person answers.
    pub fn choices(&self, position: &Position) -> String {
        let node = position.node();
        let long: Vec<String> = node.actions().map(|action| format!("({action})")).collect();
        let short: Vec<String> = holes(node).map(|hole| hole.to_string()).collect();
        let (name, player) = (self.name(node.turn), self.say(PLAYER));
        let (choose, brief) = (self.say(CHOOSE), self.say(IN_BRIEF));
        let ask = self.say(ENTER);
        let (long, short) = (long.join(" "), short.join(" "));
        format!("{player} {name}.\n{choose}: ({long})\n{brief}: ({short})\n{ask}: ")
    }

    /// `Juega (R 0) => Ultima ficha en 3, con 0, contra: 3 => Captura 3 y termina,`
    pub fn sowing(&self, position: &Position, hole: u8) -> String {
        let Node { mut board, turn, .. } = *position.node();
        let last = board.sow(turn, hole);
        let (held, against) = (board.at(last) - 1, board.against(last));
        let ending = board.settle(turn, last);
        let after = Node { board, ..*position.node() };
        let fell = self.fell(last, held, against);
        let plays = self.say(PLAYS_CAPITAL);
        format!("{plays} ({}) => {fell}{}", Action::Sow(hole), self.ending(ending, &after))
    }

    /// `[J 1] Humano juega (R 3)` or `[J 2] Ju-Mmx-Regular pasa turno.`
    pub fn played(&self, before: &Position, action: Action) -> String {
        let (slot, name) = (slot(before), self.name(before.node().turn));
        match action {
            Action::Sow(_) => format!("{slot} {name} {} ({action})", self.say(PLAYS)),
            Action::Pass => format!("{slot} {name} {}.", self.say(PASSES)),
        }
    }

    /// `FIN DEL JUEGO por VICTORIA en 19 Jugadas` and the points, as the course's program ends.
    pub(super) fn ended(&self, last: &Position) -> String {
        let how = if winner(last).is_some() { VICTORY } else { DRAW };
        let (over, how) = (self.say(GAME_OVER), self.say(how));
        let (count, points) = (last.slots(), last.points());
        let [first, second] = &self.names;
        let after = format!("{} {count} {}", self.say(AFTER), self.say(MOVES));
        let score = format!("{first} {} - {} {second}", points[0], points[1]);
        format!("\n{over} {} {how} {after}\n{}: {score}\n", self.say(BY), self.say(SCORE))
    }

    fn fell(&self, last: Cell, held: u8, against: u8) -> String {
        let (fell, with, facing) = (self.say(LAST_SEED), self.say(WITH), self.say(AGAINST));
        format!("{fell} {}, {with} {held}, {facing}: {against}", last.place())
    }

    fn ending(&self, ending: Ending, after: &Node) -> String {
        match ending {
            Ending::Kalaha => format!(" => {},", self.say(GOES_ON)),
            Ending::Capture(seeds) => {
                format!(" => {} {seeds} {},", self.say(CAPTURES), self.say(AND_ENDS))
            }
            Ending::Plain => {
                let [first, second] = [0, 1].map(|side| after.board.points(Seat(side)));
                format!(": ({first} {second})")
            }
        }
    }

    fn name(&self, side: Seat) -> &str {
        &self.names[side.index()]
    }

    fn say(&self, words: Words) -> &'static str {
        words.get(self.language)
    }
}

/// The slot that comes next, counted from 1: `[J 1]`.
fn slot(position: &Position) -> String {
    format!("[J {}]", position.slots() + 1)
}

fn holes(node: &Node) -> impl Iterator<Item = u8> + '_ {
    node.actions().filter_map(|action| match action {
        Action::Sow(hole) => Some(hole),
        Action::Pass => None,
    })
}

const GAME: Words = Words { en: "Game", es: "Juego", fr: "Partie", it: "Partita" };
// The announcement's own program says this in English.
const LOCAL_GAME: Words =
    Words { en: "Local game", es: "Local game", fr: "Partie locale", it: "Partita locale" };
const DEPTH: Words =
    Words { en: "depth", es: "depth", fr: "profondeur", it: "profondità" };
const TURN_OF: Words = Words {
    en: "The turn belongs to",
    es: "El turno es de",
    fr: "C'est le tour de",
    it: "Il turno è di",
};
const PLAYER: Words = Words { en: "Player", es: "Jugador", fr: "Joueur", it: "Giocatore" };
const CHOOSE: Words =
    Words { en: "Choose from", es: "Elija entre", fr: "Choisissez parmi", it: "Scelga tra" };
const IN_BRIEF: Words = Words {
    en: "or in short form",
    es: "o en modo abreviado",
    fr: "ou en abrégé",
    it: "o in forma breve",
};
const ENTER: Words = Words {
    en: "Enter a move, or x to leave ",
    es: "Introduzca jugada o x para terminar ",
    fr: "Entrez un coup, ou x pour terminer ",
    it: "Inserisca la mossa, o x per terminare ",
};
const PLAYS_CAPITAL: Words = Words { en: "Plays", es: "Juega", fr: "Joue", it: "Gioca" };
const PLAYS: Words = Words { en: "plays", es: "juega", fr: "joue", it: "gioca" };
const PASSES: Words =
    Words { en: "passes", es: "pasa turno", fr: "passe son tour", it: "passa il turno" };
const LAST_SEED: Words = Words {
    en: "Last seed in",
    es: "Ultima ficha en",
    fr: "Dernière graine en",
    it: "Ultimo seme in",
};
const WITH: Words = Words { en: "with", es: "con", fr: "avec", it: "con" };
const AGAINST: Words = Words { en: "against", es: "contra", fr: "contre", it: "contro" };
const GOES_ON: Words = Words {
    en: "Kalaha and plays on",
    es: "Kalaha y sigue jugando",
    fr: "Kalaha et continue",
    it: "Kalaha e continua a giocare",
};
const CAPTURES: Words =
    Words { en: "Captures", es: "Captura", fr: "Capture", it: "Cattura" };
const GAME_OVER: Words = Words {
    en: "GAME OVER",
    es: "FIN DEL JUEGO",
    fr: "FIN DE LA PARTIE",
    it: "FINE DELLA PARTITA",
};
const BY: Words = Words { en: "by", es: "por", fr: "par", it: "per" };
const VICTORY: Words = Words { en: "VICTORY", es: "VICTORIA", fr: "VICTOIRE", it: "VITTORIA" };
const DRAW: Words = Words { en: "DRAW", es: "TABLAS", fr: "MATCH NUL", it: "PATTA" };
const AFTER: Words = Words { en: "after", es: "en", fr: "en", it: "in" };
const MOVES: Words = Words { en: "moves", es: "Jugadas", fr: "coups", it: "mosse" };
const SCORE: Words = Words { en: "Score", es: "Marcador", fr: "Marque", it: "Punteggio" };
const AND_ENDS: Words =
    Words { en: "and ends", es: "y termina", fr: "et termine", it: "e termina" };
