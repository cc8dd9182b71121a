//! Tries a game as its author would want it tried: plays it at random with every number of seats and
//! every bound of its options, sends what players send by mistake, and asks everything again in other
//! processes.

use crate::game::{ExternalGame, OpenGame};
use crate::manifest::Chance;
use crate::message::{LIMITS, RawPosition};
use crate::process::{Note, ProcessPool, Request};
use crate::repeat::{Repetition, differing, shown};
use crate::state::{ExternalState, TurnReply, read_position};
use crate::{OpenError, say};
use certamen_game::arbiter::{Answer, Arbiter};
use certamen_game::{
    DynState, Given, Map, OptionsError, Rng, RulesFault, RulesFaultKind, Seat, Seats, Table, Void,
    legible,
};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::Sandbox;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The most turns of a match.
const TURNS: usize = 10_000;
/// How many matches are played for each number of seats and each set of options, if there is time.
const MATCHES: u64 = 3;
/// What is asked again is asked this much later than the first request, at least: a clock shows another
/// second then.
const CLOCK: Duration = Duration::from_millis(1_600);
/// After this many other states, none of which differs for another seat, leaks to a seat are not looked
/// for: a few may happen to look alike.
const ALIKE: u32 = 8;
/// A turn that takes longer makes contests slow.
const SLOW: Duration = Duration::from_millis(20);

/// What to check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Options that all matches have.
    pub options: Map,
    /// The number of seats; all that the game takes if absent.
    pub seats: Option<u8>,
    /// When to stop playing.
    pub time: Duration,
}

/// Something that is wrong with a game.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The word for it, as listed in the documentation.
    pub code: &'static str,
    /// Whether the game can be used nevertheless.
    pub is_warning: bool,
    /// What was seen.
    pub fact: Message,
    /// The turn, from 1; 0 is the start.
    pub turn: Option<u64>,
    /// The seed of the match.
    pub seed: Option<u64>,
    /// A request and its responses.
    pub lines: Vec<String>,
    /// What to do about it.
    pub hint: Option<Message>,
}

/// What a check found.
pub struct CheckReport {
    /// The game's slug.
    pub game: String,
    /// The digest of its rules.
    pub digest: String,
    /// How many matches were played.
    pub matches: u64,
    /// How many turns they had.
    pub turns: u64,
    /// One for each code, and for each field where that matters.
    pub findings: Vec<Finding>,
    /// How many requests were asked again.
    pub repeated: u64,
    /// One position: as spectators see it, and then as each seat is shown and told it.
    pub views: Vec<PositionView>,
}

/// A position as it looks to spectators or to a seat.
#[derive(Clone, Debug)]
pub struct PositionView {
    /// The seat; `None` for spectators.
    pub seat: Option<Seat>,
    /// The observation of the seat.
    pub observation: String,
    /// What people are shown; it may have many lines.
    pub shown: String,
}

impl CheckReport {
    /// Whether nothing but warnings was found.
    pub fn passed(&self) -> bool {
        self.findings.iter().all(|finding| finding.is_warning)
    }
}

