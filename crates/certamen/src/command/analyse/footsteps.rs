//! `FootSteps`: what a position is worth, how to bid there, and what a bot loses to the best
//! opponent.

use super::{
    Analyse, positions,
    subject::{Seated, seeds},
    words,
};
use crate::{
    ending::{Ending, usage},
    format::{Alignment, Column, TableFormat, print},
    setting,
};
use anyhow::{Context, anyhow};
use game::{Audience, DynGame, Language, Map, Seat, State, Void, number};
use games::footsteps::{
    Position, place,
    response::Response,
    solve::{Mix, Outlook, Solution},
    study::{Estimate, Line, estimate, foresee, plays},
};
use sandbox::Tier;
use serde_json::{Value, json};
use std::{
    io::{self, Write, stdout},
    rc::Rc,
};
use worker::{Bot, Kind, Scratch, SeatingPlan, Workshop};

/// How many matches a bot that draws lots is studied in.
const SAMPLES: u32 = 400;
/// How many bids a bot is asked for while a line is looked for that beats it.
const QUESTIONS: u32 = 2000;
/// With so many other seeds a line must be played alike.
const OTHER_SEEDS: usize = 10;

/// Analyses the positions that were asked for.
pub(super) fn analyse(
    arguments: &Analyse,
    game: &'static dyn DynGame,
    language: Language,
) -> anyhow::Result<Ending> {
    let mut boards = Boards::default();
    let positions = positions::read(arguments, position_of)?;
    let bot = arguments.bot.as_deref().map(|given| Bot::find(given, game)).transpose();
    let bot = bot.map_err(usage)?;
    if let Some(bot) = bot.as_ref().filter(|bot| known_mix(bot).is_none()) {
        // A program knows what it heard, not where it is put.
        if positions.iter().any(|position| !is_start(position)) {
            let name = &bot.name;
            let reason =
                "is a program, which starts at the start: leave out `position`, give `points` once";
            return Err(usage(format!("--bot {name} {reason}")));
        }
    }
    let mut out = stdout().lock();
    for position in &positions {
        let solution = boards.solved(position)?;
        let weakness = bot.as_ref().map(|bot| weakness(arguments, game, bot, position, &solution));
        let found = Found { position, solution: &solution, weakness: weakness.transpose()? };
        if arguments.json {
            writeln!(out, "{}", found.json(bot.as_ref()))?;
        } else {
            found.print(&mut out, bot.as_ref(), language)?;
        }
    }
    Ok(Ending::Fine)
}

fn position_of(map: &Map) -> Result<Position, String> {
    let position = place::position(map).map_err(|error| error.to_string())?;
    if position.outcome().is_some() {
        return Err("the match is over there: there is nothing to choose".to_owned());
    }
    // Said before anything is solved.
    let (squares, points) = (position.squares, position.points[0].max(position.points[1]));
    Solution::fits(squares, points).map_err(|error| error.to_string())?;
    Ok(position)
}

fn is_start(position: &Position) -> bool {
    position.position == 0 && position.points[0] == position.points[1]
}

/// The solved boards: positions of one board are solved together.
#[derive(Default)]
struct Boards(Vec<((u32, u64), Rc<Solution>)>);

impl Boards {
    fn solved(&mut self, position: &Position) -> anyhow::Result<Rc<Solution>> {
        let (squares, points) = (position.squares, position.points[0].max(position.points[1]));
        let fits = |known: &(u32, u64)| known.0 == squares && known.1 >= points;
        if let Some((_, solution)) = self.0.iter().find(|(known, _)| fits(known)) {
            return Ok(Rc::clone(solution));
        }
        let solution = Solution::of(squares, points).map_err(|error| anyhow!("{error}"))?;
        let solution = Rc::new(solution);
        self.0.push(((squares, points), Rc::clone(&solution)));
        Ok(solution)
    }
}

