//! Transcripts of programs that are run once a move, as documents write them, played for real.
//!
//! `match {"game":…,"seats":…,"options":…}` starts one, `moves a | b` plays on unseen, `> ` lines are
//! what the program of the seat to act is given, `< ` is what it prints, `scores […]` is the end and
//! `#` a remark.

use certamen_game::{
    Map,
    arbiter::{Answer, Arbiter},
    conformance,
};
use serde_json::Value;
use std::time::Duration;

/// Plays a transcript; how many observations it compared.
pub(crate) fn check(transcript: &str) -> usize {
    let mut arbiter: Option<Arbiter> = None;
    let (mut given, mut compared) = (Vec::new(), 0);
    for line in transcript.lines().chain([""]) {
        if let Some(text) = line.strip_prefix("> ") {
            given.push(text);
            continue;
        }
        if !given.is_empty() {
            let arbiter = arbiter.as_ref().expect("a match is under way");
            let seat = arbiter.to_act().lowest().expect("a seat is to act");
            assert_eq!(arbiter.state().observation(seat), given.join("\n"));
            given.clear();
            compared += 1;
        }
        match line.split_once(' ').unwrap_or((line, "")) {
            ("match", header) => arbiter = Some(start(header)),
            ("moves", moves) => moves.split(" | ").for_each(|text| answer(&mut arbiter, text)),
            ("<", text) => answer(&mut arbiter, text),
            ("scores", scores) => {
                let outcome = arbiter.as_ref().and_then(Arbiter::outcome).expect("it is over");
                assert_eq!(format!("{:?}", outcome.scores), scores);
            }
            ("" | "#", _) => {}
            (other, _) => panic!("`{other}` is no part of a transcript"),
        }
    }
    compared
}

/// The transcripts in the fenced blocks of a Markdown page.
pub(crate) fn fenced(page: &str) -> Vec<String> {
    let blocks = page.split("```").skip(1).step_by(2);
    let bodies = blocks.filter_map(|block| block.split_once('\n').map(|(_, body)| body.to_owned()));
    bodies.filter(|body| body.contains("match {")).collect()
}

fn start(header: &str) -> Arbiter {
    let header: Map = serde_json::from_str(header).expect("the header is JSON");
    let slug = header["game"].as_str().expect("`game` is a text");
    let game = certamen_games::find(slug).expect("a registered game");
    let seats = header["seats"].as_u64().expect("`seats` is a number") as u8;
    let Value::Object(options) = &header["options"] else { panic!("`options` is an object") };
    let table = conformance::table(game, options.clone(), seats, 1);
    Arbiter::start(game, table).expect("the options are good")
}

fn answer(arbiter: &mut Option<Arbiter>, text: &str) {
    let arbiter = arbiter.as_mut().expect("a match is under way");
    let seat = arbiter.to_act().lowest().expect("a seat is to act");
    let given = Ok(format!("{text}\n"));
    arbiter
        .answer(vec![Answer {
            seat,
            given: given.map(Into::into),
            charged: Duration::ZERO,
            pondered: Duration::ZERO,
            asleep: Duration::ZERO,
        }])
        .expect("no void");
}
