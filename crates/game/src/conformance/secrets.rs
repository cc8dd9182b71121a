//! Checks that no seat is shown another seat's secret.

use super::{ACTIONS, ContractBreach, ContractViolation, step, table};
use crate::{Audience, DynGame, DynState, Language, Map, Picture, Seat, arbiter::Arbiter};
use std::collections::HashMap;

/// What a seat may know of a state: its observation, its legal actions, and whether it is over.
type SeatKnowledge = (Seat, String, Vec<String>, bool);
/// What a seat is shown: a picture, and the rendering for terminals.
type SeatView = (Option<Picture>, String);

/// Plays `matches` matches at random, of at most `turns` turns each, and compares all their states:
/// two that differ only in what a seat may not know must look the same to it. Returns how many
/// states differed from the one they were compared with.
pub fn check_secrets(
    game: &dyn DynGame,
    options: &Map,
    seats: u8,
    matches: u64,
    turns: usize,
) -> Result<usize, ContractViolation> {
    let (mut shown, mut others) = (HashMap::new(), 0);
    for seed in 0..matches {
        let violation = |turn, what| ContractViolation::new(game, seed, turn, what);
        let mut arbiter = Arbiter::start(game, table(game, options.clone(), seats, seed))
            .map_err(|error| violation(0, ContractBreach::Start(error)))?;
        for turn in 0..turns {
            let differing = compare(arbiter.state(), &mut shown);
            others += differing.map_err(|what| violation(turn, what))?;
            if arbiter.outcome().is_some() {
                break;
            }
            step(&mut arbiter, seed).map_err(|what| violation(turn, what))?;
        }
    }
    Ok(others)
}

/// Compares a state, as each seat sees it, with the first one in which that seat knew the same.
fn compare(
    state: &dyn DynState,
    shown: &mut HashMap<SeatKnowledge, (String, SeatView)>,
) -> Result<usize, ContractBreach> {
    let (whole, mut others) = (state.json().to_string(), 0);
    for seat in (0..state.seats()).map(Seat) {
        let is_over = state.outcome().is_some();
        let acts = state.to_act().contains(seat);
        let actions = if acts { state.legal_actions(seat, ACTIONS) } else { Vec::new() };
        let known = (seat, state.observation(seat), actions, is_over);
        let now = look(state, seat);
        let first = shown.entry(known).or_insert_with(|| (whole.clone(), now.clone()));
        if first.1 != now {
            return Err(ContractBreach::SecretShown(seat));
        }
        others += usize::from(first.0 != whole);
    }
    Ok(others)
}

fn look(state: &dyn DynState, seat: Seat) -> SeatView {
    let audience = Audience::Seat(seat);
    (state.picture(audience, None, Language::En), state.render(audience, Language::En))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::check_match;
    use crate::{
        Draws, Erased, Game, GameInfo, Illegal, Ink, OptionsError, Outcome, ProgramsMemory,
        Protocol, Rng, Scoring, Seats, Shape, State, Turn,
    };
    use certamen_i18n::Message;
    use serde::{Deserialize, Serialize};
    use std::time::Duration;

    /// Each has a card that the other may not see.
    struct Cards {
        hidden: bool,
        draws: Draws,
    }

    const CARDS: Cards = Cards { hidden: true, draws: Draws::AtStart };

    #[derive(Serialize, Deserialize, Default)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    struct Table {
        /// Whether the cards lie open on it.
        #[serde(default)]
        open: bool,
    }

    #[derive(Clone, Serialize)]
    struct Dealt {
        cards: [u8; 2],
        open: bool,
        is_over: bool,
    }

    impl Game for Cards {
        type State = Dealt;
        type Options = Table;

        fn info(&self) -> GameInfo {
            GameInfo {
                slug: "cards",
                title: Message::verbatim("Cards"),
                seats: 2..=2,
                version: 1,
                end_message: None,
                scoring: Scoring::Score,
                protocol: Protocol::Lines,
                move_time: Duration::from_secs(1),
                memory: ProgramsMemory::Match,
                hidden: self.hidden,
                draws: self.draws,
            }
        }

        fn new_initial_state(
            &self,
            options: &Table,
            _seats: u8,
            rng: &mut Rng,
        ) -> Result<Dealt, OptionsError> {
            let cards = [0, 0].map(|_: u8| rng.below(4) as u8);
            Ok(Dealt { cards, open: options.open, is_over: false })
        }
    }

    impl State for Dealt {
        type Action = u8;

        fn seats(&self) -> u8 {
            2
        }

        fn to_act(&self) -> Seats {
            if self.is_over { Seats::NONE } else { Seats::first(2) }
        }

        fn legal_actions(&self, seat: Seat) -> impl DoubleEndedIterator<Item = u8> + '_ {
            std::iter::once(self.cards[seat.index()])
        }

        fn read(&self, seat: Seat, _reply: &str) -> Result<u8, Illegal> {
            Ok(self.cards[seat.index()])
        }

        fn apply(&mut self, _joint: &[(Seat, u8)], _rng: &mut Rng) {
            self.is_over = true;
        }

        fn outcome(&self) -> Option<Outcome> {
            self.is_over.then(|| Outcome::scored(self.cards.map(f64::from)))
        }

        fn observation(&self, seat: Seat) -> String {
            let all = if self.is_over { format!("{:?}", self.cards) } else { String::new() };
            format!("{}{all}", self.cards[seat.index()])
        }

        fn forfeit(&self, _seats: Seats) -> Outcome {
            Outcome::scored([0.0, 0.0])
        }

        fn render(&self, audience: Audience, _language: Language) -> String {
            match audience {
                Audience::Seat(seat) => self.observation(seat),
                Audience::Spectators => String::new(),
            }
        }

        fn picture(
            &self,
            audience: Audience,
            _last: Option<&Turn>,
            _language: Language,
        ) -> Option<Picture> {
            let mut sheet = Picture::sheet(99, 99, "cards");
            for seat in [0, 1].map(Seat) {
                if self.open || self.is_over || audience == Audience::Seat(seat) {
                    let text = self.cards[seat.index()].to_string();
                    let text = Shape::Text { x: 9, y: 9, size: 9, text };
                    sheet.put(format!("card {seat}"), Ink::Text, text);
                }
            }
            Some(sheet)
        }
    }

    #[test]
    fn showing_the_card_of_another_seat_is_found() {
        static GAME: Erased<Cards> = Erased(CARDS);
        let hidden = check_secrets(&GAME, &Map::new(), 2, 30, 2).unwrap();
        assert!(hidden > 20, "{hidden} states differ in a card of another");
        let open = Map::from_iter([("open".to_owned(), true.into())]);
        let found = check_secrets(&GAME, &open, 2, 30, 2).unwrap_err();
        assert!(matches!(*found.what, ContractBreach::SecretShown(_)), "{found}");
    }

    #[test]
    fn secrets_and_lots_must_be_declared() {
        let play = |cards| check_match(&Erased(cards), Map::new(), 2, 3, 2);
        play(CARDS).unwrap();
        let found = play(Cards { hidden: false, ..CARDS }).unwrap_err();
        assert!(matches!(*found.what, ContractBreach::Hidden(Seat(0))), "{found}");
        let found = play(Cards { draws: Draws::Never, ..CARDS }).unwrap_err();
        assert!(matches!(*found.what, ContractBreach::Draws(Draws::AtStart)), "{found}");
    }
}