/// Checks the game at `path`, or this variant of it. What is wrong with it is in the report; an error
/// is that it cannot be checked, or not to the end: a failure of the machine says nothing about it.
pub fn check(
    sandbox: &Arc<dyn Sandbox>,
    path: &Path,
    variant: Option<&str>,
    options: &CheckOptions,
) -> Result<CheckReport, OpenError> {
    let game = match crate::opened(sandbox, path, variant) {
        Ok(game) => game,
        Err(OpenError::File(error) | OpenError::Manifest(error)) => {
            let mut report = CheckReport::of(String::new(), String::new());
            report.find(Finding::new("bad-manifest", error.message()));
            return Ok(report);
        }
        Err(OpenError::Rules(Void::Rules(fault))) => {
            let mut report = CheckReport::of(fault.game.clone(), String::new());
            report.find(Finding::of_fault(&fault));
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    game.0
        .manifest
        .accept(&options.options)
        .map_err(|(key, why)| OpenError::Options(OptionsError::new(&key, why)))?;
    let range = game.0.info.seats.clone();
    if let Some(given) = options.seats.filter(|seats| !range.contains(seats)) {
        return Err(OpenError::Options(OptionsError::Players { given, seats: range }));
    }
    let digest = game.0.source.rules_digest.clone().unwrap_or_default();
    let report = CheckReport::of(game.0.info.slug.to_owned(), digest);
    let end = Instant::now() + options.time;
    // One match may take longer, so that a game without an end is told from a slow one.
    let last = end + 9 * options.time;
    let begun = Instant::now();
    let mut check = Check { game, report, begun, end, last, tried: CheckTally::default() };
    let checked = check.play_all(options).and_then(|()| check.repeat(options.time));
    check.game.0.pool.clear();
    checked.map_err(OpenError::Rules)?;
    check.conclude();
    Ok(check.report)
}

/// The message about a field.
type Fact = fn(String) -> Message;

/// What the matches had in all.
#[derive(Default)]
struct CheckTally {
    unfinished: u64,
    /// Whether another key changed a turn.
    draws: bool,
    /// The results of asking for other states that a seat cannot distinguish.
    resampling: BTreeMap<Seat, Resampling>,
    time_of_turns: Duration,
    replies: BTreeSet<String>,
    /// Why a match was not started: its options go together with no other.
    rejected: Option<Message>,
}

#[derive(Default)]
struct Resampling {
    asked: u32,
    /// Whether another state differed for another seat, once at least.
    differs: bool,
}

struct Check {
    game: OpenGame,
    report: CheckReport,
    begun: Instant,
    /// When no other match is begun.
    end: Instant,
    /// When the first match is left, too.
    last: Instant,
    tried: CheckTally,
}

impl CheckReport {
    fn of(game: String, digest: String) -> CheckReport {
        let (findings, views) = (Vec::new(), Vec::new());
        CheckReport { game, digest, matches: 0, turns: 0, findings, repeated: 0, views }
    }

    /// Adds a finding, unless the same was found before.
    fn find(&mut self, finding: Finding) {
        let same = |known: &Finding| known.code == finding.code;
        if !self.findings.iter().any(same) {
            self.findings.push(finding);
        }
    }
}

impl Finding {
    fn new(code: &'static str, fact: Message) -> Finding {
        let (turn, seed, lines, hint) = (None, None, Vec::new(), None);
        Finding { code, is_warning: false, fact, turn, seed, lines, hint }
    }

    /// What a fault of the rules is called here.
    fn of_fault(fault: &RulesFault) -> Finding {
        let field = fault.field.as_deref().unwrap_or_default();
        let code = match fault.kind {
            RulesFaultKind::Value
                if field == "position.state" && fault.detail != say::key_missing() =>
            {
                "too-large"
            }
            RulesFaultKind::Value if field.contains("scores") => "bad-scores",
            RulesFaultKind::Value if field.contains("display") => "bad-display",
            RulesFaultKind::Value => "bad-position",
            kind => kind.word(),
        };
        let lines = [&fault.sent, &fault.received].into_iter().filter(|line| !line.is_empty());
        let lines = lines.map(|line| shown(line)).collect();
        Finding { turn: fault.turn, lines, ..Finding::new(code, fault.message()) }
    }

    fn hint(self, hint: Message) -> Finding {
        Finding { hint: Some(hint), ..self }
    }

    fn warning(self) -> Finding {
        Finding { is_warning: true, ..self }
    }
}

/// Why a match of a check is left.
enum Problem {
    /// Something is wrong with the game.
    OfGame(Box<Finding>),
    /// The machine failed.
    OfMachine(Void),
}

impl Problem {
    /// A finding gets the place where it was found.
    fn at(self, turn: u64, seed: u64) -> Problem {
        match self {
            Problem::OfGame(finding) => {
                let turn = finding.turn.or(Some(turn));
                Problem::OfGame(Box::new(Finding { turn, seed: Some(seed), ..*finding }))
            }
            machine @ Problem::OfMachine(_) => machine,
        }
    }
}

impl From<Finding> for Problem {
    fn from(finding: Finding) -> Problem {
        Problem::OfGame(Box::new(finding))
    }
}

impl From<Void> for Problem {
    fn from(void: Void) -> Problem {
        match void {
            Void::Rules(fault) => Finding::of_fault(&fault).into(),
            other => Problem::OfMachine(other),
        }
    }
}

impl Check {
    fn external(&self) -> &Arc<ExternalGame> {
        &self.game.0
    }

    /// Plays matches until the time is over or all were played.
    fn play_all(&mut self, options: &CheckOptions) -> Result<(), Void> {
        let (low, high) = (*self.external().info.seats.start(), *self.external().info.seats.end());
        let counts: BTreeSet<u8> = match options.seats {
            Some(seats) => BTreeSet::from([seats]),
            None => BTreeSet::from([low, (low + 1).min(high), high]),
        };
        self.external().pool.note_from_now();
        let mut is_first = true;
        self.refuses_wrong_options(low)?;
        let tables = self.tables(&options.options);
        for seed in 1..=MATCHES {
            for seats in &counts {
                for (table, bound) in &tables {
                    if Instant::now() >= self.end && !is_first {
                        return Ok(());
                    }
                    is_first = false;
                    match self.play(table, *seats, seed, bound.as_ref()) {
                        Ok(()) => {}
                        Err(Problem::OfGame(finding)) => self.report.find(*finding),
                        Err(Problem::OfMachine(void)) => return Err(void),
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks for a start with each option beyond each of its bounds, which the rules must refuse: not
    /// every host looks at the manifest.
    fn refuses_wrong_options(&mut self, seats: u8) -> Result<(), Void> {
        let game = Arc::clone(self.external());
        let options = game.manifest.options.iter();
        let beyond = options
            .flat_map(|(name, option)| option.beyond().into_iter().map(move |value| (name, value)));
        for (name, value) in beyond {
            let mut options = game.manifest.default_options();
            options.insert(name.clone(), value.clone());
            let fields = game.start_fields(&options, seats, Rng::of_turn(1, 0).key());
            let fields = fields.as_object().expect("it was written as one");
            let request = Request { kind: "start", state: None, fields };
            let started = game.pool.ask(request, |response| Ok(response.get("position").is_some()));
            match started {
                Ok(true) => {
                    let fact = say::f_accepts(name, value.to_string());
                    self.report.find(Finding::new("bad-option", fact));
                }
                // An error is a refusal, too.
                Ok(false) | Err(Void::Rules(_)) => {}
                Err(void) => return Err(void),
            }
        }
        Ok(())
    }

    /// The sets of options to play with: the given ones, each bound of each option, and the hard
    /// starts; with the option that is at its bound.
    fn tables(&self, given: &Map) -> Vec<(Map, Option<(String, Value)>)> {
        let manifest = &self.external().manifest;
        let mut tables = vec![(given.clone(), None)];
        for (name, option) in &manifest.options {
            for value in option.bounds().into_iter().filter(|_| !given.contains_key(name)) {
                let mut table = given.clone();
                table.insert(name.clone(), value.clone());
                tables.push((table, Some((name.clone(), value))));
            }
        }
        let hard = manifest.hard_start.iter().map(|start| {
            let mut table = given.clone();
            table.extend(start.clone());
            (table, None)
        });
        tables.extend(hard);
        tables
    }

    fn play(
        &mut self,
        options: &Map,
        seats: u8,
        seed: u64,
        bound: Option<&(String, Value)>,
    ) -> Result<(), Problem> {
        let table = Table::new(&self.game).options(options.clone()).unnamed(seats).seed(seed);
        let mut arbiter = match (Arbiter::start(&self.game, table), bound) {
            (Ok(arbiter), _) => arbiter,
            // A program may refuse a combination that the bounds of its options allow.
            (Err(error @ OptionsError::Option { .. }), _) => {
                self.tried.rejected = Some(error.message());
                return Ok(());
            }
            (Err(OptionsError::Void(void)), bound)
                if bound.is_none() || void.rules_fault().is_none() =>
            {
                return Err(Problem::from(*void).at(0, seed));
            }
            (Err(error), bound) => {
                let fact = match bound {
                    Some((option, value)) => {
                        say::f_option(option, value.to_string(), error.message())
                    }
                    None => error.message(),
                };
                return Err(Problem::from(Finding::new("bad-option", fact)).at(0, seed));
            }
        };
        self.report.matches += 1;
        for turn in 0..=TURNS {
            let is_over = arbiter.outcome().is_some();
            if turn < 4 || turn.is_power_of_two() || is_over {
                self.examine(&arbiter, seed).map_err(|problem| problem.at(turn as u64, seed))?;
            }
            if is_over {
                return Ok(());
            }
            if self.is_time_over() {
                return Ok(());
            }
            if turn == TURNS {
                break;
            }
            self.step(&mut arbiter, seed)
                .map_err(|void| Problem::from(void).at(turn as u64 + 1, seed))?;
            self.report.turns += 1;
        }
        self.tried.unfinished += 1;
        Ok(())
    }

    /// Whether a match is left where it is.
    fn is_time_over(&self) -> bool {
        Instant::now() >= if self.report.matches == 1 { self.last } else { self.end }
    }

    fn step(&mut self, arbiter: &mut Arbiter, seed: u64) -> Result<(), Void> {
        let started = Instant::now();
        if !arbiter.automatic()? {
            let turn = arbiter.turns().len() as u64 + 1;
            let mut answers = Vec::new();
            for seat in arbiter.to_act().iter() {
                let action = arbiter.state().sample(seat, &mut Rng::of_player(seed, seat, turn));
                let text = action.map(|action| action.text()).unwrap_or_default();
                self.tried.replies.insert(text.clone());
                let zero = Duration::ZERO;
                let given = Ok(Given::Text(text));
                answers.push(Answer { seat, given, charged: zero, pondered: zero, asleep: zero });
            }
            arbiter.answer(answers)?;
        }
        self.tried.time_of_turns += started.elapsed();
        Ok(())
    }

    /// Tries everything with one position that does not change it.
    fn examine(&mut self, arbiter: &Arbiter, seed: u64) -> Result<(), Problem> {
        let state = arbiter.state().as_any().downcast_ref::<ExternalState>();
        let state = state.expect("the game is a program");
        self.look(state, arbiter)?;
        forfeits(state)?;
        if arbiter.outcome().is_none() {
            for seat in state.to_act().iter() {
                if state.automatic().is_none() && !self.is_time_over() {
                    self.legal_of(state, seat)?;
                }
            }
            self.other_chance(state, arbiter.turns().len() as u64, seed)?;
        }
        // At the end the result may show everything.
        let seats = if arbiter.outcome().is_none() { state.seats } else { 0 };
        for seat in (0..seats).map(Seat) {
            if self.is_time_over() {
                break;
            }
            self.resample(state, seat, seed)?;
        }
        state.failure().map_or(Ok(()), |void| Err(void.into()))
    }

    /// Looks at a position as spectators and as each seat.
    fn look(&mut self, state: &ExternalState, arbiter: &Arbiter) -> Result<(), Problem> {
        let seats = (0..state.seats).map(|seat| Some(Seat(seat)));
        let mut views = Vec::new();
        for audience in [None].into_iter().chain(seats) {
            let display = state.displayed(audience)?;
            display.drawn().map_err(|(_, why)| Finding::new("bad-display", why))?;
            let observation = audience.map(|seat| state.observation(seat)).unwrap_or_default();
            let shown = display.text.unwrap_or_default().trim_matches('\n').to_owned();
            views.push(PositionView { seat: audience, observation, shown });
        }
        // The position after the first turn shows more than the start.
        if self.report.views.is_empty() || arbiter.turns().len() == 1 {
            self.report.views = views;
        }
        Ok(())
    }

    fn legal_of(&self, state: &ExternalState, seat: Seat) -> Result<(), Problem> {
        let legal = state.legal(seat);
        let is_listed =
            |text: &str| legal.as_ref().is_none_or(|legal| legal.iter().any(|it| it == text));
        for action in legal.iter().flatten().take(20) {
            match state.read(seat, action) {
                Ok(play) => same_action(action, &play.text())?,
                Err(_) if state.failure().is_some() => return Ok(()),
                Err(_) => {
                    let fact = say::f_rejected(legible(action));
                    return Err(Finding::new("legal-rejected", fact).hint(say::h_legal()).into());
                }
            }
        }
        let own = ["no such action", "", " ", "\u{0}\u{1b}[2J", "1e999", "é\u{202e}"];
        let long = "x".repeat(LIMITS.action);
        let others = self.tried.replies.iter().take(40).map(String::as_str);
        for reply in own.into_iter().chain([&*long]).chain(others) {
            if self.is_time_over() {
                return Ok(());
            }
            let probe = state.clone();
            match probe.read(seat, reply) {
                Ok(play) if is_listed(&play.text()) => is_canonical(&probe, seat, &play.text())?,
                Ok(play) => {
                    let fact = say::f_accepted(legible(&play.text()));
                    return Err(Finding::new("illegal-accepted", fact).hint(say::h_legal()).into());
                }
                Err(why) => match probe.failure() {
                    Some(Void::Rules(fault)) => {
                        let fact = say::f_crash(reply.len(), why.message());
                        let lines = Finding::of_fault(&fault).lines;
                        let finding = Finding { lines, ..Finding::new("crash-on-reply", fact) };
                        return Err(finding.into());
                    }
                    Some(void) => return Err(void.into()),
                    None => {}
                },
            }
        }
        Ok(())
    }

    /// Plays the turn with other keys, to see whether that changes anything.
    fn other_chance(&mut self, state: &ExternalState, turn: u64, seed: u64) -> Result<(), Void> {
        if self.tried.draws || self.external().manifest.game.chance != Chance::Turns {
            return Ok(());
        }
        let replies: Value = if state.automatic().is_some() {
            Value::Null
        } else {
            let rng = |seat| Rng::of_player(seed, seat, turn + 1);
            let sample = |seat| state.sample(seat, &mut rng(seat)).map(|play| play.text());
            state.to_act().iter().map(sample).collect()
        };
        let mut seen = BTreeSet::new();
        for other in 0..4 {
            let key = Rng::of_turn(seed.wrapping_add(other), turn + 1).key();
            if let TurnReply::Played { state, .. } = state.turn(&replies, key)? {
                // A library may store the key itself, which is no draw yet: what is seen counts.
                seen.insert(state);
            }
        }
        self.tried.draws = seen.len() > 1;
        Ok(())
    }

    /// Compares a position with another one that `seat` cannot distinguish.
    fn resample(&mut self, state: &ExternalState, seat: Seat, seed: u64) -> Result<(), Problem> {
        let key = Rng::of_player(seed, seat, 0).key();
        let other = state.resampled(seat, key)?;
        let mut differs = {
            let known = self.tried.resampling.entry(seat).or_default();
            known.asked += 1;
            known.differs
        };
        let Some(other) = other else { return Ok(()) };
        let look = |raw: &str, of: Seat| self.seen_by(state, raw, of);
        let own = [look(&state.position.state, seat)?, look(&other, seat)?];
        if let Some((field, seen)) = first_difference(&own[0], &own[1]) {
            self.tried.resampling.entry(seat).or_default().differs = true;
            let fact = say::f_leak(seat, field);
            let states = [&*state.position.state, &*other].map(shown);
            let lines = states.into_iter().chain(seen.map(|own| shown(&own.to_string()))).collect();
            let finding = Finding { lines, ..Finding::new("leak", fact) };
            return Err(finding.hint(say::h_leak()).into());
        }
        for of in (0..state.seats).map(Seat).filter(|of| *of != seat) {
            if differs {
                break;
            }
            let views = [look(&state.position.state, of)?, look(&other, of)?];
            differs = first_difference(&views[0], &views[1]).is_some();
        }
        self.tried.resampling.entry(seat).or_default().differs = differs;
        Ok(())
    }

    /// All that `seat` sees of a state, by field.
    fn seen_by(
        &self,
        state: &ExternalState,
        raw: &str,
        seat: Seat,
    ) -> Result<Vec<(&'static str, Value)>, Void> {
        let display = json!({"display": {"audience": seat.0, "language": "en"}});
        let fields = json!({"include": ["observations", "legal", display]});
        let fields = fields.as_object().expect("it was written as one");
        let expected = self.external().expected(state.seats, true);
        let request = Request { kind: "position", state: Some(raw), fields };
        let rest: RawPosition = self
            .external()
            .pool
            .ask(request, |response| read_position(response, expected).map(|(_, rest)| rest))?;
        let at = rest.to_act.iter().position(|acting| *acting == seat.0);
        let legal = at.and_then(|at| rest.legal.as_ref()?.get(at).cloned().flatten());
        let news = rest.news.as_ref().and_then(|news| news.get(seat.index()).cloned().flatten());
        let display = rest.display.unwrap_or_default();
        let scores = rest.outcome.map(|outcome| outcome.scores);
        Ok(vec![
            ("observations", json!(rest.observations.get(seat.index()))),
            ("to_act", json!(rest.to_act)),
            ("legal", json!(legal)),
            ("news", json!(news)),
            ("outcome", json!(scores)),
            ("display.text", json!(display.text)),
            ("display.grid", json!(display.grid)),
            ("display.picture", json!(display.picture)),
            ("display.caption", json!(display.caption)),
        ])
    }

    /// Asks again what was asked, in other processes and another order, each for a third of `time`.
    fn repeat(&mut self, time: Duration) -> Result<(), Void> {
        let game = Arc::clone(self.external());
        let noted = game.pool.take_notes();
        // A program that shows the time in seconds shows another one by now.
        thread::sleep(CLOCK.saturating_sub(self.begun.elapsed()));
        let mut again = |noted: &mut dyn Iterator<Item = &Note>, pool: &ProcessPool, how| {
            let (found, count) = differing(noted, pool, how, Instant::now() + time / 3);
            self.report.repeated += count;
            found
        };
        let twice = again(&mut noted.iter(), &game.pool, Repetition::Twice)?;
        let other = game.pool.renewed_elsewhere();
        let forward = again(&mut noted.iter(), &other, Repetition::Once)?;
        other.clear();
        let third = game.pool.renewed();
        let backward = again(&mut noted.iter().rev(), &third, Repetition::Once)?;
        third.clear();
        let random: Fact = |field| say::f_random(field);
        let (code, fact, found): (_, Fact, _) = match (twice, forward, backward) {
            (Some(found), Some(_), _) if found.is_drawn => ("own-random-source", random, found),
            (Some(found), _, _) => {
                ("nondeterministic", |field| say::f_nondeterministic(field), found)
            }
            (None, Some(found), _) => {
                ("environment-dependent", |field| say::f_environment(field), found)
            }
            (None, None, Some(found)) => ("stateful", |field| say::f_stateful(field), found),
            (None, None, None) => return Ok(()),
        };
        let lines = found.lines.into();
        let finding = Finding { lines, ..Finding::new(code, fact(found.field)) };
        self.report.find(finding.hint(say::h_deterministic()));
        Ok(())
    }

    fn conclude(&mut self) {
        let CheckTally { unfinished, draws, resampling, time_of_turns, rejected, .. } = &self.tried;
        let matches = self.report.matches;
        let mut found = Vec::new();
        if let Some(why) = rejected.as_ref().filter(|_| matches == 0) {
            found.push(Finding::new("bad-option", why.clone()));
        }
        if let Some(fault) = self.game.0.pool.retries().first {
            found.push(Finding::of_fault(&fault).warning());
        }
        if *unfinished > 0 {
            let fact = say::f_no_end(TURNS, *unfinished, matches);
            found.push(Finding::new("no-end", fact));
        }
        let manifest = &self.game.0.manifest.game;
        if manifest.chance == Chance::Turns && !draws && self.report.turns > 0 {
            found.push(Finding::new("chance-unused", say::f_unused()).warning());
        }
        let is_alike = |of: &Resampling| of.asked >= ALIKE && !of.differs;
        let unchecked = if resampling.values().all(|of| !of.differs) {
            Some(say::f_leak_unchecked())
        } else {
            let seat = resampling.iter().find(|(_, of)| is_alike(of)).map(|(seat, _)| *seat);
            seat.map(say::f_leak_unchecked_to)
        };
        if let Some(fact) = unchecked.filter(|_| manifest.hidden) {
            found.push(Finding::new("leak-unchecked", fact).warning());
        }
        let turns = u32::try_from(self.report.turns).unwrap_or(u32::MAX);
        if let Some(each) = time_of_turns.checked_div(turns).filter(|each| *each > SLOW) {
            let of_match = self.report.turns as f64 / matches.max(1) as f64;
            let minutes = (each.as_secs_f64() * of_match * 1000.0 / 60.0).ceil() as u64;
            let fact = say::f_slow(each.as_millis() as u64, minutes);
            found.push(Finding::new("slow", fact).warning());
        }
        for finding in found {
            self.report.find(finding);
        }
    }
}

/// Reads an accepted action again.
fn is_canonical(state: &ExternalState, seat: Seat, action: &str) -> Result<(), Problem> {
    match state.read(seat, action) {
        Ok(play) => same_action(action, &play.text()),
        // What it is instead is found where replies are tried.
        Err(_) => Ok(()),
    }
}

fn same_action(action: &str, read: &str) -> Result<(), Problem> {
    if action == read {
        return Ok(());
    }
    let fact = say::f_canonical(legible(action), legible(read));
    Err(Finding::new("not-canonical", fact).hint(say::h_legal()).into())
}

/// A forfeit of each seat, of all, and of none, as at the limit of turns.
fn forfeits(state: &ExternalState) -> Result<(), Void> {
    let alone = (0..state.seats).map(|seat| Seats::only(Seat(seat)));
    for seats in alone.chain([Seats::first(state.seats), Seats::NONE]) {
        state.forfeited(seats)?;
    }
    Ok(())
}

/// The first field that differs, with both values.
fn first_difference<'a>(
    one: &'a [(&'static str, Value)],
    other: &'a [(&'static str, Value)],
) -> Option<(&'static str, [&'a Value; 2])> {
    let mut both = one.iter().zip(other);
    both.find(|(one, other)| one.1 != other.1).map(|(one, other)| (one.0, [&one.1, &other.1]))
}
