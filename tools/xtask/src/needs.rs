//! Which tests need a program that may be missing: the test runner skips them and says so, where a
//! test that returned early would be shown as passed.

/// What is missing, as `--without` calls it, and what the names of the tests hold that need it,
/// besides those whose names say so: `starters_in_ruby_play_legally`.
const NEEDS: &[(&str, &[&str])] = &[
    ("browser", &["journeys::"]),
    ("c", &[FOOTSTEPS, README, ALIKE, A_THOUSAND]),
    ("java", &[SEVENTEEN, FIVE, WHOLE, FOOTSTEPS]),
    ("javascript", &[FOOTSTEPS, ALIKE, A_THOUSAND]),
    ("python", &[SEVENTEEN, FIVE, WHOLE, FOOTSTEPS, README]),
    ("ruby", &[SEVENTEEN, FIVE, WHOLE, FOOTSTEPS]),
    ("lua", &[SEVENTEEN, FIVE, WHOLE, FOOTSTEPS]),
    ("r", &[SEVENTEEN, FIVE, WHOLE]),
    ("course-lisp", &["lisp::"]),
    ("nats-server", &["farm::"]),
    (
        "root",
        &[
            "a_machine_whose_disk_is_full_says_so_and_hands_in_what_it_plays",
            "a_contest_whose_disk_is_full_ends_by_name_and_goes_on_when_there_is_room",
            "a_server_whose_disk_is_full_is_waited_for",
            "a_machine_without_sbcl_is_of_another_class_and_is_given_none_of_their_matches",
            "the_site_process_has_no_rights_of_root",
            "what_the_other_user_may_not_read_is_named",
            "if_one_dies_the_other_ends",
            "pages_go_on_when_the_disk_is_full",
            "two_networks_play_every_game_in_scope",
        ],
    ),
    (
        "gnugo",
        &[
            "gnu_go_plays_unchanged",
            "gnu_go_plays_in_the_announcements_protocol",
            "a_board_that_gnu_go_rejects_is_lost_by_no_one",
            "gnu_go_answers_as_documented",
            "a_match_of_gnu_go_moves_on_its_page",
        ],
    ),
];

const SEVENTEEN: &str = "the_seventeen_of_the_published_table_meet";
const FIVE: &str = "the_short_contest_has_five_and_plays_the_same_again";
const WHOLE: &str = "every_bot_plays_whole_matches_of_";
const ALIKE: &str = "matches_are_equal_in_every_language_and_style";
const A_THOUSAND: &str = "a_thousand_matches_are_equal_in_every_language_and_style";
const README: &str = "the_readme_shows_the_standings_of_the_announced_contest";
const FOOTSTEPS: &str = "the_announced_contest_runs_between_programs_in_many_languages";

/// What the names of those tests hold that cannot be run without these programs.
pub(crate) fn left_out(without: &[String]) -> Vec<String> {
    let missing = NEEDS.iter().filter(|(name, _)| without.iter().any(|missing| missing == name));
    let named = without.iter().map(|missing| format!("_in_{}_", missing.replace('-', "_")));
    let mut tests: Vec<String> = named.collect();
    tests.extend(missing.flat_map(|(_, tests)| *tests).map(|test| (*test).to_owned()));
    tests.sort_unstable();
    tests.dedup();
    tests
}

/// The expression by which `cargo nextest` leaves them out; none if nothing is missing.
pub(crate) fn expression(left_out: &[String]) -> Option<String> {
    let tests: Vec<String> = left_out.iter().map(|test| format!("test({test})")).collect();
    (!tests.is_empty()).then(|| format!("not ({})", tests.join(" | ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;

    #[test]
    fn what_is_left_out_is_named_once() {
        let left_out = left_out(&["r", "lua"].map(str::to_owned));
        let all = [FOOTSTEPS, SEVENTEEN, FIVE, WHOLE, "_in_lua_", "_in_r_"];
        assert!(
            left_out.len() == all.len()
                && all.iter().all(|test| left_out.iter().any(|it| it == test))
        );
        let expression = expression(&left_out[..2]).unwrap();
        assert_eq!(expression, "not (test(_in_lua_) | test(_in_r_))");
        assert_eq!(super::expression(&[]), None);
    }

    #[test]
    fn tests_of_all_bots_need_their_languages() {
        for (game, test) in [("coins", SEVENTEEN), ("footsteps", FOOTSTEPS)] {
            let folder = format!("bots/{game}/");
            let manifests = repository::files().unwrap();
            let manifests = manifests
                .iter()
                .filter(|file| file.path.starts_with(&folder) && file.name() == "bot.toml");
            for file in manifests {
                let manifest: toml::Table = file.text.as_ref().unwrap().parse().unwrap();
                let language = manifest["language"].as_str().unwrap();
                // A machine that runs the tests has Rust.
                let known = language == "rust"
                    || NEEDS.iter().any(|(name, tests)| *name == language && tests.contains(&test));
                assert!(known, "{}: {language}", file.path);
            }
        }
    }

    #[test]
    fn the_tests_that_are_named_are_there() {
        let files = repository::files().unwrap();
        for test in NEEDS.iter().flat_map(|(_, tests)| *tests) {
            let is_there = |file: &repository::SourceFile| {
                if let Some(module) = test.strip_suffix("::") {
                    return file.path.contains(&format!("/tests/it/{module}/"));
                }
                let text = file.text_of(".rs").filter(|_| file.path.contains("/tests/"));
                text.is_some_and(|text| text.contains(&format!("fn {test}")))
            };
            assert!(files.iter().any(is_there), "{test}");
        }
    }
}
