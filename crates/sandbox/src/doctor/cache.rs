//! Earlier results of canaries, cached for as long as nothing has changed.

use super::finding::ProbeTest;
use crate::Tier;
use rustix::process::geteuid;
use serde::{Deserialize, Serialize};
use std::{
    env, fs, io,
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::PathBuf,
};

/// The file of earlier results, and the conditions under which they are valid.
pub(super) struct Cache {
    folder: PathBuf,
    circumstances: String,
}

#[derive(Serialize, Deserialize)]
struct CachedTests {
    circumstances: String,
    tests: Vec<ProbeTest>,
}

impl Cache {
    /// The cache of this user for this tier; `None` if there is no folder for it.
    pub(super) fn of(tier: Tier) -> Option<Cache> {
        let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache"));
        // The home of root may belong to the user that became root.
        let own = || if geteuid().is_root() { Some("/var/cache".into()) } else { home() };
        let folder = cache.or_else(own)?.join("certamen");
        Some(Cache { folder, circumstances: circumstances(tier).ok()? })
    }

    /// The results, if the conditions are the same and no other user could write the file.
    pub(super) fn read(&self) -> Option<Vec<ProbeTest>> {
        let path = self.path();
        for (place, others) in [(&self.folder, 0o022), (&path, 0o022)] {
            let metadata = fs::symlink_metadata(place).ok()?;
            let ours = metadata.uid() == geteuid().as_raw() && metadata.mode() & others == 0;
            if !ours || metadata.is_symlink() {
                return None;
            }
        }
        let cached: CachedTests = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        (cached.circumstances == self.circumstances).then_some(cached.tests)
    }

    pub(super) fn write(&self, tests: &[ProbeTest]) -> io::Result<()> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        let cached =
            CachedTests { circumstances: self.circumstances.clone(), tests: tests.to_vec() };
        // Whole or not at all: another process may be reading.
        let new = self.folder.join(format!("doctor.{}", std::process::id()));
        let mut file = fs::OpenOptions::new();
        let file = file.write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        serde_json::to_writer(file, &cached)?;
        fs::rename(&new, self.path())
    }

    fn path(&self) -> PathBuf {
        self.folder.join("doctor.json")
    }
}

/// Everything that the results depend on: boot, program, user and its rights, namespaces and
/// control groups.
fn circumstances(tier: Tier) -> io::Result<String> {
    let program = env::current_exe()?;
    let file = fs::metadata(&program)?;
    let stamp =
        [file.dev() as i64, file.ino() as i64, file.size() as i64, file.ctime(), file.ctime_nsec()];
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
    let status = fs::read_to_string("/proc/self/status")?;
    let rights = status.lines().filter(|line| {
        ["Uid:", "Gid:", "CapEff:", "CapBnd:", "NoNewPrivs:", "Seccomp:"]
            .iter()
            .any(|name| line.starts_with(name))
    });
    let mut parts = vec![tier.to_string(), boot.trim().to_owned(), format!("{stamp:?}")];
    parts.extend(rights.map(|line| line.replace('\t', " ")));
    for namespace in ["user", "mnt", "pid", "net", "cgroup"] {
        let link = fs::read_link(format!("/proc/self/ns/{namespace}"));
        parts.push(link.map_or_else(|_| "none".to_owned(), |link| link.display().to_string()));
    }
    parts.push(fs::read_to_string("/proc/self/cgroup").unwrap_or_default());
    Ok(parts.join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::{
        Item,
        finding::{CanaryFigure, ProbeOutput},
    };

    #[test]
    fn results_are_valid_under_the_same_conditions_only() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("certamen");
        let cache = |circumstances: &str| Cache {
            folder: place.clone(),
            circumstances: circumstances.to_owned(),
        };
        assert_eq!(cache("one").read(), None);
        let shown = ProbeOutput::Lost(CanaryFigure::OffTurn(99.0));
        let tests = [ProbeTest { item: Item::Freezing, shown }];
        cache("one").write(&tests).unwrap();
        assert_eq!(cache("one").read().as_deref(), Some(&tests[..]));
        assert_eq!(cache("another").read(), None);
    }

    #[test]
    fn a_file_that_others_may_write_is_ignored() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path().join("certamen"), circumstances: String::new() };
        cache.write(&[]).unwrap();
        assert!(cache.read().is_some());
        fs::set_permissions(cache.path(), fs::Permissions::from_mode(0o666)).unwrap();
        assert_eq!(cache.read(), None);
    }

    #[test]
    fn circumstances_are_the_same_twice_and_differ_by_tier() {
        assert_eq!(circumstances(Tier::A).unwrap(), circumstances(Tier::A).unwrap());
        assert_ne!(circumstances(Tier::A).unwrap(), circumstances(Tier::B).unwrap());
    }
}
