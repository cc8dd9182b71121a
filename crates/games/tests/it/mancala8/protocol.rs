//! The page of the line protocol: its transcripts are what the rules say.

use game::{
    Map, Seat,
    arbiter::{Answer, Arbiter},
    conformance::table,
};
use std::time::Duration;

const PAGE: &str = include_str!("../../../../../docs/protocols/mancala8-lines.md");

#[test]
fn the_transcripts_of_the_page_are_what_the_rules_say() {
    let mut lines = PAGE.lines();
    let mut transcripts = 0;
    while lines.any(|line| line == "```transcript") {
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        replay(&block);
        transcripts += 1;
    }
    assert_eq!(transcripts, 3);
}

/// Plays a block: `> ` the referee says, `< ` the program answers, `# seat n: ` the others play.
fn replay(block: &[&str]) {
    let (header, rest) = block.split_first().expect("a header");
    let (seat, options) = header
        .strip_prefix("# mancala8, lines, seat ")
        .and_then(|header| header.split_once(", "))
        .unwrap_or_else(|| panic!("no header: {header}"));
    let seat = Seat(seat.parse().expect("a seat"));
    let options: Map = serde_json::from_str(options).expect("an object of options");
    let game = games::find("mancala8").expect("it is registered");
    let mut arbiter = Arbiter::start(game, table(game, options, 2, 1)).expect("lawful options");
    for line in rest {
        while arbiter.automatic().expect("a lawful pass") {}
        let place = format!("turn {}, {line}", arbiter.turns().len() + 1);
        let to_act = arbiter.to_act().lowest();
        if *line == "> fin" {
            assert_eq!(arbiter.outcome().map(|_| "fin"), game.info().farewell, "{place}");
        } else if let Some(said) = line.strip_prefix("> ") {
            assert_eq!(to_act, Some(seat), "{place}");
            let news = arbiter.state().news(seat, arbiter.turns());
            assert_eq!(news.as_deref(), Some(said), "{place}");
        } else if let Some(said) = line.strip_prefix("< ") {
            answer(&mut arbiter, seat, said, &place);
        } else if let Some(scores) = line.strip_prefix("# scores: ") {
            let outcome = arbiter.outcome().unwrap_or_else(|| panic!("{place}: not over"));
            let shown: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
            assert_eq!(shown.join(" "), scores);
        } else {
            let other = seat.other();
            let said = line.strip_prefix(&format!("# seat {other}: "));
            answer(&mut arbiter, other, said.unwrap_or_else(|| panic!("{place}?")), &place);
        }
    }
    assert!(rest.iter().any(|line| line.starts_with("# scores: ")), "{header}: it has no end");
}

fn answer(arbiter: &mut Arbiter, seat: Seat, said: &str, place: &str) {
    assert_eq!(arbiter.to_act().lowest(), Some(seat), "{place}");
    let answer = Answer { seat, given: Ok(said.to_owned()), charged: Duration::ZERO };
    arbiter.answer(vec![answer]).expect("the seat to act answers");
}
