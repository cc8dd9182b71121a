//! Entries and lists: what is accepted, and what is not.

use super::*;
use crate::identity::PrivateKey;
use certamen_game::{Conditions, DynGame, Map};
use proptest::prelude::*;
use std::process::Command;

const NOW: u64 = 1_790_000_000_000;

fn key(number: u8) -> PrivateKey {
    PrivateKey::from_raw([number; 32])
}

fn entry(issued: u64) -> Entry {
    Entry {
        alias: "ana".to_owned(),
        key: String::new(),
        address: "ana.example.org:7300".to_owned(),
        game: "mancala8".to_owned(),
        rules: find("mancala8").unwrap().info().version,
        options: Map::new(),
        conditions: Conditions::usual(1000, 256 << 20, "A").bounded(),
        left: 3,
        until: None,
        bot: "siembra".to_owned(),
        language: "rust".to_owned(),
        issued,
    }
}

fn find(slug: &str) -> Option<&'static dyn DynGame> {
    certamen_games::find(slug)
}

fn signed(number: u8, entry: Entry) -> SignedEntry {
    entry.sign(&key(number)).unwrap()
}

fn at(port: u16, issued: u64) -> Entry {
    Entry { address: format!("192.0.2.1:{port}"), ..entry(issued) }
}

#[test]
fn a_signed_entry_survives_its_line() {
    let signed = signed(1, entry(NOW));
    let line = format!("{}\n", signed.line());
    assert_eq!(SignedEntry::read(line.as_bytes()), Ok(signed.clone()));
    assert_eq!(signed.key, key(1).public());
    assert_eq!(signed.check(NOW, find), Ok(()));
    assert!(signed.is_open(NOW) && !signed.is_open(NOW + LIFETIME_MS));
}

#[test]
fn keys_of_later_versions_are_ignored_and_signed() {
    let own = entry(NOW);
    let text = serde_json::to_string(&Entry { key: key(1).public(), ..own }).unwrap();
    let text = format!("{},\"more\":[1,2]}}", text.strip_suffix('}').unwrap());
    let hash = blake3::derive_key("certamen peer entry v1", text.as_bytes());
    let signature = key(1).signature(&hash);
    let line = format!("{},\"signature\":\"{signature}\"}}", text.strip_suffix('}').unwrap());
    assert!(SignedEntry::read(line.as_bytes()).is_ok(), "{line}");
    let changed = line.replace("[1,2]", "[1,3]");
    assert_eq!(SignedEntry::read(changed.as_bytes()), Err(EntryError::Signature));
}

#[test]
fn every_changed_byte_is_noticed() {
    let line = signed(1, entry(NOW)).line().to_owned();
    for place in 0..line.len() {
        let mut changed = line.clone().into_bytes();
        changed[place] ^= 1;
        assert!(SignedEntry::read(&changed).is_err(), "{place}");
    }
    let other = line.replace(&key(1).public(), &key(2).public());
    assert_eq!(SignedEntry::read(other.as_bytes()), Err(EntryError::Signature));
    let none = line.replace(&key(1).public(), "U");
    assert_eq!(SignedEntry::read(none.as_bytes()), Err(EntryError::Signature));
}

#[test]
fn what_is_no_entry_is_unreadable_and_what_is_long_is_not_read() {
    let whole = signed(1, entry(NOW)).line().to_owned();
    let unsigned = whole.split(",\"signature\"").next().unwrap().to_owned() + "}";
    let lacking = whole.replace("\"left\":3,", "");
    let negative = whole.replace("\"left\":3,", "\"left\":-3,");
    let nested = format!("{}{}", "[".repeat(3000), "]".repeat(1000));
    for text in ["", "{}", "null", "[]", "\u{0}", &unsigned, &lacking, &negative, &nested] {
        let read = SignedEntry::read(text.as_bytes());
        assert!(matches!(read, Err(EntryError::Unreadable(_))), "{text}: {read:?}");
    }
    assert!(matches!(SignedEntry::read(b"{\"alias\":\"\xff\"}"), Err(EntryError::Unreadable(_))));
    let long = format!("{}{}", " ".repeat(MAX_ENTRY), whole);
    assert_eq!(SignedEntry::read(long.as_bytes()), Err(EntryError::TooLong));
    let options = Map::from_iter([("x".to_owned(), "y".repeat(MAX_ENTRY).into())]);
    let long = Entry { options, ..entry(NOW) }.sign(&key(1));
    assert_eq!(long, Err(EntryError::TooLong));
}

