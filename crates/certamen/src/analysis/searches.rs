//! The evaluations that can be analysed, and the searches that use them: built-in ones, and those that
//! an author wrote in Lisp, which run in a sandbox and are compared with the built-in ones.

use super::AnalysisError;
use certamen_game::{
    Budget, Channel, Conditions, DynGame, Evaluator, Failure, Table, Void, record::MEMORY,
};
use certamen_games::mancala8::{
    Position,
    alpha_beta::minimax_a_b_watched,
    node::Node,
    search::{Found, minimax_in_batches, minimax_watched},
    searcher::{Method, Searcher},
    trace::{SearchObserver, Trace},
};
use certamen_host::{HostError, Isolation};
use certamen_i18n::Message;
use certamen_runner::{
    Bot, BotKind, BuildCache, PlayerFactory, SeatingPlan, WriteAccess,
    lisp::{Host, LegacySemantics, REFERENCES, SearchResult, Way},
    referee::player::Piped,
};
use certamen_sandbox::Launcher;
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A search shorter than this is timed again; the shortest time counts.
const SHORT: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub(crate) struct Cost {
    pub(crate) label: String,
    /// Number of positions generated.
    pub(crate) nodes: u64,
    pub(crate) evaluations: u64,
    /// Time, without what the machine spent on other work.
    pub(crate) time: Duration,
}

pub(crate) trait Searches {
    fn name(&self) -> &str;

    /// Search depth in plies.
    fn depth(&self) -> u32;

    fn search(&mut self, position: &Position) -> Result<(Found, Cost), AnalysisError>;

    /// The costs to compare, starting with the search without pruning.
    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, AnalysisError>;

    /// All moves that the search tries.
    fn trace(&mut self, position: &Position) -> Result<Trace, AnalysisError>;

    /// How often the author's search chose the same move as the built-in one, if there is one.
    fn agreement(&self) -> Option<Agreement> {
        None
    }
}

/// How often the author's search chose the same move as the built-in one.
pub(crate) struct Agreement {
    pub(crate) search: PathBuf,
    pub(crate) same: u32,
    pub(crate) tried: u32,
}

pub(crate) struct HouseSearches {
    pub(crate) name: String,
    pub(crate) searcher: Searcher,
    pub(crate) methods: Vec<Method>,
}

impl HouseSearches {
    fn cost(&self, method: Method, position: &Position) -> (Found, Cost) {
        let searcher = Searcher { method, ..self.searcher };
        let once = || {
            let started = Instant::now();
            let found = searcher.search(position.node());
            (found, started.elapsed())
        };
        let (found, first) = once();
        let time = shortest(first, || Ok(once().1)).expect("it cannot fail");
        let (nodes, evaluations) = (found.nodes, found.evaluations);
        (found, Cost { label: label(method), nodes, evaluations, time })
    }
}

impl Searches for HouseSearches {
    fn name(&self) -> &str {
        &self.name
    }

    fn depth(&self) -> u32 {
        self.searcher.depth
    }

    fn search(&mut self, position: &Position) -> Result<(Found, Cost), AnalysisError> {
        Ok(self.cost(self.searcher.method, position))
    }

    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, AnalysisError> {
        Ok(self.methods.iter().map(|method| self.cost(*method, position).1).collect())
    }

    fn trace(&mut self, position: &Position) -> Result<Trace, AnalysisError> {
        let mut trace = Trace::default();
        self.searcher.search_watched(position.node(), &mut trace);
        Ok(trace)
    }
}

pub(crate) fn label(method: Method) -> String {
    match method {
        Method::Minimax => "minimax".to_owned(),
        Method::AlphaBeta(order) => format!("alpha-beta {}", order.name()),
    }
}

/// The shortest of several times of a search whose first run took this long.
pub(crate) fn shortest(
    first: Duration,
    mut again: impl FnMut() -> Result<Duration, AnalysisError>,
) -> Result<Duration, AnalysisError> {
    let mut shortest = first;
    for _ in 0..if first < SHORT { 4 } else { 0 } {
        shortest = shortest.min(again()?);
    }
    Ok(shortest)
}

