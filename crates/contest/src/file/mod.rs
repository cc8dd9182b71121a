//! `contest.toml`: every unknown key and invalid value is an error that names it.

use crate::{
    ContestError, Folder,
    draw::Beacon,
    safe_files::{replace, synced},
};
use certamen_game::{
    Adjudication, Conditions, DynGame, DynState, Map, ProgramLife, Rng,
    job::{BotSource, BotSpec, FileError, HTTP_LANGUAGE, HttpPlayerTerms, read_toml},
};
use certamen_i18n::{Argument, Localize, Message, quoted};
use certamen_tournament::{
    Contradiction, FormatConfig, RankingConfig, RankingRule, Registered, UnreadableKeys,
};
use entries::{SeedKey, SeedKeys};
use limits::LimitsKeys;
use move_time::MoveTime;
use openings::OpeningsSection;
use players::PlayerKeys;
use serde::{Deserialize, de::Error};
use std::{
    collections::BTreeMap,
    io,
    num::NonZeroU64,
    path::{Path, PathBuf},
    time::Duration,
};

mod entries;
mod limits;
pub(crate) mod move_time;
pub(crate) mod openings;
mod players;
mod remote;
#[cfg(feature = "schema")]
mod schema;
mod sections;
#[cfg(test)]
mod tests;

pub(crate) mod say {
    certamen_i18n::texts!("locales/file");
}

mod remote_say {
    certamen_i18n::texts!("locales/remote");
}

pub use entries::{Entries, EntryDeadline, EntryRules, Ideas, Schedule, TimetableKeys, Visibility};
pub use limits::{Limits, WorkerPolicy};
pub use remote::{REMOTE, RemoteSection, remote_name};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use sections::{
    CourseSection, Determinism, LibraryReading, LibraryReadings, MatchesShown, Memory, Minimum,
    MinimumResult, OnNondeterminism, PlayedAgainst, Programs, RulesSection, SandboxSection,
    SearchSection, SiteSection,
};

/// One in this many turns is asked twice where all bots must be deterministic.
const ASKED_AGAIN: Option<NonZeroU64> = NonZeroU64::new(20);

#[derive(Clone)]
pub struct ContestFile {
    pub name: String,
    pub game: &'static dyn DynGame,
    pub seed: u64,
    pub draw: Option<EntryDeadline>,
    /// The public value to mix into the seed, if any.
    pub beacon: Option<Beacon>,
    /// Whether the seed is secret until the contest is over.
    pub hides_seed: bool,
    /// BOTs or patterns, relative to the file.
    pub bots: Vec<String>,
    /// Whether players that the host does not run may enter.
    pub allow_remote: bool,
    pub remote: RemoteSection,
    pub options: Map,
    /// The openings that matches begin with, if they differ.
    pub openings: Option<OpeningsSection>,
    pub format: FormatConfig,
    pub ranking: RankingConfig,
    pub limits: Limits,
    /// When a match is decided before the rules end it.
    pub adjudication: Option<Adjudication>,
    pub programs: Programs,
    pub sandbox: SandboxSection,
    pub search: Option<SearchSection>,
    pub rules: Option<RulesSection>,
    /// Absent if no submissions are accepted; a course has its own rules.
    pub entries: Option<EntryRules>,
    /// The rules of a course, if it is one.
    pub course: Option<CourseSection>,
    /// The timetable, if it has one.
    pub schedule: Option<Schedule>,
    pub site: SiteSection,
    /// The players that the host asks over HTTP, by name.
    pub players: BTreeMap<String, HttpPlayerTerms>,
}

impl ContestFile {
    pub fn shows_matches(&self) -> bool {
        let usual = if self.course.is_some() { MatchesShown::Own } else { MatchesShown::All };
        self.site.matches.unwrap_or(usual) == MatchesShown::All
    }

    /// The terms of the entrant `name` with this language, if the host asks it over HTTP.
    pub fn http_player(&self, name: &str, language: &str) -> Option<&HttpPlayerTerms> {
        if language != HTTP_LANGUAGE {
            return None;
        }
        let named = self.bots.iter().filter_map(|given| given.parse::<BotSpec>().ok());
        let mut targets = named.filter_map(|spec| match spec.source {
            BotSource::Http { target } if spec.name.as_ref().unwrap_or(&target) == name => {
                Some(target)
            }
            _ => None,
        });
        self.players.get(&targets.next()?)
    }

