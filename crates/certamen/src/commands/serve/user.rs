//! The unprivileged user of this machine that serves the site when root plays.

use crate::{Result, say::serving as say};
use certamen_contest::Folder;
use certamen_i18n::{Context, UserError};
use certamen_web::Contests;
use rustix::{
    fs::{AtFlags, Dir, Gid, Mode, OFlags, Uid, chownat, fchown, open, openat},
    io::Errno,
};
use std::{fs, io, os::fd::OwnedFd, path::Path};

const DEFAULT_USER: &str = "nobody";
const USERS: &str = "/etc/passwd";

/// How folders are opened that may belong to another user.
const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Maximum depth of the files that a site writes.
const LEVELS: u8 = 8;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UnprivilegedUser {
    pub(super) name: String,
    pub(super) uid: u32,
    pub(super) gid: u32,
}

impl UnprivilegedUser {
    pub(super) fn find(name: Option<&str>) -> Result<UnprivilegedUser> {
        let name = name.unwrap_or(DEFAULT_USER);
        let users = fs::read_to_string(USERS).context(USERS)?;
        match in_list(&users, name) {
            None => Err(UserError::new(say::unknown_user(name))),
            Some(user) if user.uid == 0 => Err(UserError::new(say::user_is_root(name))),
            Some(user) => Ok(user),
        }
    }

    /// Gives the user ownership of what a site with accounts writes: the accounts, notices and
    /// questions, and the folders for submissions.
    pub(super) fn give_ownership(&self, folder: &Path, contests: &Contests) -> io::Result<()> {
        let mut own = vec![folder.join(".site")];
        let has_people = own[0].exists();
        for contest in contests.found.values().filter(|_| has_people) {
            let mut written = vec![contest.path().join("notices"), contest.path().join("faq")];
            written.extend(accepts_submissions(contest).then(|| contest.submissions()));
            for folder in &written {
                fs::create_dir_all(folder)?;
            }
            own.extend(written);
        }
        for path in own {
            match open(&path, FOLDER, Mode::empty()) {
                Err(Errno::NOENT) => {}
                folder => self.take(&folder?, LEVELS)?,
            }
        }
        Ok(())
    }

    /// Changes the owner of a folder and its content, at most `levels` deep. The folder may have
    /// belonged to another user, so files are not opened by path: the user could replace a
    /// component meanwhile.
    fn take(&self, folder: &OwnedFd, levels: u8) -> io::Result<()> {
        let (user, group) = (Uid::from_raw(self.uid), Gid::from_raw(self.gid));
        fchown(folder, Some(user), Some(group))?;
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if [c".", c".."].contains(&name) {
                continue;
            }
            match (openat(folder, name, FOLDER, Mode::empty()), levels.checked_sub(1)) {
                (Ok(below), Some(levels)) => self.take(&below, levels)?,
                (Ok(_), None) => return Err(Errno::LOOP.into()),
                // Not a folder: a file or a link, which gets the new owner itself.
                (Err(Errno::NOTDIR | Errno::LOOP), _) => {
                    chownat(folder, name, Some(user), Some(group), AtFlags::SYMLINK_NOFOLLOW)?;
                }
                (Err(Errno::NOENT), _) => {}
                (Err(error), _) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

fn accepts_submissions(contest: &Folder) -> bool {
    let file = certamen_contest::ContestFile::read(contest);
    file.is_ok_and(|file| file.entries.is_some() || file.course.is_some())
}

/// The user of this name in a list in the format of `/etc/passwd`.
fn in_list(users: &str, name: &str) -> Option<UnprivilegedUser> {
    users.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        let [own, _, uid, gid, ..] = fields[..] else { return None };
        let (uid, gid) = (uid.parse().ok()?, gid.parse().ok()?);
        (own == name).then(|| UnprivilegedUser { name: name.to_owned(), uid, gid })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ownership_changes_only_inside_the_folder() {
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("own/below")).unwrap();
        fs::create_dir(at("private")).unwrap();
        for file in ["own/below/file", "private/file"] {
            fs::write(at(file), "x").unwrap();
        }
        std::os::unix::fs::symlink(at("private"), at("own/link")).unwrap();
        let user = UnprivilegedUser { name: "nobody".to_owned(), uid: 65534, gid: 65534 };
        let own = open(at("own"), FOLDER, Mode::empty()).unwrap();
        user.take(&own, 1).unwrap();
        assert!(user.take(&own, 0).is_err(), "deeper than necessary");
        let owner = |name: &str| {
            std::os::unix::fs::MetadataExt::uid(&fs::symlink_metadata(at(name)).unwrap())
        };
        let owners = ["own", "own/below", "own/below/file", "own/link"].map(owner);
        assert_eq!(owners, [65534; 4]);
        assert_eq!(["private", "private/file"].map(owner), [0, 0]);
    }

    #[test]
    fn users_are_found_by_their_whole_names() {
        let users =
            "root:x:0:0:root:/root:/bin/bash\nbroken\nnobody:x:65534:65533:nobody:/:/bin/false\n";
        let nobody = UnprivilegedUser { name: "nobody".to_owned(), uid: 65534, gid: 65533 };
        assert_eq!(in_list(users, "nobody"), Some(nobody));
        assert_eq!(in_list(users, "root").map(|user| user.uid), Some(0));
        for name in ["", "nob", "broken", "nobody:x"] {
            assert_eq!(in_list(users, name), None, "{name}");
        }
    }
}