#[test]
fn an_entry_that_cannot_be_played_names_why() {
    let check = |entry: Entry| entry.check(NOW, find).unwrap_err();
    assert_eq!(check(entry(NOW - LIFETIME_MS)), EntryFault::Expired);
    assert_eq!(check(entry(NOW + 3 * 60_000)), EntryFault::Ahead);
    for (key, alias, bot, language) in [
        ("alias", " ", "b", ""),
        ("alias", "a\nb", "b", ""),
        ("alias", "a\u{202e}b", "b", ""),
        ("bot", "a", "", ""),
        ("language", "a", "b", "\t"),
    ] {
        let [alias, bot, language] = [alias, bot, language].map(str::to_owned);
        assert_eq!(check(Entry { alias, bot, language, ..entry(NOW) }), EntryFault::Text(key));
    }
    let long = "x".repeat(41);
    assert_eq!(check(Entry { bot: long, ..entry(NOW) }), EntryFault::Text("bot"));
    for address in [
        "",
        ":7300",
        "host",
        "host:",
        "host:0",
        "host:070",
        "host:65536",
        "a b:1",
        "a/b:1",
        "u@h:1",
        "[::1:1",
        "::1:1",
        "[host]:1",
        "-x:1",
        "h\"<:1",
    ] {
        let fault = check(Entry { address: address.to_owned(), ..entry(NOW) });
        assert_eq!(fault, EntryFault::Address(address.to_owned()), "{address}");
    }
    for address in ["h:1", "a-b.example:65535", "192.0.2.1:80", "[2001:db8::1]:7300"] {
        let fine = Entry { address: address.to_owned(), ..entry(NOW) };
        assert_eq!(fine.check(NOW, find), Ok(()), "{address}");
    }
    let game = |slug: &str| check(Entry { game: slug.to_owned(), ..entry(NOW) });
    assert!(matches!(game("checkers"), EntryFault::Game(_)));
    assert!(matches!(
        check(Entry { rules: 99, ..entry(NOW) }),
        EntryFault::Rules { given: 99, .. }
    ));
    let options = Map::from_iter([("nothing".to_owned(), 1.into())]);
    assert!(matches!(check(Entry { options, ..entry(NOW) }), EntryFault::Options(_)));
    for other in certamen_games::ALL.iter().filter(|game| crate::check_scope(**game).is_err()) {
        assert!(matches!(game(other.info().slug), EntryFault::Scope(_)), "{}", other.info().slug);
    }
}

#[test]
fn an_entry_is_admitted_once_and_replaced_by_newer_ones() {
    let mut list = Listing::default();
    let first = signed(1, entry(NOW));
    assert_eq!(list.admit(first.clone(), NOW), Ok(Admission::Added));
    assert_eq!(list.admit(first.clone(), NOW), Ok(Admission::Repeated));
    let second = signed(1, Entry { left: 2, ..entry(NOW + 1) });
    assert_eq!(list.admit(second, NOW), Ok(Admission::Added));
    assert_eq!(list.admit(first.clone(), NOW), Err(Refusal::Older));
    let same_time = signed(1, Entry { left: 1, ..entry(NOW + 1) });
    assert_eq!(list.admit(same_time, NOW), Err(Refusal::Older));
    let lefts: Vec<u32> = list.open(NOW).map(|entry| entry.left).collect();
    assert_eq!(lefts, [2]);
    // Another key has a time of its own.
    assert_eq!(list.admit(signed(2, entry(NOW)), NOW), Ok(Admission::Added));
    assert_eq!(list.open(NOW).count(), 2);
    assert_eq!(list.open(NOW + 2 + LIFETIME_MS).count(), 0);
}

#[test]
fn a_withdrawn_entry_cannot_be_added_again() {
    let mut list = Listing::default();
    let first = signed(1, entry(NOW));
    list.admit(first.clone(), NOW).unwrap();
    let end = signed(1, Entry { left: 0, ..entry(NOW + 5) });
    assert_eq!(list.admit(end.clone(), NOW), Ok(Admission::Added));
    assert_eq!(list.open(NOW).count(), 0);
    assert_eq!(list.admit(first.clone(), NOW + LIFETIME_MS - 1), Err(Refusal::Older));
    assert!(first.check(NOW + LIFETIME_MS, find).is_err(), "from then on it is expired");
    list.admit(signed(2, entry(NOW)), NOW + LIFETIME_MS + 5).unwrap();
    assert!(!list.entries().contains(&end), "what has expired is dropped");
}