    pub fn references(&self) -> Vec<&str> {
        let measured = match &self.format {
            FormatConfig::Ladder(ladder) => ladder.references.as_slice(),
            _ => &[],
        };
        let beaten = match &self.ranking.rule {
            RankingRule::ReferencesBeaten(ranking) => ranking.references.as_slice(),
            _ => &[],
        };
        measured.iter().chain(beaten).map(String::as_str).collect()
    }

    pub fn conditions(&self, move_time: Duration, tier: &str) -> Conditions {
        Conditions {
            on_fault: self.programs.on_fault,
            freeze: self.programs.freeze,
            life: self.programs.life,
            bytes: Some(self.game.longest_record(&self.options)),
            adjudication: self.adjudication,
            asked_again: ASKED_AGAIN.filter(|_| self.programs.deterministic.is_required()),
            ..self.limits.conditions(move_time, tier)
        }
    }

    pub fn read(folder: &Folder) -> Result<ContestFile, ContestError> {
        let path = folder.contest_file();
        let text = match crate::read_text(&path) {
            Ok(text) => text,
            Err(error) if is_absent(&error) => {
                return Err(ContestError::NoFile { path: folder.path().to_owned() });
            }
            Err(error) => return Err(ContestError::Io { path, error }),
        };
        parse(&text, folder.path()).map_err(|fault| ContestError::bad_file(path, fault))
    }

    /// Parses `text` as the file of the contest in `folder`.
    pub fn of_text(folder: &Folder, text: &str) -> Result<ContestFile, ContestError> {
        parse(text, folder.path())
            .map_err(|fault| ContestError::bad_file(folder.contest_file(), fault))
    }

    /// Whether `text` names no rules program that `old` does not. Reading a file starts the program of
    /// its game, so this is asked before an edited text is read.
    pub fn keeps_rules(old: &str, text: &str) -> bool {
        let game = |text: &str| {
            let file: toml::Table = toml::from_str(text).ok()?;
            file.get("game")?.as_str().map(str::to_owned)
        };
        let is_built_in =
            |given: &str| certamen_games::ALL.iter().any(|game| game.info().slug == given);
        // A text that names no game is refused when it is read, before anything is started.
        game(text).is_none_or(|new| is_built_in(&new) || game(old) == Some(new))
    }

    /// Whether it names no file of the machine that `old` does not. Beside [`ContestFile::keeps_rules`]
    /// this is the only check of an edited file: a test walks the schema, so that a new key must be checked here or listed there
    /// as naming no file.
    pub fn stays_inside(&self, old: &ContestFile) -> bool {
        let is_known = |bot: &String| old.bots.contains(bot) || is_builtin(bot);
        let register = |file: &ContestFile| file.course.as_ref().map(|own| own.register.clone());
        // They name other machines and variables of the environment.
        let remote = |file: &ContestFile| (file.allow_remote, file.remote);
        let same = old.sandbox == self.sandbox
            && register(old) == register(self)
            && remote(old) == remote(self)
            && old.players == self.players;
        let timed = self.timed_program();
        same && (timed.is_none() || timed == old.timed_program()) && self.bots.iter().all(is_known)
    }

    /// The bot, not a built-in player, that the time limit is relative to.
    fn timed_program(&self) -> Option<&Path> {
        match &self.limits.move_time {
            Some(MoveTime::Share(share)) => share.of().path(),
            _ => None,
        }
    }

    /// Writes `text` as the file of the contest in `folder`, atomically; false if it names a file
    /// of the machine, or the rules of a game, that the file did not.
    pub fn rewrite(folder: &Folder, text: &str) -> Result<bool, ContestError> {
        let (old, path) = (ContestFile::read(folder)?, folder.contest_file());
        let before = crate::read_text(&path)
            .map_err(|error| ContestError::Io { path: path.clone(), error })?;
        if !ContestFile::keeps_rules(&before, text)
            || !ContestFile::of_text(folder, text)?.stays_inside(&old)
        {
            return Ok(false);
        }
        let written = replace(&path, text.as_bytes()).and_then(|()| synced(folder.path()));
        written.map_err(|error| ContestError::Io { path, error })?;
        Ok(true)
    }
}

/// Seeds are below 2^53, so that any JSON reader keeps them exact.
const SEEDS: u64 = 1 << 53;

