//! Foreign writes to a store, or data lost by a disk, are errors that name the file.

use crate::site::{ROUND_ROBIN, Site, play};
use certamen_contest::{ContestError, Corruption, Results};
use certamen_i18n::{Language, Localize};
use certamen_store::StoreError;

/// What a reader and a run say when `value` is stored under `key`.
fn damaged(key: &str, value: &str) -> (ContestError, Option<ContestError>) {
    let site = Site::new(ROUND_ROBIN);
    drop(site.run());
    site.store().set_meta(&[(key, value.to_owned())]).unwrap();
    let read = site.results().err().expect("this is damage");
    (read, site.open(&["a", "b", "c"]).err())
}

#[test]
fn a_seed_that_is_none_is_damage() {
    let (read, run) = damaged("seed in force", "soon");
    for error in [read, run.expect("a run uses the seed, too")] {
        let said = error.to_string();
        assert!(said.contains("store.sqlite: stored `seed in force`: expected value"), "{said}");
    }
}

#[test]
fn what_is_known_of_the_deterministic_is_not_guessed() {
    let (read, _) = damaged("deterministic", "{\"declared\":1}");
    assert!(read.to_string().contains("stored `deterministic`: invalid type"), "{read}");
}

#[test]
fn a_format_without_a_kind_is_damage() {
    let (read, run) = damaged("format", "{\"games_per_pair\":2}");
    let said = read.message().get(Language::Es);
    assert!(said.ends_with("`format` guardado: falta su tipo"), "{said}");
    assert!(matches!(run, Some(ContestError::Damaged { .. } | ContestError::Changed { .. })));
}

#[test]
fn a_ranking_of_no_kind_is_damage() {
    let (read, _) = damaged("ranking", "{\"kind\":\"beauty\"}");
    let damage = matches!(
        read,
        ContestError::Damaged { damage: Corruption::Keys { key: "ranking", .. }, .. }
    );
    assert!(damage, "{read}");
}

#[test]
fn a_game_that_this_version_does_not_have_is_named() {
    let (read, _) = damaged("game", "\"checkers\"");
    assert!(
        read.to_string().ends_with("stored `game`: this version knows no `checkers`"),
        "{read}"
    );
}

#[test]
fn entrants_and_programs_are_read_strictly() {
    for key in ["entrants", "programs", "options"] {
        let (read, _) = damaged(key, "no_one");
        assert!(read.to_string().contains(&format!("stored `{key}`: ")), "{read}");
    }
}

#[test]
fn a_key_that_is_missing_is_named() {
    let site = Site::new(ROUND_ROBIN);
    std::fs::create_dir_all(site.folder().written()).unwrap();
    site.store().set_meta(&[("entrants", "[]".to_owned())]).unwrap();
    let error = site.results().err().expect("this is damage");
    assert!(error.to_string().ends_with("stored `edition`: missing"), "{error}");
}

#[test]
fn a_store_without_entrants_has_nothing_played() {
    let site = Site::new(ROUND_ROBIN);
    std::fs::create_dir_all(site.folder().written()).unwrap();
    site.store().set_meta(&[("seed in force", "1".to_owned())]).unwrap();
    let error = site.results().err().expect("there are no entrants");
    assert!(matches!(error, ContestError::Store(StoreError::Missing { .. })), "{error}");
}

#[test]
fn the_table_last_shown_is_read_strictly() {
    let site = Site::new(ROUND_ROBIN);
    let (contest, _) = site.run();
    drop(contest);
    site.store().set_meta(&[("table last shown", "[1]".to_owned())]).unwrap();
    let contest = site.open(&["a", "b", "c"]).unwrap();
    let error = contest.changes().unwrap_err();
    assert!(error.to_string().contains("stored `table last shown`: "), "{error}");
}

#[test]
fn a_folder_without_a_contest_is_reported() {
    let place = tempfile::tempdir().unwrap();
    let error = Results::open(&certamen_contest::Folder::new(place.path())).err().unwrap();
    assert!(matches!(error, ContestError::NoFile { .. }), "{error}");
    let said = error.message().get(Language::Fr);
    assert!(
        said.ends_with(
            "pas de contest.toml ici\u{202f}: un tournoi est un dossier avec ce fichier"
        )
    );
}

#[test]
fn a_secret_that_was_changed_does_not_run() {
    let drawn = format!("{ROUND_ROBIN}\n[entries]\ncloses = \"2015-03-12T12:00[Europe/Madrid]\"\n");
    let site = Site::new(&drawn);
    play(&mut site.open(&["a", "b", "c"]).unwrap(), 1);
    let path = site.folder().draw();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("0707", "0808")).unwrap();
    let error = site.open(&["a", "b", "c"]).err().expect("it does not agree");
    assert!(
        error.to_string().contains("draw.json: the secret of the draw has the hash"),
        "{error}"
    );
}