#[test]
fn a_key_has_five_entries_and_a_list_a_thousand() {
    let mut list = Listing::default();
    for port in 1..=5 {
        list.admit(signed(1, at(port, NOW + u64::from(port))), NOW).unwrap();
    }
    let sixth = signed(1, at(6, NOW + 6));
    let refused = list.admit(sixth.clone(), NOW);
    assert_eq!(refused, Err(Refusal::Full { wait_ms: LIFETIME_MS + 1 }));
    // One of the five may be renewed, or end.
    list.admit(signed(1, at(5, NOW + 7)), NOW).unwrap();
    list.admit(signed(1, Entry { left: 0, ..at(4, NOW + 8) }), NOW).unwrap();
    let sixth = signed(1, at(6, NOW + 9));
    assert_eq!(list.admit(sixth, NOW), Ok(Admission::Added));
    assert_eq!(list.open(NOW).count(), 5);

    let line = |number: usize| {
        let raw: [u8; 32] = *blake3::hash(&number.to_le_bytes()).as_bytes();
        entry(NOW).sign(&PrivateKey::from_raw(raw)).unwrap()
    };
    let mut list = Listing::default();
    for number in 0..MAX_ENTRIES {
        list.admit(line(number), NOW).unwrap();
    }
    assert_eq!(list.admit(line(MAX_ENTRIES), NOW), Err(Refusal::Full { wait_ms: LIFETIME_MS }));
    assert!(list.admit(line(MAX_ENTRIES), NOW + LIFETIME_MS).is_ok());
    assert_eq!(list.entries().len(), 1);
}

#[test]
fn a_list_is_read_as_it_was_written_and_its_first_bad_line_is_named() {
    let mut list = Listing::default();
    list.admit(signed(1, entry(NOW)), NOW).unwrap();
    list.admit(signed(2, at(1, NOW)), NOW).unwrap();
    let text = list.to_text();
    assert_eq!(Listing::read(text.as_bytes()), Ok(list));
    assert_eq!(Listing::read(b""), Ok(Listing::default()));
    let bad = format!("{text}\nhello\n");
    assert!(matches!(Listing::read(bad.as_bytes()), Err(ListError::Line { line: 4, .. })));
    assert_eq!(Listing::read(&vec![b'\n'; MAX_LIST + 1]), Err(ListError::TooLong));
}

#[test]
fn a_file_that_is_no_list_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    let file = ListFile::new(&path);
    assert!(matches!(file.read(), Err(ListFileError::Io { .. })), "it is not there");
    std::fs::write(&path, "my notes\n").unwrap();
    let put = file.put(signed(1, entry(NOW)), NOW);
    assert!(matches!(put, Err(ListFileError::Content { .. })), "{put:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my notes\n");
    let refused = put.unwrap_err().to_string();
    assert!(refused.contains("notes.txt") && refused.contains("line 1"), "{refused}");
}

/// The environment variable by which a test runs itself as another process: the path of a list.
const WRITER: &str = "CERTAMEN_TEST_LIST";

/// In a process of its own: adds entries of one key.
#[test]
fn writer_of_a_list() {
    let Ok(given) = std::env::var(WRITER) else { return };
    let (number, path) = given.split_once(' ').unwrap();
    let (number, file) = (number.parse::<u8>().unwrap(), ListFile::new(path.as_ref()));
    for step in 0..40 {
        file.put(signed(number, at(u16::from(number) + 1, NOW + step)), NOW).unwrap();
    }
}

#[test]
fn several_processes_write_one_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("players.jsonl");
    let own = std::env::current_exe().unwrap();
    let start = |number: u8| {
        Command::new(&own)
            .args(["--exact", "listing::tests::writer_of_a_list"])
            .env(WRITER, format!("{number} {}", path.display()))
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut writers: Vec<_> = (0..4).map(start).collect();
    for writer in &mut writers {
        assert!(writer.wait().unwrap().success());
    }
    let list = ListFile::new(&path).read().unwrap();
    let mut found: Vec<(String, u64)> =
        list.entries().iter().map(|entry| (entry.key.clone(), entry.issued)).collect();
    let mut due: Vec<_> = (0..4).map(|number| (key(number).public(), NOW + 39)).collect();
    found.sort();
    due.sort();
    assert_eq!(found, due, "no entry is lost");
}

