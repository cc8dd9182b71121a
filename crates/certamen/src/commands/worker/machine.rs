//! This worker's identity, which is its key, its name and its class, and its speed with all slots
//! busy.

use super::WorkerArgs;
use crate::{Result, say::farm as say};
use certamen_contest::MoveTime;
use certamen_farm::{WorkerClient, identity::PrivateKey, layout::is_name, message::WorkerState};
use certamen_game::Map;
use certamen_host::timing::time_needed;
use certamen_i18n::{Context, Message, usage};
use certamen_runner::{allowed_cores, pin_to_core};
use certamen_sandbox::{Languages, Tier, find_tool};
use serde_json::{Value, json};
use std::{
    env,
    fmt::Write,
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// Number of hexadecimal digits of a class's hash.
const DIGITS: usize = 12;

/// The identity of this worker. While this value lives, no other worker on this machine has the
/// same name.
pub(super) struct WorkerIdentity {
    pub(super) own: PrivateKey,
    pub(super) name: String,
    pub(super) class: String,
    pub(super) tier: String,
    pub(super) cache: PathBuf,
    /// The folder for builds, shared by workers with the same compilers.
    pub(super) builds: PathBuf,
    _lock: File,
}

impl WorkerIdentity {
    /// The identity from the arguments or, by default, from the machine.
    pub(super) fn of(arguments: &WorkerArgs, tier: Tier) -> Result<WorkerIdentity> {
        let name = match &arguments.name {
            Some(name) if is_name(name) => name.clone(),
            Some(name) => return Err(usage(say::no_name(name))),
            None => own_name(),
        };
        let tier = tier.letter().to_owned();
        let class = match &arguments.class {
            Some(class) if is_name(class) => class.clone(),
            Some(class) => return Err(usage(say::no_name(class))),
            None => class_of(&tier, env!("CARGO_PKG_VERSION")),
        };
        let folder = arguments.cache.clone().unwrap_or_else(cache);
        let cache = folder.join("worker");
        let folder = &cache;
        fs::create_dir_all(folder).context(folder.display().to_string())?;
        let lock = lock(folder, &name)?;
        let own = PrivateKey::keep(&folder.join(format!("{name}.key")))?;
        let builds = builds(&cache, &class, &toolchains());
        Ok(WorkerIdentity { own, name, class, tier, cache, builds, _lock: lock })
    }
}

/// The folder for builds. It depends on the compilers, because a class whose name the user chose
/// keeps it when compilers change.
fn builds(cache: &Path, class: &str, tools: &str) -> PathBuf {
    let tools = &blake3::hash(tools.as_bytes()).to_hex()[..DIGITS];
    cache.join("builds").join(format!("{class}-{tools}"))
}

/// Timing in matches is comparable between workers of one class: they have the same isolation
/// level, processor model, program version and compilers.
fn class_of(tier: &str, version: &str) -> String {
    let tools = toolchains();
    let text = format!("{tier} {} {version}{tools}", env::consts::ARCH);
    blake3::hash(text.as_bytes()).to_hex()[..DIGITS].to_owned()
}

/// The installed compilers and interpreters: the path and the size of each file. Running all of
/// them for their versions would take seconds.
fn toolchains() -> String {
    let mut text = String::new();
    for (name, language) in Languages::built_in().iter() {
        let commands = [&language.build, &language.run, &language.version];
        let tools = commands.into_iter().filter_map(|command| command.first());
        for tool in tools.filter(|tool| tool.starts_with('/')) {
            let Ok(path) = find_tool(tool, &language.package) else { continue };
            // A usual name is often a link to a file with the version in its name.
            let path = path.canonicalize().unwrap_or(path);
            let length = fs::metadata(&path).map_or(0, |file| file.len());
            write!(text, "\n{name} {} {length}", path.display()).expect("a string takes all");
        }
    }
    text
}

fn lock(folder: &Path, name: &str) -> Result<File> {
    let path = folder.join(format!("{name}.lock"));
    let file = File::create(&path).context(path.display().to_string())?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(usage(say::name_taken(name))),
        Err(TryLockError::Error(error)) => Err(error).context(path.display().to_string()),
    }
}

/// The machine's host name, restricted to characters that are valid in a subject.
fn own_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name: String = name.trim().chars().filter(|c| is_name(&c.to_string())).take(40).collect();
    if name.is_empty() { "worker".to_owned() } else { name }
}

