//! The transcript of a whole match, as the course's own program prints it, with
//! switches for its level of detail.

use super::{
    narration::Narrator, node::Action, picture::picture, say, searcher::Searcher, state::Position,
    trace::Trace,
};
use certamen_game::Language;

/// How much is told. "Para todas ellas el valor por defecto es T."
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the announcement's switches are these")]
pub struct Verbosity {
    /// `*verb*`: "informa sobre la evolución del juego".
    pub verb: bool,
    /// `*verjugada*`: "presenta el tablero tras cada movimiento".
    pub verjugada: bool,
    /// `*vermarcador*`: "presenta el marcador", where there is no board that has it.
    pub vermarcador: bool,
    /// `*debug-level*`, 0 to 2: below 2 there are neither boards nor points, and nothing is said at
    /// the end.
    pub debug_level: u8,
    /// `*debug-mmx*`: "permite obtener detalles de la evolución de minimax".
    pub debug_mmx: bool,
}

impl Default for Verbosity {
    fn default() -> Verbosity {
        Verbosity {
            verb: true,
            verjugada: true,
            vermarcador: true,
            debug_level: 2,
            debug_mmx: false,
        }
    }
}

/// How a match is narrated.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The language and the names of the players.
    pub narrator: Narrator,
    /// How much is told.
    pub verbosity: Verbosity,
    /// How far the players look ahead.
    pub depth: u32,
    /// Whether side 0 and side 1 are people, who are told what they may play and what it did.
    pub people: [bool; 2],
    /// How side 0 and side 1 search, where that is known.
    pub searchers: [Option<Searcher>; 2],
}

impl Transcript {
    /// What stands above all.
    pub fn opening(&self) -> String {
        let mut lines = Vec::new();
        if self.shows_boards() {
            lines.push(self.narrator.heading());
        }
        if self.verbosity.verb {
            lines.push(self.narrator.subheading(self.depth));
        }
        whole(&lines)
    }

    /// A position and what was played in it.
    pub fn turn(&self, before: &Position, action: Action) -> String {
        let mut text = String::new();
        if action != Action::Pass {
            text += &self.position(before);
        }
        let mut lines = Vec::new();
        if let (Action::Sow(hole), true) = (action, self.is_person(before)) {
            if self.verbosity.verb {
                lines.push(format!("{}{hole}\n", self.narrator.choices(before)));
                lines.push(self.narrator.sowing(before, hole));
            }
        } else if self.verbosity.debug_mmx {
            lines.extend(self.search(before));
        }
        if self.verbosity.verb {
            lines.push(self.narrator.played(before, action));
        }
        text + &whole(&lines)
    }

    /// The last position; at the end of a match `FIN DEL JUEGO por VICTORIA en 19 Jugadas` and the points.
    pub fn ending(&self, last: &Position) -> String {
        let mut text = if self.shows_boards() { self.board(last) } else { String::new() };
        if self.verbosity.debug_level > 1 && last.is_over() {
            text += &self.narrator.ended(last);
        }
        if self.shows_boards() && !last.is_over() {
            text += &whole(&[self.narrator.turn(last)]);
        }
        text
    }

    /// The board before a move, or the points alone, or nothing.
    fn position(&self, position: &Position) -> String {
        if self.shows_boards() {
            return self.board(position) + &whole(&[self.narrator.turn(position)]);
        }
        if self.verbosity.vermarcador && self.verbosity.debug_level > 1 {
            let [first, second] = position.points();
            return format!("{:>3} {first}-{second}\n", position.slots() + 1);
        }
        String::new()
    }

    fn board(&self, position: &Position) -> String {
        picture(position, self.narrator.language)
    }

    /// Every move that the player's search tries, with what it is worth to the side that plays it.
    fn search(&self, position: &Position) -> Vec<String> {
        let side = position.node().turn.index();
        let Some(searcher) = &self.searchers[side] else { return Vec::new() };
        let mut trace = Trace::default();
        let found = searcher.search_watched(position.node(), &mut trace);
        let language = self.narrator.language;
        let cut = format!(" ({})", say::cut().get(language));
        let mut lines: Vec<String> = trace
            .tried
            .iter()
            .map(|tried| {
                let indent = "  ".repeat(tried.ply as usize);
                let cut = if tried.cut { cut.as_str() } else { "" };
                // Nothing is worth less than nothing.
                format!("{indent}({}) => {}{cut}", tried.action, tried.value + 0.0)
            })
            .collect();
        let effort = say::effort(found.nodes, found.evaluations).get(language);
        lines.push(format!("  {effort}"));
        lines
    }

    fn is_person(&self, position: &Position) -> bool {
        self.people[position.node().turn.index()]
    }

    fn shows_boards(&self) -> bool {
        self.verbosity.verjugada && self.verbosity.debug_level > 1
    }
}

/// What a person is called at the table.
pub fn person(language: Language) -> String {
    say::person().get(language)
}

/// Lines that all end.
fn whole(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mancala8::Board;
    use certamen_game::Seat;

    fn transcript(verbosity: Verbosity) -> Transcript {
        let names = ["uno".to_owned(), "dos".to_owned()];
        let narrator = Narrator { language: Language::Es, names };
        let searcher = Searcher::named("regular", &[].into()).expect("a built-in player");
        Transcript {
            narrator,
            verbosity,
            depth: 2,
            people: [false, false],
            searchers: [searcher, None],
        }
    }

    fn page(verbosity: Verbosity) -> String {
        let transcript = transcript(verbosity);
        let start = Position::start(Board::START, Seat(0), 60);
        transcript.opening() + &transcript.turn(&start, Action::Sow(3))
    }

    #[test]
    fn each_switch_regulates_its_part() {
        let all = Verbosity::default();
        let text = page(all);
        assert!(
            text.starts_with("Juego: (1) uno vs dos (2)\nLocal game uno-dos depth=2\nTABLERO:")
        );
        assert!(text.ends_with("[J 1] El turno es de uno\n[J 1] uno juega (R 3)\n"), "{text}");
        assert!(!text.contains("18-18"), "the board has the points");
        let quiet = page(Verbosity { verb: false, ..all });
        assert!(quiet.contains("El turno es de uno") && !quiet.contains("juega"), "{quiet}");
        let without = Verbosity { verjugada: false, ..all };
        let expected = "Local game uno-dos depth=2\n  1 18-18\n[J 1] uno juega (R 3)\n";
        assert_eq!(page(without), expected);
        let expected = "Local game uno-dos depth=2\n[J 1] uno juega (R 3)\n";
        assert_eq!(page(Verbosity { vermarcador: false, ..without }), expected);
        assert_eq!(page(Verbosity { debug_level: 1, ..all }), expected);
        assert_eq!(page(Verbosity { debug_level: 0, verb: false, ..all }), "");
    }

    #[test]
    fn the_search_is_narrated_move_by_move() {
        let quiet =
            Verbosity { verb: false, verjugada: false, vermarcador: false, ..Verbosity::default() };
        let text = page(Verbosity { debug_mmx: true, ..quiet });
        let first: Vec<&str> = text.lines().filter(|line| line.starts_with("  (R ")).collect();
        assert_eq!(first.len(), 6, "{text}");
        // Sowing from hole 3 ends in the Kalaha, so that the other side passes.
        let second: Vec<&str> = text.lines().filter(|line| line.starts_with("    (")).collect();
        assert_eq!(second.len(), 5 * 6 + 1, "{text}");
        assert!(second.contains(&"    (pass) => 0"), "{text}");
        assert!(text.ends_with("  nodos: 38, evaluaciones: 31\n"), "{text}");
    }
}