#[test]
fn a_record_that_both_signed_and_the_rules_confirm_is_published() {
    let keys = [&key(1), &key(2)];
    for game in certamen_games::ALL.iter().filter(|game| crate::check_scope(**game).is_ok()) {
        let bytes = simulated::signed_match(*game, keys, 7);
        assert!(is_record(&bytes));
        let signed = SignedRecord::read(&bytes).unwrap();
        let id = signed.id().to_string();
        let checked = signed.check(5, find).unwrap();
        let line = checked.line();
        assert_eq!((&line.id, line.published), (&id, 5));
        assert_eq!(MatchLine::read(line.line().as_bytes()).as_ref(), Some(line));
        let mut found = line
            .players
            .each_ref()
            .map(|player| (player.alias.as_str(), player.bot.as_str(), player.key.clone()));
        found.sort();
        let due = [("ana", "opener", key(1).public()), ("bea", "challenger", key(2).public())];
        assert_eq!(found, due, "{}", line.game);
    }
    assert!(!is_record(signed(1, entry(NOW)).line().as_bytes()));
}

#[test]
fn what_was_changed_or_is_not_signed_twice_is_not_published() {
    let game = find("mancala8").unwrap();
    let bytes = simulated::signed_match(game, [&key(1), &key(2)], 7);
    let text = String::from_utf8(bytes.clone()).unwrap();
    let check = |text: &str| -> Result<CheckedRecord, RecordFault> {
        SignedRecord::read(text.as_bytes())?.check(0, find)
    };
    check(&text).unwrap();
    let changed = text.replacen("\"action\":\"", "\"action\":\"0", 1);
    assert!(matches!(check(&changed), Err(RecordFault::Seal(_))), "the digest");
    let (lines, last) = text.trim_end().rsplit_once('\n').unwrap();
    let with_last = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut last: serde_json::Value = serde_json::from_str(last).unwrap();
        change(&mut last);
        format!("{lines}\n{last}\n")
    };
    let one = with_last(&|last| drop(last["signatures"].as_array_mut().unwrap().pop()));
    assert!(matches!(check(&one), Err(RecordFault::OneSignature)));
    let other = with_last(&|last| {
        last["signatures"][0]["signature"] = last["signatures"][1]["signature"].clone();
    });
    assert!(matches!(check(&other), Err(RecordFault::Signature(_))));
    let scores = with_last(&|last| last["outcome"]["scores"] = serde_json::json!([9.0, 9.0]));
    assert!(matches!(check(&scores), Err(RecordFault::Signature(_))), "the outcome is signed");
    assert!(matches!(check(lines), Err(RecordFault::Seal(_))), "unfinished");
    for text in ["", "{}", "hello", "{\"certamen\":1}"] {
        assert!(matches!(check(text), Err(RecordFault::Unreadable(_))), "{text}");
    }
    let long = vec![b' '; MAX_RECORD + 1];
    assert!(matches!(SignedRecord::read(&long), Err(RecordFault::TooLong)));
    let unsound = simulated::unsound_match(game, [&key(1), &key(2)], 7);
    let signed = SignedRecord::read(&unsound).unwrap();
    assert!(matches!(signed.check(0, find), Err(RecordFault::Unsound(_))), "both signed it");
    let unknown = SignedRecord::read(&bytes).unwrap().check(0, |_| None);
    assert!(matches!(unknown, Err(RecordFault::Unsound(_))));
}

proptest! {
    #[test]
    fn no_bytes_panic_the_readers(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = SignedEntry::read(&bytes);
        let _ = Listing::read(&bytes);
        let _ = MatchLine::read(&bytes);
        let _ = SignedRecord::read(&bytes);
        is_record(&bytes);
    }

    #[test]
    fn no_changed_line_panics_or_is_accepted(
        place in any::<prop::sample::Index>(),
        bytes in proptest::collection::vec(any::<u8>(), 0..4),
    ) {
        let line = signed(1, entry(NOW)).line().as_bytes().to_vec();
        let place = place.index(line.len());
        let mut changed = line.clone();
        changed.splice(place..(place + 1).min(line.len()), bytes);
        let read = SignedEntry::read(&changed);
        prop_assert!(read.is_err() || changed.strip_suffix(b"\n").unwrap_or(&changed) == line);
    }

    #[test]
    fn no_checked_entry_panics(alias in any::<String>(), address in "\\PC{0,20}", left: u32, issued: u64) {
        let entry = Entry { alias, address, left, issued, ..entry(NOW) };
        let _ = entry.check(NOW, find);
        entry.is_open(NOW);
        if let Ok(signed) = entry.sign(&key(3)) {
            prop_assert_eq!(SignedEntry::read(signed.line().as_bytes()), Ok(signed));
        }
    }
}
