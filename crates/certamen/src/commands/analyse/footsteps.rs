//! `FootSteps`: what a position is worth, how to bid there, and what a bot loses to the best
//! opponent.

use super::{AnalyseArgs, command_error, read_positions};
use crate::{
    Result,
    analysis::{Boards, Study, Weakness, known_mix},
    exit::ExitStatus,
    print::format::{Alignment, Column, TableFormat, print},
    say::{analyse, refusal},
};
use certamen_game::{Audience, DynGame, Language, Map, Seat, State, number};
use certamen_games::footsteps::{
    Position, place,
    solve::{Mix, Outlook, Solution},
    study::Estimate,
};
use certamen_host::Sandboxes;
use certamen_i18n::{Localize, Message, usage};
use certamen_runner::Bot;
use certamen_sandbox::Launcher;
use serde_json::{Value, json};
use std::io::{self, Write, stdout};

/// Number of matches for a bot that plays at random.
const SAMPLES: u32 = 400;

pub(super) fn analyse(
    arguments: &AnalyseArgs,
    game: &'static dyn DynGame,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let mut boards = Boards::default();
    let positions = read_positions(arguments, position_of)?;
    let bot = arguments.bot.as_deref().map(|given| Bot::find(given, game)).transpose();
    let bot = bot.map_err(usage)?;
    if let Some(bot) = bot.as_ref().filter(|bot| known_mix(bot).is_none()) {
        // A program's state follows from the messages it was sent; it cannot be set to a position.
        let is_start = |at: &Position| at.position == 0 && at.points[0] == at.points[1];
        if !positions.iter().all(is_start) {
            return Err(usage(refusal::starts_at_start(&bot.name)));
        }
    }
    let samples = arguments.samples.unwrap_or(SAMPLES);
    let sandboxes = Sandboxes::new(launcher, arguments.tier);
    let study = Study { game, sandboxes, samples, seed: arguments.seed.unwrap_or(1) };
    let mut out = stdout().lock();
    for position in &positions {
        let solution = boards.solved(position)?;
        let weakness = bot.as_ref().map(|bot| study.weakness(bot, position, &solution));
        let weakness = weakness.transpose().map_err(command_error)?;
        let found = Bids { position, solution: &solution, weakness };
        if arguments.output.json {
            writeln!(out, "{}", found.json(bot.as_ref()))?;
        } else {
            found.print(&mut out, bot.as_ref(), language)?;
        }
    }
    Ok(ExitStatus::Fine)
}

fn position_of(map: &Map) -> Result<Position, Message> {
    let position = place::position(map).map_err(|error| error.message())?;
    if position.outcome().is_some() {
        return Err(refusal::match_over());
    }
    // Checked before anything is solved.
    let (squares, points) = (position.squares, position.points[0].max(position.points[1]));
    Solution::fits(squares, points).map_err(|error| error.message())?;
    Ok(position)
}

pub(super) struct Bids<'a> {
    pub(super) position: &'a Position,
    pub(super) solution: &'a Solution,
    pub(super) weakness: Option<Weakness>,
}

impl Bids<'_> {
    fn value(&self) -> f64 {
        self.solution.value(Outlook::of(self.position, Seat(0)))
    }

    fn mixes(&self) -> [Mix; 2] {
        [Seat(0), Seat(1)].map(|seat| self.solution.mix(Outlook::of(self.position, seat)))
    }

    /// How much more the best opponent wins than against optimal play; negative only through
    /// sampling error.
    fn exploitable(&self, weakness: &Weakness) -> f64 {
        weakness.wins() + self.value()
    }

    /// The 95 % confidence interval of that value.
    fn exploitable_within(&self, estimate: &Estimate) -> [f64; 2] {
        [estimate.low, estimate.high].map(|end| end + self.value())
    }

    pub(super) fn json(&self, bot: Option<&Bot>) -> Value {
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
                let [low, high] = self.exploitable_within(estimate);
                line["low"] = number::json(rounded(low));
                line["high"] = number::json(rounded(high));
                line["samples"] = estimate.measured.into();
                line["learned"] = estimate.learned.into();
            }
        }
        line
    }

    pub(super) fn print(
        &self,
        out: &mut dyn Write,
        bot: Option<&Bot>,
        language: Language,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.position.render(Audience::Spectators, language))?;
        writeln!(
            out,
            "{} {:.4} ({} {:.0e})",
            analyse::value().get(language),
            rounded(self.value()),
            analyse::utility().get(language),
            self.solution.gap(),
        )?;
        let columns = [analyse::bid(), analyse::left(), analyse::right()]
            .map(|word| Column(word.get(language), Alignment::Number));
        print(out, TableFormat::Table, &columns, &rows(&self.mixes()))?;
        if let (Some(bot), Some(weakness)) = (bot, &self.weakness) {
            writeln!(out, "\n{}: {}", bot.name, analyse::exploited().get(language))?;
            let exploitable = self.exploitable(weakness);
            let how = if weakness.is_exact() { analyse::exact() } else { analyse::at_least() };
            let how = how.get(language);
            match weakness {
                Weakness::Exact(_) => writeln!(out, "{exploitable:.4} ({how})")?,
                Weakness::Line(line) => {
                    let bids = line.bids.iter().map(|(bid, answer)| match bid {
                        Some(bid) => format!("{bid}/{answer}"),
                        None => "-".to_owned(),
                    });
                    let bids = bids.collect::<Vec<_>>().join(" ");
                    let by_line = analyse::by_line().get(language);
                    writeln!(out, "{exploitable:.0} ({how}), {by_line}: {bids}")?;
                }
                Weakness::Estimate(estimate) => {
                    let words = analyse::measured().get(language);
                    let [low, high] = self.exploitable_within(estimate);
                    let Estimate { learned, measured, .. } = estimate;
                    writeln!(
                        out,
                        "{how} {exploitable:.3} [{low:.3}, {high:.3}] ({measured} {words} {learned})"
                    )?;
                }
            }
        }
        writeln!(out)
    }
}

/// A row for each bid with a positive probability.
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

/// Rounds away the noise of the last digits.
fn rounded(number: f64) -> f64 {
    // Adding zero turns a negative zero into a positive one.
    (number * 1e9).round() / 1e9 + 0.0
}