/// Time limit for a turn; generous, because nothing is timed here.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) struct LispSearches {
    host: Host<Piped>,
    name: String,
    depth: u32,
    method: Method,
    methods: Vec<Method>,
    /// The file of the author's search, if there is one.
    own: Option<PathBuf>,
    /// The number of positions in which it was tried; `others` counts those with a different move.
    tried: u32,
    others: u32,
    _folder: TempDir,
}

pub(crate) struct LispPlan<'a> {
    pub(crate) launcher: &'a Launcher,
    pub(crate) game: &'static dyn DynGame,
    pub(crate) bot: &'a Bot,
    pub(crate) own: Option<PathBuf>,
    /// The search whose values are reported.
    pub(crate) method: Method,
    pub(crate) methods: Vec<Method>,
    /// Search depth in plies, unless the bot's name sets it.
    pub(crate) depth: Option<u32>,
}

impl LispSearches {
    /// Compiles the Lisp sources and starts the host.
    pub(crate) fn start(plan: LispPlan<'_>) -> Result<LispSearches, AnalysisError> {
        let LispPlan { launcher, game, bot, own, method, methods, depth: asked } = plan;
        let folder = tempfile::tempdir().map_err(HostError::NoPlace)?;
        let (bot, depth) = in_lisp(bot, &folder, game)?;
        if let Some(path) = own.as_ref().filter(|path| !path.is_file()) {
            return Err(AnalysisError::NoSearch { path: path.clone() });
        }
        let host = host(launcher, &bot, &folder, game, own.as_deref())?;
        let mut searches = LispSearches {
            host,
            name: bot.name.clone(),
            depth: asked.filter(|_| depth.is_none()).or(depth).unwrap_or(2),
            method,
            methods,
            own,
            tried: 0,
            others: 0,
            _folder: folder,
        };
        searches.on_turn(|host, _| {
            host.begin(1, LegacySemantics::default(), Instant::now() + PATIENCE)
        })?;
        Ok(searches)
    }

    /// Runs `ask` while the host's clock runs; errors carry the host's output.
    fn on_turn<T>(
        &mut self,
        ask: impl FnOnce(&mut Host<Piped>, u32) -> Result<T, Failure>,
    ) -> Result<T, AnalysisError> {
        let begun = self.host.channel().begin_turn(Budget { cpu: PATIENCE, wall: PATIENCE });
        let depth = self.depth;
        let asked = begun.and_then(|()| ask(&mut self.host, depth));
        self.host.channel().end_turn();
        asked.map_err(|failure| {
            let words = self.host.words().unwrap_or_default();
            AnalysisError::of_failure(&self.name, failure, &words)
        })
    }

    /// Measures the search of this name inside the host.
    fn cost(
        &mut self,
        way: Way,
        label: String,
        position: &Position,
    ) -> Result<(SearchResult, Cost), AnalysisError> {
        let mut once = || self.on_turn(|host, depth| host.search(way, depth, position));
        let found = once()?;
        let time = shortest(found.time, || Ok(once()?.time))?;
        let (nodes, evaluations) = (found.nodes, found.evaluations);
        Ok((found, Cost { label, nodes, evaluations, time }))
    }