/// A contest: a game, its entrants, who plays whom, and what counts.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Keys {
    /// The title, on one line.
    name: String,
    /// The game; `certamen games` lists them.
    game: String,
    /// What luck comes from: a number, or "drawn"; drawn if absent where `[entries]` close, else 1.
    seed: Option<SeedKey>,
    /// Who takes part: BOTs or patterns, relative to the file; the order is the order of entry.
    bots: Vec<String>,
    /// Whether players that the host does not run may enter: `remote:NAME` and `http:NAME` in `bots`.
    #[serde(default)]
    allow_remote: bool,
    /// Players that the host does not run.
    #[serde(default)]
    remote: remote::RemoteKeys,
    /// The game's own options; those left out have their usual value.
    #[serde(default)]
    options: Map,
    /// The openings that matches begin with, each in all orders of seats.
    openings: Option<OpeningsSection>,
    /// Who plays whom.
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::format"))]
    format: toml::Table,
    /// What counts.
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::ranking"))]
    ranking: toml::Table,
    /// What programs may use.
    #[serde(default)]
    limits: LimitsKeys,
    /// When a match is decided before the rules end it.
    adjudication: Option<Adjudication>,
    /// How programs are treated.
    #[serde(default)]
    programs: Programs,
    /// How isolated programs must be.
    #[serde(default)]
    sandbox: SandboxSection,
    /// How built-in players search.
    search: Option<SearchSection>,
    /// How rules that are a program run.
    rules: Option<RulesSection>,
    /// Who may enter, and until when.
    entries: Option<Entries>,
    /// Players come as files of registered pairs.
    course: Option<CourseSection>,
    /// When tables are published, for contests that are held over days.
    timetable: Option<TimetableKeys>,
    /// How it is shown.
    #[serde(default)]
    site: SiteSection,
    /// Players that the host asks over HTTP, by name.
    #[serde(default)]
    players: BTreeMap<String, PlayerKeys>,
}

/// The default seed.
const FIRST_SEED: u64 = 1;

/// Whether nothing that could be a file is at the path.
fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | IsADirectory)
}

/// Reads `text`; its game is looked for beside it, in the folder `beside`.
pub(crate) fn parse(text: &str, beside: &Path) -> Result<ContestFile, FileError> {
    parse_with(text, |named| certamen_games::locate(named, beside))
}

/// Reads the `text` of the file of a contest of `game`, which others sent: the place that it names
/// is one of their machine, and nothing there is started.
pub(crate) fn parse_as(text: &str, game: &'static dyn DynGame) -> Result<ContestFile, FileError> {
    parse_with(text, |named| {
        // A path or a variant does not say which game it was there.
        let is_slug = !certamen_games::is_path(named) && !named.contains(':');
        let is_other = is_slug && named != game.info().slug;
        Ok(if is_other { certamen_games::find(named) } else { Some(game) })
    })
}

fn parse_with(
    text: &str,
    find: impl FnOnce(&str) -> Result<Option<&'static dyn DynGame>, Message>,
) -> Result<ContestFile, FileError> {
    let keys: Keys = read_toml(text)?;
    refuse_not_finite(text)?;
    let unknown = || FileError::key("game", say::unknown_game(&keys.game, known_games()));
    let found = find(&keys.game).map_err(|why| FileError::key("game", why))?;
    let game = found.ok_or_else(unknown)?;
    let entries = match &keys.entries {
        Some(entries) if keys.course.is_some() => {
            entries.check_course()?;
            None
        }
        entries => entries.as_ref().map(EntryRules::read).transpose()?,
    };
    let has_timetable = keys.timetable.is_some();
    let seed = SeedKeys::read(keys.seed.as_ref(), keys.entries.as_ref(), has_timetable)?;
    let schedule = keys.timetable.map(|timetable| timetable.read(keys.entries.as_ref()));
    let file = ContestFile {
        game,
        name: keys.name,
        seed: seed.seed.unwrap_or(FIRST_SEED),
        draw: seed.draw,
        beacon: seed.beacon,
        hides_seed: seed.hides,
        bots: keys.bots,
        allow_remote: keys.allow_remote,
        remote: keys.remote.read(text)?,
        options: keys.options,
        openings: keys.openings,
        format: format(keys.format)?,
        ranking: ranking(keys.ranking)?,
        limits: keys.limits.read(text)?,
        adjudication: keys.adjudication.filter(|rules| *rules != Adjudication::default()),
        programs: keys.programs,
        sandbox: keys.sandbox,
        search: keys.search,
        rules: keys.rules,
        entries,
        course: keys.course,
        schedule: schedule.transpose()?,
        site: keys.site,
        players: players::read(keys.players)?,
    };
    check(&file)?;
    remote::check(&file)?;
    players::check(&file)?;
    Ok(file)
}