/// The lotteries of the house players that any game has.
fn known_mix(bot: &Bot) -> Option<fn(Outlook) -> Mix> {
    let Kind::House { name, .. } = &bot.kind else { return None };
    match &**name {
        "first" => Some(|seen| Mix::sure(seen.own.min(1))),
        "last" => Some(|seen| Mix::sure(seen.own)),
        "random" => Some(|seen| Mix::even(seen.own)),
        _ => None,
    }
}

/// What the best opponent found wins on average, and how that is known.
enum Weakness {
    Exact(f64),
    /// Against a line that always comes no better can be found if it wins.
    Line(Line),
    Estimate(Estimate),
}

impl Weakness {
    fn wins(&self) -> f64 {
        match self {
            Weakness::Exact(wins) => *wins,
            Weakness::Line(line) => line.value,
            Weakness::Estimate(estimate) => estimate.mean,
        }
    }

    fn is_exact(&self) -> bool {
        match self {
            Weakness::Exact(_) => true,
            Weakness::Line(line) => line.value >= 1.0,
            Weakness::Estimate(_) => false,
        }
    }
}

fn weakness(
    arguments: &Analyse,
    game: &'static dyn DynGame,
    bot: &Bot,
    position: &Position,
    solution: &Solution,
) -> anyhow::Result<Weakness> {
    let opponent = Outlook::of(position, Seat(1));
    if let Some(mix) = known_mix(bot) {
        return Ok(Weakness::Exact(Response::to(solution, mix).value(opponent)));
    }
    let weakest = arguments.tier.unwrap_or(Tier::D);
    let bots = std::slice::from_ref(bot);
    let sandbox = setting::sandbox(bots, arguments.tier, weakest, &format!("--tier {weakest}"))?;
    let folder = tempfile::tempdir().context("a folder for building")?;
    let workshop = Workshop::new(folder.path().join("builds"), sandbox.clone());
    let ready = workshop.prepare(bot)?;
    let mut options = Map::new();
    options.insert("points".to_owned(), position.points[0].into());
    options.insert("squares".to_owned(), position.squares.into());
    let mut table = Seated::table(game, options, &bot.name);
    let move_ms = game.info().move_time.as_millis() as u64;
    let tier = sandbox.tier().to_string();
    table.conditions = game::Conditions::usual(move_ms, 256 << 20, tier);
    let scratch = Scratch::Below(folder.path().join("scratch"));
    let plan = SeatingPlan { game, sandbox, scratch };
    worker::pin_to_core(worker::allowed_cores()[0]);
    let mut subject = Seated::new(&plan, &ready, table);
    let ours = |void: Void| anyhow!("the bot cannot be studied: {void}");
    study(arguments, &mut subject, opponent, solution).map_err(ours)
}

/// Who can be foreseen is foreseen; who cannot is learned.
fn study(
    arguments: &Analyse,
    subject: &mut Seated<'_>,
    opponent: Outlook,
    solution: &Solution,
) -> Result<Weakness, Void> {
    let seed = arguments.seed.unwrap_or(1);
    let line = foresee(solution, opponent, subject, seed, QUESTIONS)?;
    if let Some(line) = line {
        let mut luck = seeds(seed);
        let mut alike = true;
        for _ in 0..OTHER_SEEDS {
            alike = alike && plays(subject, &line, luck.below(1 << 53))?;
        }
        if alike {
            return Ok(Weakness::Line(line));
        }
    }
    let matches = arguments.samples.unwrap_or(SAMPLES);
    estimate(solution, opponent, subject, seed, matches).map(Weakness::Estimate)
}

/// What was found out about a position.
struct Found<'a> {
    position: &'a Position,
    solution: &'a Solution,
    weakness: Option<Weakness>,
}

