//! Evaluations, and searches, that somebody wrote in Lisp: asked inside a sandbox, and compared with
//! ours.

use super::{
    AnalyseArgs,
    arguments::Search,
    mancala8::methods,
    search::{Cost, Searches, label, shortest},
};
use crate::command_error::{CommandError, Context, usage};
use crate::say::analyse;
use crate::say::refusal;
use certamen_evaluation::{Host, REFERENCES, Searched, Way};
use certamen_game::{
    Budget, Channel, Conditions, DynGame, Evaluator, Failure, Language, Table, Void,
};
use certamen_games::mancala8::{
    Position,
    alpha_beta::{Order, minimax_a_b_watched},
    node::Node,
    search::{Found, minimax_in_batches, minimax_watched},
    searcher::Method,
    trace::{Trace, Watch},
};
use certamen_hall::Isolation;
use certamen_referee::player::Piped;
use certamen_sandbox::Tier;
use certamen_speech::Message;
use certamen_worker::{Bot, Kind, Scratch, Seating, SeatingPlan, Workshop};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// Time enough for what is only looked at.
const PATIENCE: Duration = Duration::from_secs(600);

/// An evaluation in Lisp with its searches.
pub(super) struct LispSearches {
    host: Host<Piped>,
    name: String,
    depth: u32,
    method: Method,
    methods: Vec<Method>,
    /// The file of a search that somebody wrote.
    own: Option<PathBuf>,
    /// How many positions it was tried in, and in how many it chose another move.
    tried: u32,
    others: u32,
    _folder: TempDir,
}

/// Whether this is about something in Lisp: the bot, or the search.
pub(super) fn is_meant(arguments: &AnalyseArgs, bot: &Bot) -> bool {
    let in_lisp = matches!(bot.kind, Kind::Evaluation(_));
    matches!(arguments.search, Some(Search::Lisp(_))) || in_lisp
}

impl LispSearches {
    /// Compiles what is in Lisp, and starts it.
    pub(super) fn start(
        arguments: &AnalyseArgs,
        game: &'static dyn DynGame,
        bot: &Bot,
    ) -> Result<LispSearches, CommandError> {
        let folder = tempfile::tempdir().context("a folder for building")?;
        let (bot, depth) = in_lisp(bot, &folder, game)?;
        let own = match &arguments.search {
            Some(Search::Lisp(path)) => Some(path.clone()),
            _ => None,
        };
        if let Some(path) = own.as_ref().filter(|path| !path.is_file()) {
            return Err(usage(format!("--search {}: there is no such file", path.display())));
        }
        let method = method(arguments)?;
        let sandbox = asked().sandbox(std::slice::from_ref(&bot))?;
        let workshop = Workshop::new(folder.path().join("builds"), sandbox.clone());
        let ready = workshop.prepare(&bot)?;
        let search = own.as_ref().map(|path| workshop.prepare_search(path)).transpose()?;
        let plan = SeatingPlan { game, sandbox, scratch: Scratch::None };
        let mut table = Table::new(game);
        table.conditions = Conditions::usual(1_000, 256 << 20, plan.sandbox.tier().to_string());
        certamen_worker::pin_to_core(certamen_worker::allowed_cores()[0]);
        let seating = Seating { plan: &plan, place: 0 };
        let host = seating.host(&table, &ready, search.as_deref());
        let mut searches = LispSearches {
            host: host.map_err(CommandError::from)?,
            name: bot.name.clone(),
            depth: arguments.depth.filter(|_| depth.is_none()).or(depth).unwrap_or(2),
            method,
            methods: methods(arguments, method),
            own,
            tried: 0,
            others: 0,
            _folder: folder,
        };
        searches.on_turn(|host, _| host.begin(1, false, Instant::now() + PATIENCE))?;
        Ok(searches)
    }

    /// Lets `ask` talk with the host while its clock runs; what fails is told with the host's words.
    fn on_turn<T>(
        &mut self,
        ask: impl FnOnce(&mut Host<Piped>, u32) -> Result<T, Failure>,
    ) -> Result<T, CommandError> {
        let begun = self.host.channel().begin_turn(Budget { cpu: PATIENCE, wall: PATIENCE });
        let depth = self.depth;
        let asked = begun.and_then(|()| ask(&mut self.host, depth));
        self.host.channel().end_turn();
        asked.map_err(|failure| match failure {
            Failure::Fault(fault) => {
                let words = self.host.words().unwrap_or_default();
                CommandError::new(format!(
                    "{}: {fault}: {}",
                    self.name,
                    certamen_game::escaped(&words)
                ))
            }
            Failure::Void(void) => void.into(),
            Failure::Left => CommandError::new(refusal::person()),
        })
    }