fn known_games() -> String {
    let slugs: Vec<&str> = certamen_games::ALL.iter().map(|game| game.info().slug).collect();
    slugs.join(", ")
}

/// Format, ranking and policy contradict each other or the entrants.
pub(crate) fn contradiction(found: Contradiction) -> FileError {
    let Contradiction { key, reason } = found;
    FileError::key(key, reason.message())
}

/// Refuses `nan` and `inf`, which JSON, in which options are stored, does not have.
fn refuse_not_finite(text: &str) -> Result<(), FileError> {
    fn look(key: &str, value: &toml::Value) -> Result<(), FileError> {
        match value {
            toml::Value::Float(number) if !number.is_finite() => {
                Err(FileError::key(key, say::no_number(number.to_string())))
            }
            toml::Value::Table(table) => {
                let mut entries = table.iter();
                entries.try_for_each(|(name, value)| look(&format!("{key}.{name}"), value))
            }
            toml::Value::Array(values) => values.iter().try_for_each(|value| look(key, value)),
            _ => Ok(()),
        }
    }
    let table: toml::Table = read_toml(text)?;
    table.iter().try_for_each(|(key, value)| look(key, value))
}

/// The kind of a section; its other keys must be keys of that kind.
fn kind(
    section: &'static str,
    table: &mut toml::Table,
    kinds: &[Registered],
) -> Result<String, FileError> {
    let known = || kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    let of_kind = |reason| FileError::key(format!("{section}.kind"), reason);
    let kind = match table.remove("kind") {
        Some(toml::Value::String(kind)) => kind,
        Some(other) => return Err(of_kind(say::no_text(other.to_string()))),
        None => return Err(FileError::new(say::missing(format!("{section}.kind"), known()))),
    };
    let Some(found) = kinds.iter().find(|known| known.name == kind) else {
        return Err(of_kind(say::unknown_kind(kind, known())));
    };
    let keys = found.keys();
    if let Some(key) = table.keys().find(|key| !keys.contains(key)) {
        let have = kinds.iter().filter(|kind| kind.keys().contains(key));
        let others = have.map(|kind| Message::verbatim(kind.name)).reduce(say::and);
        let keys = keys.join(", ");
        let reason = match others {
            None => say::unknown_key(kind, keys),
            Some(others) => say::key_of_others(others, kind, keys),
        };
        return Err(FileError::key(format!("{section}.{key}"), reason));
    }
    Ok(kind)
}

fn format(mut table: toml::Table) -> Result<FormatConfig, FileError> {
    let kind = kind("format", &mut table, FormatConfig::KINDS)?;
    FormatConfig::read(&kind, table).map_err(|error| FileError::new(say::section("format", error)))
}

fn ranking(mut table: toml::Table) -> Result<RankingConfig, FileError> {
    let kind = kind("ranking", &mut table, RankingConfig::KINDS)?;
    let wrong = |error: UnreadableKeys| FileError::new(say::section("ranking", error));
    let keys = Map::deserialize(table)
        .map_err(|error| wrong(UnreadableKeys::Keys(Error::custom(error))))?;
    RankingConfig::read(&kind, keys).map_err(wrong)
}

fn check(file: &ContestFile) -> Result<(), FileError> {
    let refuse = |key: &str, reason| Err(FileError::key(key, reason));
    if file.seed >= SEEDS {
        return refuse("seed", say::seed_too_large(file.seed));
    }
    if file.name.trim().is_empty() || file.name.chars().any(char::is_control) {
        return refuse("name", say::name());
    }
    file.site.check(file.course.is_some())?;
    let tier = &file.sandbox.minimum_tier;
    if !["A", "B", "C", "D"].contains(&tier.as_str()) {
        return refuse("sandbox.minimum_tier", say::unknown_tier(tier));
    }
    if file.rules.is_some() && file.game.rules_source().rules_digest.is_none() {
        return refuse("rules.processes", say::rules_are_built_in(file.game.info().slug));
    }
    let programs = &file.programs;
    let policy = programs.disqualifies().then_some(programs.on_disqualified);
    certamen_tournament::check(&file.format, &file.ranking, policy)
        .and_then(|()| certamen_tournament::check_awards(&file.ranking, programs.on_disqualified))
        .map_err(contradiction)?;
    if let Some(MoveTime::Share(share)) = &file.limits.move_time
        && let Some(Err(error)) = share.player(file.game)
    {
        return refuse("limits.move_time", error.message());
    }
    if file.course.is_some() && file.schedule.is_none() {
        return Err(FileError::new(say::course_without_timetable()));
    }
    if let Some(minimum) = file.course.as_ref().and_then(|course| course.minimum.as_ref())
        && let Err(error) = minimum.player(file.game)
    {
        return refuse("course.minimum.against", error.message());
    }
    remote::check(file)?;
    file.openings.iter().try_for_each(OpeningsSection::check)?;
    check_evaluations(file)?;
    // With the smallest table, so that a bad option is found before anything is written.
    let state = initial_state(file, *file.game.info().seats.start())?;
    if file.programs.life == ProgramLife::Contest {
        if file.programs.memory.lives_on() {
            return refuse("programs.life", say::life_beside_memory());
        }
        if state.engine_board().is_none() {
            return refuse("programs.life", say::life_of_engines(file.game.info().slug));
        }
    }
    Ok(())
}

