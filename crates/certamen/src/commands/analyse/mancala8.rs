//! Mancala8: moves and their values, and what searching costs, with and without pruning.

use super::{AnalyseArgs, SearchArgs, command_error, read_positions};
use crate::{
    Result,
    analysis::{Agreement, Cost, HouseSearches, LispPlan, LispSearches, Searches},
    exit::ExitStatus,
    print::format::{Alignment, Column, TableFormat, print},
    say::{analyse, refusal},
};
use certamen_game::{
    Audience, DynGame, Language, Map, Rng, State,
    builtin::{Arguments, BuiltinError},
    number,
};
use certamen_games::mancala8::{
    Position,
    alpha_beta::Order,
    searcher::{DEPTHS, EVALUATIONS, Method, Searcher},
    trace::TriedMove,
};
use certamen_i18n::{Localize, Message, usage};
use certamen_runner::{Bot, BotKind};
use certamen_sandbox::Launcher;
use serde_json::{Value, json};
use std::{
    io::{self, Write, stdout},
    time::Duration,
};

/// Longer traces are not useful: a trace of this depth has some thousand lines.
const DEEPEST_TRACE: u32 = 5;

pub(super) fn analyse(
    arguments: &AnalyseArgs,
    game: &'static dyn DynGame,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let mut searches = searches(arguments, game, launcher)?;
    let depth = searches.depth();
    if !DEPTHS.contains(&depth) {
        let (low, high) = (DEPTHS.start(), DEPTHS.end());
        return Err(usage(refusal::depth_range(depth, *low, *high)));
    }
    if arguments.trace && depth > DEEPEST_TRACE {
        return Err(usage(refusal::trace_depth(depth, DEEPEST_TRACE)));
    }
    let positions = read_positions(arguments, |options| position(game, options))?;
    let mut out = stdout().lock();
    if arguments.output.json {
        for position in &positions {
            writeln!(out, "{}", json_line(&mut *searches, position, arguments.trace)?)?;
        }
    } else {
        let mut report = SearchReport { searches: &mut *searches, language, totals: Vec::new() };
        for position in &positions {
            report.position(&mut out, position)?;
            if arguments.trace {
                report.trace(&mut out, position)?;
            }
        }
        if positions.len() > 1 {
            writeln!(out, "{}: {}", analyse::positions().get(language), positions.len())?;
            report.costs(&mut out, &report.totals)?;
        }
    }
    let Some(Agreement { search, same, tried }) = searches.agreement() else {
        return Ok(ExitStatus::Fine);
    };
    eprintln!("{}: {} {same}/{tried}", search.display(), analyse::same_move().get(language));
    Ok(if same == tried { ExitStatus::Fine } else { ExitStatus::NotPlain })
}

fn searches(
    arguments: &AnalyseArgs,
    game: &'static dyn DynGame,
    launcher: &Launcher,
) -> Result<Box<dyn Searches>> {
    let Some(given) = &arguments.bot else {
        return Err(usage(refusal::bot_missing(known())));
    };
    let bot = Bot::find(given, game).map_err(usage)?;
    let own = match &arguments.search {
        Some(SearchArgs::Lisp(path)) => Some(path.clone()),
        _ => None,
    };
    if own.is_some() || matches!(bot.kind, BotKind::Evaluation(_)) {
        let method = method(arguments)?;
        let (methods, depth) = (methods(arguments, method), arguments.depth);
        let plan = LispPlan { launcher, game, bot: &bot, own, method, methods, depth };
        return Ok(Box::new(LispSearches::start(plan).map_err(command_error)?));
    }
    let (name, searcher) = searcher(arguments, given, bot)?;
    let methods = methods(arguments, searcher.method);
    Ok(Box::new(HouseSearches { name, searcher, methods }))
}

fn known() -> Message {
    let names = EVALUATIONS.map(|(name, _)| format!("builtin:{name}"));
    refusal::or_file(names.join(", "))
}

fn searcher(arguments: &AnalyseArgs, given: &str, bot: Bot) -> Result<(String, Searcher)> {
    let wrong = || usage(refusal::values_nothing(given, known()));
    let BotKind::Builtin { name, arguments: mut given_to } = bot.kind else { return Err(wrong()) };
    // Arguments in the name take precedence, as in a match.
    for (key, value) in flags(arguments) {
        given_to.entry(key).or_insert(value);
    }
    let searcher = Searcher::named(&name, &given_to).map_err(|error| match error {
        BuiltinError::Argument { key, reason, .. } => usage(refusal::flag(key, reason)),
        other => usage(other),
    })?;
    searcher.map(|searcher| (name, searcher)).ok_or_else(wrong)
}

/// The flags as arguments of a built-in player.
fn flags(arguments: &AnalyseArgs) -> Arguments {
    let mut flags = Arguments::new();
    if let Some(depth) = arguments.depth {
        flags.insert("depth".to_owned(), depth.to_string());
    }
    if let Some(search) = &arguments.search {
        flags.insert("search".to_owned(), search.to_string());
    }
    if let Some(order) = &arguments.order {
        flags.insert("order".to_owned(), order.clone());
        // Only a search with pruning has a move order.
        flags.entry("search".to_owned()).or_insert_with(|| SearchArgs::AlphaBeta.to_string());
    }
    flags
}

fn position(game: &dyn DynGame, options: &Map) -> Result<Position, Message> {
    let state = game.new_initial_state(options, 2, &mut Rng::of_turn(0, 0));
    let state = state.map_err(|error| error.message())?;
    let position = *state.as_any().downcast_ref::<Position>().expect("a position of this game");
    if position.is_over() {
        return Err(refusal::match_over());
    }
    Ok(position)
}

