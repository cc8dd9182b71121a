//! The identity of this worker: its key, its name, its class.

use super::WorkerArgs;
use crate::{
    command_error::{CommandError, Context, usage},
    say::farm as say,
};
use certamen_farm::identity::WorkerKey;
use certamen_farm::layout::is_name;
use certamen_sandbox::{Languages, Tier, find_tool};
use std::{
    env,
    fmt::Write,
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

/// Number of hexadecimal digits of a class's hash.
const DIGITS: usize = 12;

/// The identity of this worker. While this value lives, no other worker on this machine has the
/// same name.
pub(super) struct WorkerIdentity {
    pub(super) own: WorkerKey,
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
    pub(super) fn of(arguments: &WorkerArgs, tier: Tier) -> Result<WorkerIdentity, CommandError> {
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
        let own = WorkerKey::keep(&folder.join(format!("{name}.key")))?;
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
    let mut told = String::new();
    for (name, language) in Languages::built_in().iter() {
        let commands = [&language.build, &language.run, &language.version];
        let tools = commands.into_iter().filter_map(|command| command.first());
        for tool in tools.filter(|tool| tool.starts_with('/')) {
            let Ok(path) = find_tool(tool, &language.package) else { continue };
            // A usual name is often a link to a file with the version in its name.
            let path = path.canonicalize().unwrap_or(path);
            let length = fs::metadata(&path).map_or(0, |file| file.len());
            write!(told, "\n{name} {} {length}", path.display()).expect("a string takes all");
        }
    }
    told
}

/// Locks the name on this machine.
fn lock(folder: &Path, name: &str) -> Result<File, CommandError> {
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

/// The user's cache folder.
fn cache() -> PathBuf {
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache"));
    named.or_else(home).unwrap_or_else(env::temp_dir).join("certamen")
}

#[cfg(test)]
mod tests {
    use super::{builds, class_of};
    use certamen_farm::layout::is_name;
    use std::{collections::BTreeSet, path::Path};

    #[test]
    fn machines_of_another_version_or_tier_are_of_another_class() {
        let of = [("A", "1.0.0"), ("A", "1.0.1"), ("D", "1.0.0")];
        let classes = of.map(|(tier, version)| class_of(tier, version));
        assert!(classes.iter().all(|class| is_name(class)), "{classes:?}");
        assert_eq!(BTreeSet::from(classes.clone()).len(), 3, "{classes:?}");
        assert_eq!(class_of("A", "1.0.0"), classes[0], "it stays what it is");
    }

    #[test]
    fn what_other_compilers_made_is_not_used_under_whatever_name() {
        let of = |class: &str, tools: &str| builds(Path::new("cache"), class, tools);
        assert_eq!(of("lab", "gcc 12"), of("lab", "gcc 12"));
        assert_ne!(of("lab", "gcc 12"), of("lab", "gcc 13"));
        assert_ne!(of("lab", "gcc 12"), of("hall", "gcc 12"));
        assert!(of("lab", "gcc 12").starts_with("cache/builds"));
    }
}