    /// The values of the built-in search, computed with the host's evaluation.
    fn ours(
        &mut self,
        position: &Position,
        watch: &mut impl SearchObserver,
    ) -> Result<Found, AnalysisError> {
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

fn one_value(host: &mut Host<Piped>, root: &Position, node: &Node) -> Result<f64, Failure> {
    let mut values = Vec::with_capacity(1);
    host.evaluate(root, &[root.at(*node)], &mut values)?;
    values.pop().ok_or_else(|| Failure::Void(Void::Ours(Message::verbatim("no value came"))))
}

impl Searches for LispSearches {
    fn name(&self) -> &str {
        &self.name
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn search(&mut self, position: &Position) -> Result<(Found, Cost), AnalysisError> {
        let found = match self.method {
            Method::Minimax => {
                self.on_turn(|host, depth| minimax_in_batches(position, depth, host))?
            }
            Method::AlphaBeta(_) => self.ours(position, &mut ())?,
        };
        let way = way(self.method);
        let (inside, mut cost) = self.cost(way, label(self.method), position)?;
        if inside.best != found.best {
            return Err(AnalysisError::TwoAnswers { name: self.name.clone() });
        }
        // Counts of the table: positions evaluated, not all positions generated.
        (cost.nodes, cost.evaluations) = (found.nodes, found.evaluations);
        if let Some(path) = self.own.clone() {
            let (theirs, own) = self.cost(Way::Own, path.display().to_string(), position)?;
            self.tried += 1;
            self.others += u32::from(theirs.best != found.best);
            return Ok((Found { best: theirs.best, ..found }, own));
        }
        Ok((found, cost))
    }

    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, AnalysisError> {
        let mut costs = Vec::new();
        for method in self.methods.clone() {
            costs.push(self.cost(way(method), label(method), position)?.1);
        }
        if let Some(path) = self.own.clone() {
            costs.push(self.cost(Way::Own, path.display().to_string(), position)?.1);
        }
        Ok(costs)
    }

    fn trace(&mut self, position: &Position) -> Result<Trace, AnalysisError> {
        let mut trace = Trace::default();
        self.ours(position, &mut trace)?;
        Ok(trace)
    }

    fn agreement(&self) -> Option<Agreement> {
        let search = self.own.clone()?;
        Some(Agreement { search, same: self.tried - self.others, tried: self.tried })
    }
}

/// Starts a host with the bot's evaluation and the author's search, on this thread's core.
fn host(
    launcher: &Launcher,
    bot: &Bot,
    folder: &TempDir,
    game: &'static dyn DynGame,
    own: Option<&Path>,
) -> Result<Host<Piped>, AnalysisError> {
    let sandbox = Isolation::of_evaluation(launcher).sandbox(std::slice::from_ref(bot))?;
    let cache = BuildCache::new(folder.path().join("builds"), sandbox.clone());
    let ready = cache.prepare(bot)?;
    let search = own.map(|path| cache.prepare_search(path)).transpose()?;
    let plan = SeatingPlan { game, sandbox, write_access: WriteAccess::None };
    let mut table = Table::new(game);
    table.conditions = Conditions::usual(1_000, MEMORY, plan.sandbox.tier().to_string());
    certamen_runner::pin_to_core(certamen_runner::allowed_cores()[0]);
    let factory = PlayerFactory { plan: &plan, place: 0 };
    let host = factory.host(&table, &ready, search.as_deref());
    host.map_err(|void| AnalysisError::Void(Box::new(void)))
}

/// The bot as a Lisp bot, and the search depth set in its name.
fn in_lisp(
    bot: &Bot,
    folder: &TempDir,
    game: &'static dyn DynGame,
) -> Result<(Bot, Option<u32>), AnalysisError> {
    let BotKind::Builtin { name, arguments } = &bot.kind else {
        let search = match &bot.kind {
            BotKind::Evaluation(evaluation) => Some(evaluation.search),
            _ => None,
        };
        let search = search.ok_or_else(|| AnalysisError::NoValues { name: bot.name.clone() })?;
        return Ok((bot.clone(), search.depth));
    };
    let known = REFERENCES.iter().find(|(reference, _)| reference == name);
    let (_, source) = known.ok_or_else(|| AnalysisError::NotInLisp { name: name.clone() })?;
    let path = folder.path().join(format!("{name}.cl"));
    let written = std::fs::write(&path, source);
    written.map_err(|error| HostError::Io { path: path.clone(), error })?;
    let depth = arguments.get("depth").and_then(|depth| depth.parse().ok());
    Ok((Bot::find(&path.display().to_string(), game)?, depth))
}

fn way(method: Method) -> Way {
    match method {
        Method::Minimax => Way::Minimax,
        Method::AlphaBeta(order) => Way::AlphaBeta(order),
    }
}
