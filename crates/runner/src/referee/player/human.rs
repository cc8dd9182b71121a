//! A person at a terminal, who sees the position and the legal moves, and may leave.

use crate::referee::say;
use certamen_game::{
    Audience, Budget, Failure, Language, Move, Play, Player, Reply, Seat, View, Void, escaped,
};
use certamen_i18n::Message;
use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A terminal where people read and type. All who play at it share it.
pub trait Terminal: Debug + Send + Sync {
    /// Shows complete lines.
    fn show(&self, text: &str) -> io::Result<()>;

    /// Shows `prompt` and waits for a line; `None` at the end of input.
    fn ask(&self, prompt: &str, echo: Echo) -> io::Result<Option<String>>;

    /// Notes that the person leaves for this reason; `false` where leaving is not possible.
    fn wish(&self, _wish: LeaveReason) -> bool {
        false
    }
}

/// Why a person leaves a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeaveReason {
    /// To take back the last move of this seat.
    TakeBack(Seat),
    /// To save the match in a file of this name, or with a default name.
    Save(Option<String>),
}

/// Whether typed text is visible to others who look at the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Echo {
    /// The text is shown.
    Shown,
    /// The text is hidden, as far as the terminal supports that.
    Hidden,
}

/// A person at a terminal.
#[derive(Clone, Debug)]
pub struct HumanPlayer {
    /// The terminal.
    pub terminal: Arc<dyn Terminal>,
    /// The person's language.
    pub language: Language,
    /// How many people play at this terminal.
    pub people: usize,
}

const LEAVE: &str = "x";
const TAKE_BACK: &str = "u";
/// A file name may follow.
const SAVE: &str = "s";
const HELP: &str = "?";
/// The maximum number of legal actions listed; if there are more, only the first ones are.
const LISTED: usize = 40;
const FIRST: usize = 12;
/// The maximum number of legal actions generated.
const COUNTED: usize = 1000;

impl HumanPlayer {
    fn situation(&self, view: &View<'_>) -> String {
        let name = view.table.seats.get(view.seat.index()).map(|entry| escaped(&entry.bot));
        let picture = view.state.render(Audience::Seat(view.seat), self.language);
        let who = say::at_seat(name.unwrap_or_default(), view.seat).get(self.language);
        let possible = Some(possible(view)).filter(|actions| !actions.is_empty());
        let possible = possible.map(|actions| say::possible(actions).get(self.language) + "\n");
        let aim = view.state.aim(view.seat).map(|aim| aim.get(self.language) + "\n");
        let (aim, possible) = (aim.unwrap_or_default(), possible.unwrap_or_default());
        format!("{who}\n{}\n{aim}{possible}", picture.trim_end())
    }

    /// A legal action; `None` if the person leaves.
    fn choice(&self, view: &View<'_>) -> io::Result<Option<Play>> {
        self.terminal.show(&self.situation(view))?;
        // People at the same terminal must not see each other's simultaneous choices.
        let is_simultaneous = view.state.to_act().iter().count() > 1;
        let echo = if is_simultaneous && self.people > 1 { Echo::Hidden } else { Echo::Shown };
        let prompt = if echo == Echo::Hidden { say::secret_move() } else { say::your_move() };
        let prompt = format!("{}: ", prompt.get(self.language));
        loop {
            let Some(line) = self.terminal.ask(&prompt, echo)? else { return Ok(None) };
            let typed = line.trim();
            match view.state.read(view.seat, typed) {
                Ok(play) => return Ok(Some(play)),
                // Rules that failed would refuse whatever is typed.
                Err(_) if view.state.failure().is_some() => return Ok(None),
                Err(_) if self.leaves(view, typed) => return Ok(None),
                Err(_) if typed == HELP => self.show(&say::what_to_type())?,
                Err(_) if typed == TAKE_BACK => self.show(&say::nothing_to_take_back())?,
                Err(why) => self.show(&say::impossible(why))?,
            }
        }
    }

    /// Whether the typed text ends the match.
    fn leaves(&self, view: &View<'_>, typed: &str) -> bool {
        let (word, name) = typed.split_once(' ').unwrap_or((typed, ""));
        let own = |entry: &Move| entry.seat == view.seat && !entry.automatic;
        let has_moved = || view.turns.iter().any(|turn| turn.moves.iter().any(own));
        match word {
            LEAVE if name.is_empty() => true,
            TAKE_BACK if name.is_empty() && has_moved() => {
                self.terminal.wish(LeaveReason::TakeBack(view.seat))
            }
            SAVE => {
                let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
                self.terminal.wish(LeaveReason::Save(name))
            }
            _ => false,
        }
    }

    fn show(&self, message: &Message) -> io::Result<()> {
        self.terminal.show(&format!("{}\n", message.get(self.language)))
    }
}

/// The legal actions, shortened where there are many.
fn possible(view: &View<'_>) -> String {
    let mut actions = view.state.legal_actions(view.seat, COUNTED);
    if actions.len() <= LISTED {
        return actions.join(", ");
    }
    let last = actions.pop().filter(|_| actions.len() + 1 < COUNTED);
    let last = last.map(|last| format!(", {last}")).unwrap_or_default();
    format!("{}, …{last}", actions[..FIRST].join(", "))
}

impl Player for HumanPlayer {
    /// People have no time limit.
    fn act(&mut self, view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        let started = Instant::now();
        let choice = self.choice(view);
        if let Some(void) = view.state.failure() {
            return Err(Failure::Void(void));
        }
        match choice {
            Ok(Some(play)) => Ok(Reply {
                given: play.into(),
                charged: Duration::ZERO,
                wall: started.elapsed(),
                pondered: Duration::ZERO,
            }),
            Ok(None) => Err(Failure::Left),
            Err(error) => Err(Failure::Void(Void::Ours(say::terminal(error)))),
        }
    }
}