fn cache() -> PathBuf {
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache"));
    named.or_else(home).unwrap_or_else(env::temp_dir).join("certamen")
}

/// The benchmark: a built-in player answers in the positions in which relative time limits are
/// measured.
const GAME: &str = "mancala8";
const PLAYER: &str = "100% of builtin:bueno:depth=4";
/// The calibration takes this many times as long as a later check.
const ROUNDS: u32 = 3;

/// The time of one round with all `slots` busy. It is measured once and stored in `cache` with what
/// it depends on; none if it cannot be measured.
pub(super) fn calibrated_speed(
    (cache, name): (&Path, &str),
    slots: usize,
    glance: Duration,
) -> Option<Duration> {
    let path = cache.join(format!("{name}.speed.json"));
    let of =
        json!({ "cpu": processor_model(), "slots": slots, "version": env!("CARGO_PKG_VERSION") });
    let stored =
        fs::read(&path).ok().and_then(|stored| serde_json::from_slice::<Value>(&stored).ok());
    let stored =
        stored.filter(|stored| stored["of"] == of).and_then(|stored| stored["nanos"].as_u64());
    if let Some(nanos) = stored {
        return Some(Duration::from_nanos(nanos));
    }
    let usual = mean_over_slots(slots, ROUNDS * glance)?;
    let nanos = u64::try_from(usual.as_nanos()).unwrap_or(u64::MAX);
    // If it cannot be stored, it is measured again next time.
    let _ = fs::write(&path, json!({ "of": of, "nanos": nanos }).to_string());
    Some(usual)
}

/// Measures the current speed; returns a message if the worker's state changes because of it.
pub(super) fn check_speed(client: &WorkerClient, glance: Duration) -> Option<Message> {
    Some(match client.note_pace(round_time(glance)?)? {
        WorkerState::Rests => say::rests_of_drift(),
        _ => say::is_back(),
    })
}

fn mean_over_slots(slots: usize, time: Duration) -> Option<Duration> {
    let cores = allowed_cores();
    let all: Option<Vec<Duration>> = thread::scope(|scope| {
        let begun: Vec<_> = (0..slots)
            .map(|place| {
                let core = cores[place % cores.len()];
                scope.spawn(move || {
                    pin_to_core(core);
                    round_time(time)
                })
            })
            .collect();
        begun.into_iter().map(|one| one.join().ok().flatten()).collect()
    });
    let all = all?;
    Some(all.iter().sum::<Duration>() / u32::try_from(all.len()).ok().filter(|count| *count > 0)?)
}

/// The mean time of a round, over the rounds that fit into `time`, at least one.
fn round_time(time: Duration) -> Option<Duration> {
    let game = certamen_games::find(GAME)?;
    let Ok(MoveTime::Share(share)) = PLAYER.parse() else { return None };
    let (begun, mut rounds) = (Instant::now(), 0);
    while rounds == 0 || begun.elapsed() < time {
        time_needed(game, &Map::new(), 2, &share).ok()?;
        rounds += 1;
    }
    Some(begun.elapsed() / rounds)
}

fn processor_model() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find(|line| line.starts_with("model name"));
    model
        .and_then(|line| line.split_once(':'))
        .map_or_else(String::new, |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{builds, class_of};
    use certamen_farm::layout::is_name;
    use std::{collections::BTreeSet, path::Path};

    #[test]
    fn another_version_or_isolation_level_is_another_class() {
        let of = [("A", "1.0.0"), ("A", "1.0.1"), ("D", "1.0.0")];
        let classes = of.map(|(tier, version)| class_of(tier, version));
        assert!(classes.iter().all(|class| is_name(class)), "{classes:?}");
        assert_eq!(BTreeSet::from(classes.clone()).len(), 3, "{classes:?}");
        assert_eq!(class_of("A", "1.0.0"), classes[0], "it is stable");
    }

    #[test]
    fn builds_of_other_compilers_are_not_used_whatever_the_class() {
        let of = |class: &str, tools: &str| builds(Path::new("cache"), class, tools);
        assert_eq!(of("lab", "gcc 12"), of("lab", "gcc 12"));
        assert_ne!(of("lab", "gcc 12"), of("lab", "gcc 13"));
        assert_ne!(of("lab", "gcc 12"), of("other", "gcc 12"));
        assert!(of("lab", "gcc 12").starts_with("cache/builds"));
    }
}
