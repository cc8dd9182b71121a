//! An ordinary user of this machine, whom the site becomes where root plays.

use crate::command_error::{CommandError, Context};
use crate::say::serving as say;
use certamen_contest::Folder;
use certamen_web::Contests;
use std::{
    fs, io,
    os::unix::fs::lchown,
    path::{Path, PathBuf},
};

/// Who shows contests that root plays unless somebody says otherwise.
const NOBODY: &str = "nobody";
/// Where the users of this machine are listed.
const USERS: &str = "/etc/passwd";

/// A user who is not root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OrdinaryUser {
    pub(super) name: String,
    pub(super) uid: u32,
    pub(super) gid: u32,
}

impl OrdinaryUser {
    /// The user of this name, or the usual one.
    pub(super) fn find(name: Option<&str>) -> Result<OrdinaryUser, CommandError> {
        let name = name.unwrap_or(NOBODY);
        let users = fs::read_to_string(USERS).context(USERS)?;
        match in_list(&users, name) {
            None => Err(CommandError::new(say::unknown_user(name))),
            Some(user) if user.uid == 0 => Err(CommandError::new(say::user_is_root(name))),
            Some(user) => Ok(user),
        }
    }

    /// Makes over to him what a site with people writes: accounts, what hosts tell, and the folders in
    /// which programs arrive.
    pub(super) fn make_over(&self, folder: &Path, contests: &Contests) -> io::Result<()> {
        let mut own = vec![folder.join(".site")];
        let has_people = own[0].exists();
        for contest in contests.found.values().filter(|_| has_people) {
            let mut written = vec![contest.path().join("notices"), contest.path().join("faq")];
            written.extend(takes_programs(contest).then(|| contest.submissions()));
            for folder in &written {
                fs::create_dir_all(folder)?;
            }
            own.extend(written);
        }
        while let Some(path) = own.pop() {
            let Ok(found) = path.symlink_metadata() else { continue };
            lchown(&path, Some(self.uid), Some(self.gid))?;
            if found.is_dir() {
                let below = fs::read_dir(&path)?.map(|entry| entry.map(|entry| entry.path()));
                own.extend(below.collect::<io::Result<Vec<PathBuf>>>()?);
            }
        }
        Ok(())
    }
}

fn takes_programs(contest: &Folder) -> bool {
    let file = certamen_contest::ContestFile::read(contest);
    file.is_ok_and(|file| file.entries.is_some() || file.course.is_some())
}

/// The user of this name in a list as `/etc/passwd` is one.
fn in_list(users: &str, name: &str) -> Option<OrdinaryUser> {
    users.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        let [own, _, uid, gid, ..] = fields[..] else { return None };
        let (uid, gid) = (uid.parse().ok()?, gid.parse().ok()?);
        (own == name).then(|| OrdinaryUser { name: name.to_owned(), uid, gid })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_their_whole_names() {
        let users =
            "root:x:0:0:root:/root:/bin/bash\nbroken\nnobody:x:65534:65533:nobody:/:/bin/false\n";
        let nobody = OrdinaryUser { name: "nobody".to_owned(), uid: 65534, gid: 65533 };
        assert_eq!(in_list(users, "nobody"), Some(nobody));
        assert_eq!(in_list(users, "root").map(|user| user.uid), Some(0));
        for name in ["", "nob", "broken", "nobody:x"] {
            assert_eq!(in_list(users, name), None, "{name}");
        }
    }
}