/// The key of the rules that need evaluations of moves, if there are any.
pub fn evaluations_key(file: &ContestFile) -> Option<&'static str> {
    let Adjudication { resign, draw, .. } = file.adjudication?;
    let resign = resign.map(|_| "adjudication.resign");
    resign.or_else(|| draw.map(|_| "adjudication.draw"))
}

/// Refuses players that say nothing of their moves where matches are decided by that. Programs are
/// looked at when they are built.
fn check_evaluations(file: &ContestFile) -> Result<(), FileError> {
    let Some(key) = evaluations_key(file) else { return Ok(()) };
    let is_silent = |given: &&String| {
        let spec: Option<BotSpec> = given.parse().ok();
        let source = spec.map(|spec| spec.source);
        matches!(source, Some(BotSource::Builtin { .. } | BotSource::Http { .. }))
            || remote_name(given).is_some()
    };
    match file.bots.iter().find(is_silent) {
        Some(bot) => Err(FileError::key(key, say::no_evaluations(bot))),
        None => Ok(()),
    }
}

/// Tries the options with this many players.
pub(crate) fn check_options(file: &ContestFile, seats: u8) -> Result<(), FileError> {
    initial_state(file, seats).map(drop)
}

fn initial_state(file: &ContestFile, seats: u8) -> Result<Box<dyn DynState>, FileError> {
    let tried = file.game.new_initial_state(&file.options, seats, &mut Rng::of_turn(0, 0));
    tried.map_err(|error| FileError::new(say::section("options", error)))
}

/// Whether this is a built-in player with any name; a path may contain anything.
fn is_builtin(bot: &str) -> bool {
    let spec = BotSpec::read(bot, |_| false);
    spec.is_ok_and(|spec| matches!(spec.source, BotSource::Builtin { .. }))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotEntry {
    Named(BotSpec),
    /// The bots that a pattern matches, sorted.
    Found(Vec<BotSpec>),
}

/// Expands an entry of `bots`; paths become relative to the parent of `folder`.
pub fn expand(folder: &Path, given: &str) -> Result<BotEntry, FileError> {
    let wrong = |reason: &dyn Argument| FileError::key("bots", say::bots(given, reason.value()));
    if remote_name(given).is_some() {
        return Err(wrong(&say::remote_not_run()));
    }
    let spec = BotSpec::read(given, |path| folder.join(path).exists())
        .map_err(|error| wrong(&error))?
        .within(folder);
    let path = match spec.path() {
        Some(path) if spec.name.is_none() && is_pattern(given) => path,
        _ => return Ok(BotEntry::Named(spec)),
    };
    let found = glob::glob(&path.to_string_lossy()).map_err(|error| wrong(&quoted(&error)))?;
    let found: Vec<PathBuf> =
        found.collect::<Result<_, _>>().map_err(|error| wrong(&quoted(&error)))?;
    let bots = found.into_iter().filter(|path| !is_text_file(path));
    let bots: Vec<BotSpec> = bots
        .map(|path| BotSpec { arguments: spec.arguments.clone(), ..BotSpec::of_path(path) })
        .collect();
    if bots.is_empty() {
        return Err(wrong(&say::nothing_there()));
    }
    Ok(BotEntry::Found(bots))
}

pub(crate) fn is_pattern(given: &str) -> bool {
    given.contains(['*', '?', '['])
}

/// Read-me files and the like, which patterns match by accident.
fn is_text_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    name.starts_with('.') || ending == "md" || ending == "txt"
}
