//! The narration of a running match, in the announcement's words and in other languages.
//!
//! Pure text: who shows it, and when, is not decided here.

use super::{
    board::SowingEnd,
    node::{Action, Node},
    say,
    state::Position,
};
use certamen_game::{Language, Seat};
use certamen_i18n::Message;

/// How a match is narrated: its language and the names of both players.
#[derive(Clone, Debug)]
pub struct Narrator {
    pub language: Language,
    /// The names of side 0 and side 1.
    pub names: [String; 2],
}

impl Narrator {
    /// `Juego: (1) Humano vs Ju-Mmx-Regular (2)`
    pub fn heading(&self) -> String {
        let [first, second] = &self.names;
        self.say(&say::heading(first, second))
    }

    /// `Local game Humano-Ju-Mmx-Regular depth=2`
    pub fn subheading(&self, depth: u32) -> String {
        let [first, second] = &self.names;
        self.say(&say::subheading(first, second, depth))
    }

    /// `[J 1] El turno es de Humano`
    pub fn turn(&self, position: &Position) -> String {
        let name = self.name(position.node().turn);
        self.say(&say::turn(slot(position), name))
    }

    /// `Elija entre: ((R 0) (R 1))` and what follows, up to the place where a person answers.
    pub fn choices(&self, position: &Position) -> String {
        let node = position.node();
        let long: Vec<String> = node.actions().map(|action| format!("({action})")).collect();
        let short: Vec<String> = holes(node).map(|hole| hole.to_string()).collect();
        let lines = [
            say::chooser(self.name(node.turn)),
            say::choices(long.join(" ")),
            say::in_brief(short.join(" ")),
            say::enter(),
        ];
        lines.map(|line| self.say(&line)).join("\n") + " "
    }

    /// `Juega (R 0) => Ultima ficha en 3, con 0, contra: 3 => Captura 3 y termina,`
    pub fn sowing(&self, position: &Position, hole: u8) -> String {
        let Node { mut board, turn, .. } = *position.node();
        let last = board.sow(turn, hole);
        let (held, against) = (board.at(last) - 1, board.against(last));
        let ending = board.settle(turn, last);
        let after = Node { board, ..*position.node() };
        let fell = say::fell(last.place(), held, against);
        let action = Action::Sow(hole).to_string();
        self.say(&say::sown(action, fell, self.ending(ending, &after)))
    }

    /// `[J 1] Humano juega (R 3)` or `[J 2] Ju-Mmx-Regular pasa turno.`
    pub fn played(&self, before: &Position, action: Action) -> String {
        let (slot, name) = (slot(before), self.name(before.node().turn));
        match action {
            Action::Sow(_) => self.say(&say::sows(slot, name, action.to_string())),
            Action::Pass => self.say(&say::passes(slot, name)),
        }
    }

    /// `FIN DEL JUEGO por VICTORIA en 19 Jugadas` and the points, as the course's program ends.
    pub(super) fn ended(&self, last: &Position) -> String {
        let (count, [points, others]) = (last.slots(), last.points());
        let over = if winner(last).is_some() { say::victory(count) } else { say::draw(count) };
        let [first, second] = &self.names;
        let score = say::score(first, points, others, second);
        format!("\n{}\n{}\n", self.say(&over), self.say(&score))
    }

    fn ending(&self, ending: SowingEnd, after: &Node) -> String {
        match ending {
            SowingEnd::Kalaha => format!(" => {}", self.say(&say::goes_on())),
            SowingEnd::Capture(seeds) => {
                format!(" => {}", self.say(&say::captures(seeds)))
            }
            SowingEnd::Plain => {
                let [first, second] = [0, 1].map(|side| after.board.points(Seat(side)));
                format!(": ({first} {second})")
            }
        }
    }

    fn name(&self, side: Seat) -> &str {
        &self.names[side.index()]
    }

    fn say(&self, message: &Message) -> String {
        message.get(self.language)
    }
}

/// The slot that comes next, counted from 1, as in `[J 1]`.
fn slot(position: &Position) -> u32 {
    position.slots() + 1
}

fn holes(node: &Node) -> impl Iterator<Item = u8> + '_ {
    node.actions().filter_map(|action| match action {
        Action::Sow(hole) => Some(hole),
        Action::Pass => None,
    })
}

/// The side that has won at the end of a match; none if it is a draw.
fn winner(last: &Position) -> Option<Seat> {
    use certamen_game::State;
    let scores = last.outcome()?.scores;
    [Seat(0), Seat(1)].into_iter().find(|side| scores[side.index()] >= 1.0)
}
