//! `play --games`: the score after each match, and the total.

use crate::site::Site;

const PLAY: [&str; 6] = ["play", "mancala8", "builtin:regular", "builtin:bueno", "--games", "4"];

/// The words of each line.
fn words(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn the_score_runs_along_and_is_added_up_by_seat() {
    let said = Site::new().run(&PLAY);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said:?}");
    let running: Vec<&str> = said.out.lines().filter(|line| line.contains("/4: ")).collect();
    assert_eq!(running[0], "1/4: regular 0, bueno 1 (+0 =0 -1)");
    assert_eq!(running[3], "4/4: regular 2, bueno 2 (+2 =0 -2)");
    assert_eq!(said.out.matches(" wins, ").count(), 4);
    // Between these two, the one that starts loses.
    let summary: Vec<&str> = said.out.lines().skip(8).collect();
    let summary = words(&summary.join("\n")).iter().map(|line| line.join(" ")).collect::<Vec<_>>();
    assert_eq!(
        summary,
        [
            "bot played won drawn lost score faults by seat",
            "regular 4 2 0 2 2 0 +0 =0 -2 | +2 =0 -0",
            "bueno 4 2 0 2 2 0 +0 =0 -2 | +2 =0 -0",
        ]
    );
}

#[test]
fn quiet_leaves_only_the_summary() {
    let said = Site::new().run(&[&PLAY[..], &["--quiet", "--lang", "fr"]].concat());
    assert_eq!(said.err, "");
    assert_eq!(said.out.lines().count(), 3);
    assert!(said.out.contains("gagnées") && said.out.contains("par siège"), "{said:?}");
}

#[test]
fn games_of_points_add_points_up_by_seat() {
    let play = ["play", "coins", "builtin:first", "b=builtin:first", "c=builtin:last"];
    let out =
        Site::new().succeed(&[&play[..], &["--games", "3", "--quiet", "--seed", "1"]].concat());
    let rows = words(&out);
    for row in &rows[1..] {
        let [played, won, drawn, lost, score] =
            [1, 2, 3, 4, 5].map(|at| row[at].parse::<i64>().unwrap());
        assert_eq!((played, won + drawn + lost), (3, 3), "{out}");
        let seats =
            row[7..].iter().filter(|word| **word != "|").map(|word| word.parse::<i64>().unwrap());
        let seats: Vec<i64> = seats.collect();
        assert_eq!((seats.len(), seats.iter().sum::<i64>()), (3, score), "{out}");
    }
    assert_eq!(rows.len(), 4);
}
