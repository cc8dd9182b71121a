//! A person at a terminal: sees the position, is told what is possible, and may leave.

use crate::say;
use certamen_game::{
    Audience, Budget, Failure, Language, Play, Player, Reply, View, Void, escaped,
};
use std::{
    fmt::Debug,
    io,
    sync::Arc,
    time::{Duration, Instant},
};

/// Where people read and type. All who play at it share it.
pub trait Terminal: Debug + Send + Sync {
    /// Shows a text, whose lines are whole.
    fn show(&self, text: &str) -> io::Result<()>;

    /// Shows `prompt` and waits for a line; `None` if nobody types any more.
    fn ask(&self, prompt: &str, echo: Echo) -> io::Result<Option<String>>;
}

/// Whether what is typed can be seen by whoever else looks at the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Echo {
    /// As always.
    Shown,
    /// Not while it is typed and not afterwards, as far as the terminal can do that.
    Hidden,
}

/// A person.
#[derive(Clone, Debug)]
pub struct Human {
    /// Where the person sits.
    pub terminal: Arc<dyn Terminal>,
    /// What the person reads.
    pub language: Language,
    /// How many people play at this terminal.
    pub people: usize,
}

/// What leaves the match.
const LEAVE: &str = "x";
/// How many legal actions are listed at most, and how many of the first if there are more.
const LISTED: usize = 40;
const FIRST: usize = 12;
/// How many are looked at: a game may have very many.
const COUNTED: usize = 1000;

impl Human {
    /// What others at the terminal must not see: a choice made at the same time as theirs.
    fn echo(&self, view: &View<'_>) -> Echo {
        let together = view.state.to_act().iter().count() > 1;
        if together && self.people > 1 { Echo::Hidden } else { Echo::Shown }
    }

    /// The position as this seat may see it, and what can be played.
    fn situation(&self, view: &View<'_>) -> String {
        let name = view.table.seats.get(view.seat.index()).map(|entry| escaped(&entry.bot));
        let picture = view.state.render(Audience::Seat(view.seat), self.language);
        let who = say::at_seat(name.unwrap_or_default(), view.seat).get(self.language);
        let possible = say::possible(possible(view)).get(self.language);
        format!("{who}\n{}\n{possible}\n", picture.trim_end())
    }

    /// A legal action; nothing if the person leaves.
    fn choice(&self, view: &View<'_>) -> io::Result<Option<Play>> {
        self.terminal.show(&self.situation(view))?;
        let echo = self.echo(view);
        let prompt = if echo == Echo::Hidden { say::secret_move() } else { say::your_move() };
        let prompt = format!("{}: ", prompt.get(self.language));
        loop {
            let Some(line) = self.terminal.ask(&prompt, echo)? else { return Ok(None) };
            let typed = line.trim();
            match view.state.read(view.seat, typed) {
                Ok(play) => return Ok(Some(play)),
                Err(_) if typed == LEAVE => return Ok(None),
                Err(why) => {
                    let why = say::impossible(why).get(self.language);
                    self.terminal.show(&format!("{why}\n"))?;
                }
            }
        }
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

impl Player for Human {
    /// People have all the time that they want.
    fn act(&mut self, view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        let started = Instant::now();
        match self.choice(view) {
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
