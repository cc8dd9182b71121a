//! A submission that is a single file.

use super::{
    EntryFinding,
    unpacked::{Mode, UnpackedArchive},
};

/// A name that is harmless in every shell, compiler and system.
fn harmless(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    (1..=80).contains(&name.len()) && name.chars().all(plain) && !name.starts_with(['.', '-'])
}

/// The file under its own name if that is harmless, since it matters in some languages; else under
/// a fixed name with the same extension.
pub(super) fn file(name: &str, content: &[u8], most: u64) -> Result<UnpackedArchive, EntryFinding> {
    if content.len() as u64 > most {
        return Err(EntryFinding::TooLarge { most });
    }
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ours = format!("bot.{ending}");
    let name = if harmless(last) { last } else { &ours };
    if !harmless(name) {
        return Err(EntryFinding::BadName { name: last.chars().take(80).collect() });
    }
    let mut unpacked = UnpackedArchive::default();
    unpacked.add(name, content.to_vec(), Mode::Plain)?;
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_kept_and_paths_are_not() {
        for (name, due) in [("uno.c", true), ("C:\\a\\uno.c", true), ("mi bot ñ.py", true)] {
            assert_eq!(file(name, b"x", 10).is_ok(), due, "{name}");
        }
        assert!(file("uno.c\u{202e}", b"x", 10).is_err());
        assert!(file("uno", b"x", 10).is_ok(), "what it is said to be is found out later");
        assert_eq!(file("uno.c", b"xx", 1), Err(EntryFinding::TooLarge { most: 1 }));
    }
}
