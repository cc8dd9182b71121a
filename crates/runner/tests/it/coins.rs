//! The bots of Coins, asked about many tables: what they answer, and whether it is what they say.

use crate::{
    bots::{folders, program},
    test_table::TestTable,
};
use certamen_game::{Map, Rng, Seat, State};
use certamen_games::coins::{Argument, Holder, Plan, Position};
use certamen_runner::Manifest;
use certamen_sandbox::{Cell, ProgramExit, Sandbox, TimeBudget, Unisolated};
use std::{path::Path, time::Duration};

/// What a bot says of itself: whether a plan is one that it may choose, of all plans and what they
/// bring.
type Claim = fn(&Value, &[Value]) -> bool;

const CLAIMS: &[(&str, Claim)] = &[
    ("Oracle", |chosen, all| {
        chosen.gain == most(all, |value| stays_near(&value.plan).then_some(value.gain))
    }),
    ("BirdInTheHand", |chosen, all| chosen.counted == most(all, |value| Some(value.counted))),
    ("SecondBest", |chosen, all| {
        let gain = |value: &Value| is_combination(&value.plan).then_some(value.gain);
        let best = most(all, gain);
        chosen.gain == most(all, |value| gain(value).filter(|gain| *gain < best))
    }),
    ("Wheeler", |chosen, all| {
        let gain = |value: &Value| goes_round_last(&value.plan).then_some(value.gain);
        gain(chosen) == Some(most(all, gain))
    }),
    ("Flipper", |chosen, _| !chosen.rotates),
    ("EgoisticalBot", |chosen, _| !chosen.rotates),
    ("Crook", |chosen, _| chosen.gain >= 0),
    ("GreedyRotation", |chosen, _| rids_rotates_and_cashes(&chosen.plan)),
];

/// Whether a plan gets no further round than to the stacks of the direct neighbours.
fn stays_near(plan: &str) -> bool {
    let step = |away: &mut i32, action| {
        *away += i32::from(action == 'R') - i32::from(action == 'T');
        Some(*away)
    };
    plan.chars().scan(0, step).all(|away| away.abs() <= 1)
}

/// Whether the actions of a plan stand in the order of its list: each combination in one way.
fn is_combination(plan: &str) -> bool {
    plan.chars().map(|action| "F123ABCRTNXYZU".find(action)).is_sorted()
}

/// Whether the coins go round once, in the last action, and none are taken.
fn goes_round_last(plan: &str) -> bool {
    let (before, last) = plan.split_at(2);
    ["R", "T"].contains(&last) && !before.contains(['R', 'T', '1', '2', '3'])
}

/// Whether coins are put back or left, then all go round, then the new stack is scored.
fn rids_rotates_and_cashes(plan: &str) -> bool {
    let stages = ["NABC", "RT", "CF"];
    plan.chars().zip(stages).all(|(action, stage)| stage.contains(action))
}

/// What a plan brings.
struct Value {
    /// Its three actions.
    plan: String,
    /// Points scored at once.
    gain: i64,
    /// The same, and what the stack counts if the game ends with the plan.
    counted: i64,
    rotates: bool,
}

fn most(all: &[Value], of: impl Fn(&Value) -> Option<i64>) -> i64 {
    all.iter().filter_map(of).max().expect("there is always one")
}

/// A bot and the place where it is run, as often as asked.
struct Asked {
    about: Manifest,
    cell: Box<dyn Cell>,
}

impl Asked {
    /// Its plan for the table that `argument` describes.
    fn plan(&mut self, argument: &str) -> Plan {
        let ample = Duration::from_secs(60);
        let run = self.cell.run(Some(argument), None, TimeBudget { cpu: ample, wall: ample });
        let run = run.unwrap_or_else(|error| panic!("{}: {error}", self.about.name));
        let (name, said) = (&self.about.name, String::from_utf8_lossy(&run.output).into_owned());
        let errors = String::from_utf8_lossy(&run.errors);
        assert_eq!((run.end, &*errors), (ProgramExit::Exited(0), ""), "{name} {argument}");
        let plan = said.strip_suffix('\n').and_then(|plan| plan.parse().ok());
        plan.unwrap_or_else(|| panic!("{name} {argument}: {said:?}"))
    }
}

/// Asks all bots in this language.
fn each(language: &str, mut ask: impl FnMut(&mut Asked)) {
    let folder = tempfile::tempdir().unwrap();
    let game = certamen_games::find("coins").unwrap();
    let table = TestTable::new(game, "{}", folder.path());
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/coins");
    let sandbox = Unisolated::new();
    for bot in folders(&bots).iter().filter(|bot| program(bot) == language) {
        let about = Manifest::read(bot).unwrap();
        let program = table.program(bot.to_str().unwrap());
        let cell = sandbox.create_cell(&program).unwrap();
        ask(&mut Asked { about, cell });
    }
}

/// How many tables a bot is asked about.
fn tables() -> u64 {
    if std::env::var("CERTAMEN_FAST").is_ok_and(|value| value == "1") { 4 } else { 10 }
}

