//! Which tests need a program that may be missing: the runner leaves them out and says so, where a
//! test that returned early would be shown as passed.

/// What is missing, as `--without` calls it, and what the names of the tests hold that need it.
const NEEDS: &[(&str, &[&str])] = &[
    ("c", &["starters_in_c_play_legally"]),
    ("common-lisp", &["starters_in_common_lisp_play_legally"]),
    ("cpp", &["starters_in_cpp_play_legally"]),
    ("go", &["starters_in_go_play_legally"]),
    ("java", &["starters_in_java_play_legally", SEVENTEEN, FIVE]),
    ("javascript", &["starters_in_javascript_play_legally"]),
    ("python", &["starters_in_python_play_legally", SEVENTEEN, FIVE]),
    ("ruby", &["starters_in_ruby_play_legally", SEVENTEEN, FIVE]),
    ("lua", &[SEVENTEEN, FIVE]),
    ("r", &[SEVENTEEN, FIVE]),
    ("course-lisp", &["lisp::"]),
    (
        "gnugo",
        &[
            "gnu_go_plays_unchanged",
            "gnu_go_plays_in_the_announcements_protocol",
            "gnu_go_refuses_a_board_and_nobody_has_lost",
            "gnu_go_says_what_the_page_says",
        ],
    ),
];

const SEVENTEEN: &str = "the_seventeen_of_the_published_table_meet";
const FIVE: &str = "the_short_contest_has_five_and_plays_the_same_again";

/// What the names of those tests hold that cannot be run without these programs.
pub(crate) fn left_out(without: &[String]) -> Vec<&'static str> {
    let missing = NEEDS.iter().filter(|(name, _)| without.iter().any(|missing| missing == name));
    let mut tests: Vec<&str> = missing.flat_map(|(_, tests)| *tests).copied().collect();
    tests.sort_unstable();
    tests.dedup();
    tests
}

/// The expression by which `cargo nextest` leaves them out; none if nothing is missing.
pub(crate) fn expression(left_out: &[&str]) -> Option<String> {
    let tests: Vec<String> = left_out.iter().map(|test| format!("test({test})")).collect();
    (!tests.is_empty()).then(|| format!("not ({})", tests.join(" | ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;

    #[test]
    fn what_is_left_out_is_named_once() {
        let without = ["r", "lua"].map(str::to_owned);
        assert_eq!(left_out(&without), [SEVENTEEN, FIVE]);
        let expression = expression(&left_out(&without)).unwrap();
        assert_eq!(expression, format!("not (test({SEVENTEEN}) | test({FIVE}))"));
        assert_eq!(super::expression(&left_out(&[])), None);
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
