//! The position of this process in each mounted hierarchy of control groups.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The two interfaces of control groups; both may be mounted at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Version {
    One,
    Two,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hierarchy {
    pub(super) version: Version,
    /// The controllers bound to it; for version 2, those that our group may use.
    pub(super) controllers: Vec<String>,
    /// The directory of our own group.
    pub(super) own: PathBuf,
}

impl Hierarchy {
    pub(super) fn has(&self, controller: &str) -> bool {
        self.controllers.iter().any(|one| one == controller)
    }
}

/// The hierarchies that this process sees and belongs to.
pub(super) fn read() -> io::Result<Vec<Hierarchy>> {
    let groups = fs::read("/proc/self/cgroup")?;
    let mounts = fs::read("/proc/self/mountinfo")?;
    let text = String::from_utf8_lossy;
    let mut all = hierarchies(&text(&groups), &text(&mounts), Path::is_dir);
    for unified in all.iter_mut().filter(|one| one.version == Version::Two) {
        let available = fs::read_to_string(unified.own.join("cgroup.controllers"));
        unified.controllers =
            available.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    }
    Ok(all)
}

fn hierarchies(groups: &str, mounts: &str, exists: impl Fn(&Path) -> bool) -> Vec<Hierarchy> {
    let mounts: Vec<GroupMount> = mounts.lines().filter_map(GroupMount::parse).collect();
    let lines = groups.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        Some((fields.next()?, Path::new(fields.next()?)))
    });
    let located = lines.filter_map(|(names, group)| {
        let controllers: Vec<String> =
            names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        if controllers.iter().any(|name| name.starts_with("name=")) {
            return None; // A bookkeeping hierarchy, which controls nothing.
        }
        let version = if controllers.is_empty() { Version::Two } else { Version::One };
        let own = mounts.iter().filter(|mount| mount.shows(version, &controllers));
        let own = own.filter_map(|mount| mount.directory(group)).find(|own| exists(own))?;
        Some(Hierarchy { version, controllers, own })
    });
    located.collect()
}

/// A line of the mount table.
struct GroupMount {
    version: Version,
    options: Vec<String>,
    root: PathBuf,
    point: PathBuf,
}

impl GroupMount {
    fn parse(line: &str) -> Option<GroupMount> {
        let (place, kind) = line.split_once(" - ")?;
        let mut kind = kind.split(' ');
        let version = match kind.next()? {
            "cgroup" => Version::One,
            "cgroup2" => Version::Two,
            _ => return None,
        };
        let options = kind.nth(1)?.split(',').map(str::to_owned).collect();
        let mut place = place.split(' ').skip(3);
        let root = PathBuf::from(unescape(place.next()?));
        Some(GroupMount { version, options, root, point: PathBuf::from(unescape(place.next()?)) })
    }

    fn shows(&self, version: Version, controllers: &[String]) -> bool {
        self.version == version && controllers.iter().all(|name| self.options.contains(name))
    }

    /// The directory of a group, if it is below the mount here.
    fn directory(&self, group: &Path) -> Option<PathBuf> {
        let below = group.strip_prefix(&self.root).ok()?;
        let upwards = below.components().any(|part| part.as_os_str() == "..");
        (!upwards).then(|| self.point.join(below))
    }
}

/// Undoes the octal escapes of the mount table: blank, tabulator, end of line and backslash.
fn unescape(field: &str) -> String {
    let escapes = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")];
    escapes.iter().fold(field.to_owned(), |text, (code, plain)| text.replace(code, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(groups: &str, mounts: &str, expected: &[(Version, &[&str], &str)]) {
        let expected: Vec<Hierarchy> = expected
            .iter()
            .map(|(version, controllers, own)| Hierarchy {
                version: *version,
                controllers: controllers.iter().map(|&name| name.to_owned()).collect(),
                own: PathBuf::from(own),
            })
            .collect();
        assert_eq!(hierarchies(groups, mounts, |_| true), expected);
    }

    #[test]
    fn a_hybrid_machine_has_both() {
        check(
            "9:name=systemd:/\n4:memory:/a/b\n2:cpu,cpuacct:/\n0::/\n",
            "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n\
             33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n\
             35 31 0:32 / /sys/fs/cgroup/memory rw shared:4 - cgroup cgroup rw,memory\n\
             40 31 0:37 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,name=systemd\n\
             41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
            &[
                (Version::One, &["memory"], "/sys/fs/cgroup/memory/a/b"),
                (Version::One, &["cpu", "cpuacct"], "/sys/fs/cgroup/cpu,cpuacct/"),
                (Version::Two, &[], "/sys/fs/cgroup/unified/"),
            ],
        );
    }

    #[test]
    fn a_container_sees_its_part_of_the_tree() {
        let mounts = "35 31 0:32 /box/7 /my\\040groups rw - cgroup2 cgroup rw,nsdelegate\n";
        check("0::/box/7/me\n", mounts, &[(Version::Two, &[], "/my groups/me")]);
        check("0::/elsewhere\n", mounts, &[]);
        check("0::/../up\n", "1 2 0:3 / /groups rw - cgroup2 cgroup rw\n", &[]);
    }

    #[test]
    fn this_machine_can_be_read() {
        for hierarchy in read().unwrap() {
            assert!(hierarchy.own.join("cgroup.procs").exists(), "{hierarchy:?}");
        }
    }
}