/// A position that random turns led to, and who is to act.
fn reached(rng: &mut Rng) -> (Position, Seat) {
    loop {
        let seats = [2, 2, 3, 4, 6, 17, 20][rng.below(7) as usize];
        let mut options = Map::new();
        let few = rng.below(2) == 0;
        options.insert("coins".into(), (1 + rng.below(if few { 12 } else { 1_000_000 })).into());
        options.insert("rounds".into(), 50.into());
        let options = serde_json::from_value(options.into()).unwrap();
        let start = certamen_game::Game::new_initial_state(
            &certamen_games::coins::GAME,
            &options,
            seats,
            rng,
        );
        let mut position = start.unwrap();
        // Half of them are near the last round, where some bots count differently.
        let turns = rng.below(25 * u64::from(seats)) * (1 + rng.below(2));
        for _ in 0..turns {
            let Some(seat) = position.to_act().lowest() else { break };
            let plan = Plan::nth(rng.below(Plan::COUNT as u64) as usize);
            position.apply(&[(seat, plan)], rng);
        }
        if let Some(seat) = position.to_act().lowest() {
            return (position, seat);
        }
    }
}

/// What all plans bring in a position.
fn values(position: &Position, seat: Seat) -> Vec<Value> {
    let held = |position: &Position| {
        let holders = position.holders().iter();
        *holders.clone().find(|holder| holder.id == seat.0).expect("all players are at the table")
    };
    let before = held(position).points;
    (0..Plan::COUNT)
        .map(|place| {
            let plan = Plan::nth(place);
            let mut after = position.clone();
            after.apply(&[(seat, plan)], &mut Rng::of_turn(0, 0));
            let own = held(&after);
            let gain = own.points - before;
            let counted = if after.outcome().is_some() { gain + own.worth() } else { gain };
            let plan = plan.to_string();
            Value { gain, counted, rotates: plan.contains(['R', 'T']), plan }
        })
        .collect()
}

/// Two tests for each language that the bots of Coins are in: where it is missing, the runner shows
/// that they are left out.
macro_rules! languages {
    ($($language:literal: $play:ident, $answer:ident;)+) => {
        $(#[test]
        fn $play() {
            they_play_what_they_say($language);
        }

        #[test]
        fn $answer() {
            bots_answer_every_position($language);
        })+

        #[test]
        fn each_bot_of_coins_is_in_a_language_that_is_asked() {
            let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/coins");
            for bot in folders(&bots) {
                assert!([$($language),+].contains(&&*program(&bot)), "{}", bot.display());
            }
        }
    };
}

languages! {
    "java": bots_in_java_play_what_they_say, bots_in_java_answer_whatever_is_on_the_table;
    "lua": bots_in_lua_play_what_they_say, bots_in_lua_answer_whatever_is_on_the_table;
    "python": bots_in_python_play_what_they_say, bots_in_python_answer_whatever_is_on_the_table;
    "r": bots_in_r_play_what_they_say, bots_in_r_answer_whatever_is_on_the_table;
    "ruby": bots_in_ruby_play_what_they_say, bots_in_ruby_answer_whatever_is_on_the_table;
}

fn they_play_what_they_say(language: &str) {
    let mut rng = Rng::of_turn(4, 0);
    let tables: Vec<_> = (0..tables()).map(|_| reached(&mut rng)).collect();
    let values: Vec<_> = tables.iter().map(|(position, seat)| values(position, *seat)).collect();
    each(language, |bot| {
        let claim = CLAIMS.iter().find(|(name, _)| *name == bot.about.name);
        for ((position, seat), values) in tables.iter().zip(&values) {
            let argument = position.observation(*seat);
            let plan = bot.plan(&argument);
            let place = (0..Plan::COUNT).find(|place| Plan::nth(*place) == plan).unwrap();
            let kept = claim.is_none_or(|(_, claim)| claim(&values[place], values));
            assert!(kept, "{}: {argument}: {plan}", bot.about.name);
        }
    });
}

/// A table that need not be one that a game can get to: numbers of every size.
fn any(rng: &mut Rng) -> String {
    let seats = 2 + rng.below(19) as u8;
    let mut order: Vec<u8> = (0..seats).collect();
    rng.shuffle(&mut order);
    let mut size = || [1, 4, 100, 1_000_000_000][rng.below(4) as usize];
    let bounds: Vec<_> = order.iter().map(|id| (*id, size(), size(), size())).collect();
    let (coins, round) = (size(), size().min(10_000));
    let holder = |(id, points, flipped, unflipped)| Holder {
        id,
        points: rng.below(2 * points) as i64 - points as i64,
        flipped: rng.below(flipped) as u32,
        unflipped: rng.below(unflipped) as u32,
    };
    let holders = bounds.into_iter().map(holder).collect();
    let (coins, round) = (1 + rng.below(coins) as u32, 1 + rng.below(round) as u32);
    let id = rng.below(u64::from(seats)) as u8;
    Argument { round, id, coins, holders }.to_string()
}

fn bots_answer_every_position(language: &str) {
    let mut rng = Rng::of_turn(5, 0);
    let tables: Vec<_> = (0..tables()).map(|_| any(&mut rng)).collect();
    each(language, |bot| {
        for argument in &tables {
            let plan = bot.plan(argument);
            let again = bot.about.deterministic == Some(true) && *argument == tables[0];
            assert!(!again || bot.plan(argument) == plan, "{}: {argument}", bot.about.name);
        }
    });
}