/// The documented JSON line: pruned moves are listed separately, with upper bounds of their values.
fn json_line(searches: &mut dyn Searches, position: &Position, traced: bool) -> Result<Value> {
    let (found, cost) = searches.search(position)?;
    let (mut values, mut at_most) = (Map::new(), Map::new());
    for entry in &found.moves {
        let list = if entry.exact { &mut values } else { &mut at_most };
        list.insert(entry.action.to_string(), number::json(entry.value));
    }
    let mut line = json!({
        "move": found.best.map(|action| action.to_string()),
        "values": values,
        "nodes": cost.nodes,
        "evaluations": cost.evaluations,
        "ms": number::json(milliseconds(cost.time)),
    });
    if !at_most.is_empty() {
        line["at_most"] = Value::Object(at_most);
    }
    if traced {
        let tried = searches.trace(position)?.tried;
        let json = |tried: &TriedMove| {
            let (action, value) = (tried.action.to_string(), number::json(tried.value));
            json!({"ply": tried.ply, "move": action, "value": value, "cut": tried.cut})
        };
        line["trace"] = tried.iter().map(json).collect();
    }
    Ok(line)
}

/// The searches to compare: without pruning, and with it in all orders or in the requested one.
fn methods(arguments: &AnalyseArgs, asked: Method) -> Vec<Method> {
    let orders = match (asked, &arguments.search) {
        (Method::AlphaBeta(order), _) if arguments.order.is_some() => vec![order],
        (Method::Minimax, Some(SearchArgs::Minimax)) => Vec::new(),
        _ => Order::ALL.to_vec(),
    };
    std::iter::once(Method::Minimax).chain(orders.into_iter().map(Method::AlphaBeta)).collect()
}

fn method(arguments: &AnalyseArgs) -> Result<Method> {
    let order = match &arguments.order {
        None => None,
        Some(name) => {
            let known = Order::ALL.into_iter().find(|order| order.name() == name);
            let all = Order::ALL.map(Order::name).join(", ");
            let wrong = || usage(refusal::order_given(name, &all));
            Some(known.ok_or_else(wrong)?)
        }
    };
    match (&arguments.search, order) {
        (Some(SearchArgs::Minimax), Some(_)) => Err(usage(refusal::no_order())),
        (Some(SearchArgs::AlphaBeta), None) => Ok(Method::AlphaBeta(Order::default())),
        (_, Some(order)) => Ok(Method::AlphaBeta(order)),
        _ => Ok(Method::Minimax),
    }
}

pub(super) struct SearchReport<'a> {
    pub(super) searches: &'a mut dyn Searches,
    pub(super) language: Language,
    /// The sums over all positions, one entry per search.
    pub(super) totals: Vec<Cost>,
}

impl SearchReport<'_> {
    pub(super) fn position(&mut self, out: &mut dyn Write, position: &Position) -> Result<()> {
        let language = self.language;
        let picture = position.render(Audience::Spectators, language);
        let (found, _) = self.searches.search(position)?;
        let best = found.best.map_or_else(|| "-".to_owned(), |action| action.to_string());
        writeln!(out, "{picture}")?;
        writeln!(
            out,
            "{}, {} {}: {} {best}, {} {}",
            self.searches.name(),
            analyse::depth().get(language),
            self.searches.depth(),
            analyse::action().get(language),
            analyse::value().get(language),
            number::json(found.value),
        )?;
        let columns = [
            Column(analyse::action().get(language), Alignment::Text),
            Column(analyse::value().get(language), Alignment::Number),
        ];
        let rows: Vec<Vec<String>> = found
            .moves
            .iter()
            .map(|entry| {
                let bound = if entry.exact { "" } else { "≤ " };
                vec![entry.action.to_string(), format!("{bound}{}", number::json(entry.value))]
            })
            .collect();
        print(out, TableFormat::Table, &columns, &rows)?;
        let costs = self.searches.costs(position)?;
        if self.totals.is_empty() {
            self.totals.clone_from(&costs);
        } else {
            for (total, cost) in self.totals.iter_mut().zip(&costs) {
                total.nodes += cost.nodes;
                total.evaluations += cost.evaluations;
                total.time += cost.time;
            }
        }
        self.costs(out, &costs)?;
        Ok(writeln!(out)?)
    }

    /// One row per search; "pruned" is the share of the first search's evaluations that was saved.
    pub(super) fn costs(&self, out: &mut dyn Write, costs: &[Cost]) -> io::Result<()> {
        let heading = [analyse::nodes(), analyse::evaluations(), analyse::pruned()];
        let mut columns = vec![Column(analyse::search().get(self.language), Alignment::Text)];
        columns.extend(heading.map(|word| Column(word.get(self.language), Alignment::Number)));
        columns.push(Column("ms".to_owned(), Alignment::Number));
        let all = costs[0].evaluations.max(1) as f64;
        let row = |cost: &Cost| {
            let pruned = 100.0 * (1.0 - cost.evaluations as f64 / all);
            vec![
                cost.label.clone(),
                cost.nodes.to_string(),
                cost.evaluations.to_string(),
                format!("{pruned:.1} %"),
                format!("{:.3}", milliseconds(cost.time)),
            ]
        };
        let rows: Vec<Vec<String>> = costs.iter().map(row).collect();
        print(out, TableFormat::Table, &columns, &rows)
    }

    pub(super) fn trace(&mut self, out: &mut dyn Write, position: &Position) -> Result<()> {
        for tried in self.searches.trace(position)?.tried {
            let indent = "  ".repeat(tried.ply as usize);
            let cut = if tried.cut { analyse::cut().get(self.language) } else { String::new() };
            let line = format!("{indent}{} = {} {cut}", tried.action, number::json(tried.value));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(writeln!(out)?)
    }
}

/// Milliseconds, rounded to the microsecond.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