    /// What the search of this name costs inside the host.
    fn cost(
        &mut self,
        way: Way,
        label: String,
        position: &Position,
    ) -> Result<(Searched, Cost), CommandError> {
        let mut once = || self.on_turn(|host, depth| host.search(way, depth, position));
        let found = once()?;
        let time = shortest(found.time, || Ok(once()?.time))?;
        let (nodes, evaluations) = (found.nodes, found.evaluations);
        Ok((found, Cost { label, nodes, evaluations, time }))
    }

    /// The values of ours, by the host's evaluation.
    fn ours(&mut self, position: &Position, watch: &mut impl Watch) -> Result<Found, CommandError> {
        let method = self.method;
        self.on_turn(|host, depth| {
            let mut value = |node: &Node| one_value(host, position, node);
            match method {
                Method::Minimax => minimax_watched(position.node(), depth, &mut value, watch),
                Method::AlphaBeta(order) => {
                    minimax_a_b_watched(position.node(), depth, order, &mut value, watch)
                }
            }
        })
    }
}

/// The best sandbox there is.
fn asked() -> Isolation {
    let asked = Message::verbatim("--bot");
    Isolation { tier: None, weakest: Tier::D, asked }
}

fn one_value(host: &mut Host<Piped>, root: &Position, node: &Node) -> Result<f64, Failure> {
    let mut values = Vec::with_capacity(1);
    host.evaluate(root, &[root.at(*node)], &mut values)?;
    values.pop().ok_or_else(|| {
        Failure::Void(Void::Ours(certamen_speech::Message::verbatim("no value came")))
    })
}

impl Searches for LispSearches {
    fn name(&self) -> &str {
        &self.name
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn search(&mut self, position: &Position) -> Result<(Found, Cost), CommandError> {
        let found = match self.method {
            Method::Minimax => {
                self.on_turn(|host, depth| minimax_in_batches(position, depth, host))?
            }
            Method::AlphaBeta(_) => self.ours(position, &mut ())?,
        };
        let way = way(self.method);
        let (inside, mut cost) = self.cost(way, label(self.method), position)?;
        if inside.best != found.best {
            return Err(CommandError::new(refusal::two_answers(&self.name)));
        }
        // Those of the table: boards that are looked at, not all that are made.
        (cost.nodes, cost.evaluations) = (found.nodes, found.evaluations);
        if let Some(path) = self.own.clone() {
            let (theirs, own) = self.cost(Way::Own, path.display().to_string(), position)?;
            self.tried += 1;
            self.others += u32::from(theirs.best != found.best);
            return Ok((Found { best: theirs.best, ..found }, own));
        }
        Ok((found, cost))
    }

    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, CommandError> {
        let mut costs = Vec::new();
        for method in self.methods.clone() {
            costs.push(self.cost(way(method), label(method), position)?.1);
        }
        if let Some(path) = self.own.clone() {
            costs.push(self.cost(Way::Own, path.display().to_string(), position)?.1);
        }
        Ok(costs)
    }

    fn trace(&mut self, position: &Position) -> Result<Trace, CommandError> {
        let mut trace = Trace::default();
        self.ours(position, &mut trace)?;
        Ok(trace)
    }

    fn verdict(&self, language: Language) -> Option<(String, bool)> {
        let path = self.own.as_ref()?;
        let same = self.tried - self.others;
        let words = analyse::same_move().get(language);
        Some((format!("{}: {words} {same}/{}", path.display(), self.tried), self.others == 0))
    }
}

/// The bot as one in Lisp, and the depth that stands behind its name.
fn in_lisp(
    bot: &Bot,
    folder: &TempDir,
    game: &'static dyn DynGame,
) -> Result<(Bot, Option<u32>), CommandError> {
    let Kind::House { name, arguments } = &bot.kind else {
        let search = match &bot.kind {
            Kind::Evaluation(evaluation) => Some(evaluation.search),
            _ => None,
        };
        let search = search.ok_or_else(|| usage(refusal::values_no_positions(&bot.name)))?;
        return Ok((bot.clone(), search.depth));
    };
    let known = REFERENCES.iter().find(|(reference, _)| reference == name);
    let (_, source) = known.ok_or_else(|| usage(refusal::not_in_lisp(name)))?;
    let path = folder.path().join(format!("{name}.cl"));
    std::fs::write(&path, source).context(&path)?;
    let depth = arguments.get("depth").and_then(|depth| depth.parse().ok());
    Ok((Bot::find(&path.display().to_string(), game)?, depth))
}

fn way(method: Method) -> Way {
    match method {
        Method::Minimax => Way::Minimax,
        Method::AlphaBeta(order) => Way::AlphaBeta(order),
    }
}

fn method(arguments: &AnalyseArgs) -> Result<Method, CommandError> {
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
        (Some(Search::Minimax), Some(_)) => Err(usage(refusal::no_order())),
        (Some(Search::AlphaBeta), None) => Ok(Method::AlphaBeta(Order::default())),
        (_, Some(order)) => Ok(Method::AlphaBeta(order)),
        _ => Ok(Method::Minimax),
    }
}