impl Found<'_> {
    fn value(&self) -> f64 {
        self.solution.value(Outlook::of(self.position, Seat(0)))
    }

    fn mixes(&self) -> [Mix; 2] {
        [Seat(0), Seat(1)].map(|seat| self.solution.mix(Outlook::of(self.position, seat)))
    }

    /// How much more the best opponent wins than against the best play: never less than nothing but
    /// for chance.
    fn exploitable(&self, weakness: &Weakness) -> f64 {
        weakness.wins() + self.value()
    }

    fn json(&self, bot: Option<&Bot>) -> Value {
        let mix = |mix: &Mix| -> Map {
            mix.bids().map(|(bid, p)| (bid.to_string(), number::json(rounded(p)))).collect()
        };
        let [left, right] = self.mixes();
        let mut line = json!({
            "value": number::json(rounded(self.value())),
            "mix": mix(&left),
            "rival": mix(&right),
            "gap": number::json(self.solution.gap()),
        });
        let (Some(bot), Some(weakness)) = (bot, &self.weakness) else { return line };
        line["bot"] = bot.name.clone().into();
        line["exploitable"] = number::json(rounded(self.exploitable(weakness)));
        line["exact"] = weakness.is_exact().into();
        match weakness {
            Weakness::Exact(_) => {}
            Weakness::Line(found) => {
                line["line"] =
                    found.bids.iter().map(|(bid, answer)| json!([bid, answer])).collect();
            }
            Weakness::Estimate(estimate) => {
                line["error"] = number::json(rounded(estimate.error));
                line["samples"] = estimate.measured.into();
                line["learned"] = estimate.learned.into();
            }
        }
        line
    }

    fn print(&self, out: &mut dyn Write, bot: Option<&Bot>, language: Language) -> io::Result<()> {
        writeln!(out, "{}", self.position.render(Audience::Everybody, language))?;
        writeln!(
            out,
            "{} {:.4} ({} {:.0e})",
            words::VALUE.get(language),
            rounded(self.value()),
            words::UTILITY.get(language),
            self.solution.gap(),
        )?;
        let columns = [words::BID, words::LEFT, words::RIGHT]
            .map(|word| Column(word.get(language), Alignment::Number));
        print(out, TableFormat::Table, &columns, &rows(&self.mixes()))?;
        if let (Some(bot), Some(weakness)) = (bot, &self.weakness) {
            writeln!(out, "\n{}: {}", bot.name, words::EXPLOITED.get(language))?;
            writeln!(out, "{}", self.told(weakness, language))?;
        }
        writeln!(out)
    }

    fn told(&self, weakness: &Weakness, language: Language) -> String {
        let exploitable = self.exploitable(weakness);
        let how = if weakness.is_exact() { words::EXACT } else { words::AT_LEAST };
        let how = how.get(language);
        match weakness {
            Weakness::Exact(_) => format!("{exploitable:.4} ({how})"),
            Weakness::Line(line) => {
                let bids = line.bids.iter().map(|(bid, answer)| match bid {
                    Some(bid) => format!("{bid}/{answer}"),
                    None => "-".to_owned(),
                });
                let bids = bids.collect::<Vec<_>>().join(" ");
                format!("{exploitable:.0} ({how}), {}: {bids}", words::BY_LINE.get(language))
            }
            Weakness::Estimate(Estimate { error, learned, measured, .. }) => {
                let words = words::MEASURED.get(language);
                format!("{how} {exploitable:.3} ± {error:.3} ({measured} {words} {learned})")
            }
        }
    }
}

/// A row for each bid that anybody should make.
fn rows(mixes: &[Mix; 2]) -> Vec<Vec<String>> {
    let share = |mix: &Mix, bid| {
        let found = mix.bids().find(|entry| entry.0 == bid);
        found.map_or_else(|| "-".to_owned(), |(_, p)| format!("{:.3} %", 100.0 * p))
    };
    let mut bids: Vec<u64> = mixes.iter().flat_map(|mix| mix.bids().map(|entry| entry.0)).collect();
    bids.sort_unstable();
    bids.dedup();
    let row = |bid: u64| vec![bid.to_string(), share(&mixes[0], bid), share(&mixes[1], bid)];
    bids.into_iter().map(row).collect()
}

/// Without the noise of the last digits.
fn rounded(number: f64) -> f64 {
    // Adding nothing makes a plain zero of a negative one.
    (number * 1e9).round() / 1e9 + 0.0
}
