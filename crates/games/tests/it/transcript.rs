//! Dialogues of one program with the referee, as documents show them, replayed against the rules.
//!
//! A transcript is a fenced block that starts with ```` ```transcript ````. Its lines:
//!
//! ```text
//! # footsteps, lines, seat 0, {"points":10}     game, protocol, the program's seat, options
//! < 10                                          the program says
//! # seat 1: 9                                   another seat plays; (timeout) is a fault
//! > 9                                           the referee says
//! # scores: 1 0                                 the result; `# to be continued` if there is none
//! ```
//!
//! The program's own failure to say anything is a line `# seat 0: (exit)`.

use certamen_game::{
    Fault, Map, Move, Protocol, Seat, Turn,
    arbiter::{Answer, Arbiter},
    conformance::table,
};
use std::{collections::VecDeque, fmt::Display, fs, path::Path, time::Duration};

/// A parsed block.
#[derive(Debug)]
pub(crate) struct Transcript {
    pub(crate) game: String,
    protocol: Protocol,
    seat: Seat,
    options: Map,
    wire: VecDeque<Line>,
    others: VecDeque<(Seat, String)>,
    scores: Option<Vec<f64>>,
}

#[derive(PartialEq, Debug)]
enum Line {
    ToProgram(String),
    FromProgram(String),
}

/// All transcripts in the text of a document.
pub(crate) fn parse_all(document: &str) -> Result<Vec<Transcript>, String> {
    let mut lines = document.lines();
    let mut found = Vec::new();
    while lines.any(|line| line == "```transcript") {
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        found.push(parse(&block).map_err(|why| format!("transcript {}: {why}", found.len() + 1))?);
    }
    Ok(found)
}

/// Replays all transcripts of all Markdown files in `folder`, which lies beside this crate's
/// manifest, and gives the slugs of the games they belong to.
pub(crate) fn check_folder(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(&folder).expect("there is such a folder");
    let mut slugs = Vec::new();
    for path in files.map(|file| file.expect("the folder can be listed").path()) {
        if path.extension().is_none_or(|suffix| suffix != "md") {
            continue;
        }
        let shown = path.display();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let transcripts = parse_all(&text).unwrap_or_else(|why| panic!("{shown}: {why}"));
        for (transcript, number) in transcripts.into_iter().zip(1..) {
            slugs.push(transcript.game.clone());
            let replayed = transcript.replay();
            replayed.unwrap_or_else(|why| panic!("{shown}, transcript {number}: {why}"));
        }
    }
    slugs
}

/// The turns that a living program on `seat` has not heard of when it is asked.
pub(crate) fn unheard(turns: &[Turn], seat: Seat) -> &[Turn] {
    let asked = |turn: &Turn| turn.moves.iter().any(|entry| entry.seat == seat && !entry.automatic);
    &turns[turns.iter().rposition(asked).unwrap_or(0)..]
}

/// A recorded turn in which seat 0 and seat 1 played these numbers.
pub(crate) fn turn(number: u64, first: impl Display, second: impl Display, ms: f64) -> Turn {
    let entry = |seat, action| Move {
        seat: Seat(seat),
        action: Some(action),
        automatic: false,
        fault: None,
        reply: None,
        ms: Some(ms),
        pondered_ms: None,
        asleep_ms: None,
        remote: certamen_game::record::RemoteMove::default(),
        extra: Map::new(),
    };
    let moves = vec![entry(0, first.to_string()), entry(1, second.to_string())];
    Turn { turn: number, moves, extra: Map::new() }
}

fn parse(block: &[&str]) -> Result<Transcript, String> {
    let (header, rest) = block.split_first().ok_or("it is empty")?;
    let mut transcript = parse_header(header).ok_or_else(|| format!("no header: {header}"))?;
    let mut ended = false;
    for line in rest {
        if ended {
            return Err(format!("behind the end: {line}"));
        }
        if let Some(said) = line.strip_prefix("> ") {
            transcript.wire.push_back(Line::ToProgram(said.to_owned()));
        } else if let Some(said) = line.strip_prefix("< ") {
            transcript.wire.push_back(Line::FromProgram(said.to_owned()));
        } else if let Some(scores) = line.strip_prefix("# scores: ") {
            let scores = scores.split(' ').map(str::parse).collect::<Result<_, _>>();
            transcript.scores = Some(scores.map_err(|_| format!("no scores: {line}"))?);
            ended = true;
        } else if *line == "# to be continued" {
            ended = true;
        } else {
            let note = line.strip_prefix("# seat ").and_then(|note| note.split_once(": "));
            let (seat, action) = note.ok_or_else(|| format!("no line of a transcript: {line}"))?;
            let seat = seat.parse().map_err(|_| format!("no seat: {line}"))?;
            transcript.others.push_back((Seat(seat), action.to_owned()));
        }
    }
    if ended { Ok(transcript) } else { Err("neither scores nor `# to be continued`".to_owned()) }
}

fn parse_header(header: &str) -> Option<Transcript> {
    let mut parts = header.strip_prefix("# ")?.splitn(4, ", ");
    Some(Transcript {
        game: parts.next()?.to_owned(),
        protocol: serde_json::from_value(parts.next()?.into()).ok()?,
        seat: Seat(parts.next()?.strip_prefix("seat ")?.parse().ok()?),
        options: serde_json::from_str(parts.next()?).ok()?,
        wire: VecDeque::new(),
        others: VecDeque::new(),
        scores: None,
    })
}

impl Transcript {
    /// Plays it from the first line to the last; everything must agree, nothing be left over.
    pub(crate) fn replay(mut self) -> Result<(), String> {
        let game =
            certamen_games::find(&self.game).ok_or_else(|| format!("no game {}", self.game))?;
        let seats = *game.info().seats.start().max(&(self.seat.0 + 1));
        let table = table(game, std::mem::take(&mut self.options), seats, 1);
        let mut arbiter = Arbiter::start(game, table).map_err(|error| error.to_string())?;
        while arbiter.outcome().is_none() && !(self.wire.is_empty() && self.scores.is_none()) {
            if arbiter.automatic().map_err(|void| void.to_string())? {
                continue;
            }
            let turn = arbiter.turns().len() + 1;
            let mut answers = Vec::new();
            for seat in arbiter.to_act().iter() {
                let given =
                    self.ask(&arbiter, seat).map_err(|why| format!("turn {turn}: {why}"))?;
                answers.push(Answer {
                    seat,
                    given: given.map(Into::into),
                    charged: Duration::ZERO,
                    pondered: Duration::ZERO,
                    asleep: Duration::ZERO,
                });
            }
            arbiter.answer(answers).map_err(|void| void.to_string())?;
        }
        if let (Protocol::Lines, Some(_)) = (self.protocol, arbiter.outcome()) {
            game.info().end_message.map_or(Ok(()), |end_message| self.hear(end_message))?;
        }
        self.finish(&arbiter)
    }

    fn ask(&mut self, arbiter: &Arbiter, seat: Seat) -> Result<Result<String, Fault>, String> {
        if seat == self.seat {
            let words = match self.protocol {
                Protocol::Lines => arbiter.state().updates(seat, unheard(arbiter.turns(), seat)),
                Protocol::Argv | Protocol::Stdin => Some(arbiter.state().observation(seat)),
                Protocol::Gtp | Protocol::Uci | Protocol::Cecp => {
                    return Err("engines have a page of their own".to_owned());
                }
            };
            words.iter().flat_map(|words| words.lines()).try_for_each(|line| self.hear(line))?;
            if let Some(Line::FromProgram(_)) = self.wire.front() {
                let Some(Line::FromProgram(said)) = self.wire.pop_front() else { unreachable!() };
                return Ok(Ok(said));
            }
        }
        let next = self.others.iter().position(|(other, _)| *other == seat);
        let (_, action) = next
            .and_then(|next| self.others.remove(next))
            .ok_or_else(|| format!("seat {seat} is to act, and nothing is noted"))?;
        let fault = action.strip_prefix('(').and_then(|action| action.strip_suffix(')'));
        let Some(word) = fault else { return Ok(Ok(action)) };
        let fault = Fault::ALL.into_iter().find(|fault| fault.word() == word);
        fault.map(Err).ok_or_else(|| format!("no fault: {word}"))
    }

    fn hear(&mut self, expected: &str) -> Result<(), String> {
        match self.wire.pop_front() {
            Some(Line::ToProgram(said)) if said == expected => Ok(()),
            other => Err(format!("the referee says `{expected}`, the transcript has {other:?}")),
        }
    }

    fn finish(self, arbiter: &Arbiter) -> Result<(), String> {
        if !self.wire.is_empty() || !self.others.is_empty() {
            return Err(format!("left over at the end: {:?} {:?}", self.wire, self.others));
        }
        let scores = arbiter.outcome().map(|outcome| outcome.scores.clone());
        if scores != self.scores {
            return Err(format!("the scores are {scores:?}, the transcript has {:?}", self.scores));
        }
        Ok(())
    }
}

#[test]
fn every_transcript_of_the_protocols_is_what_the_rules_say() {
    let slugs = check_folder("../../docs/protocols");
    assert!(slugs.iter().any(|slug| slug == "footsteps"), "{slugs:?}");
}

#[test]
fn every_transcript_in_the_folder_of_a_game_is_what_its_rules_say() {
    for game in certamen_games::ALL {
        let slug = game.info().slug;
        let slugs = check_folder(&format!("src/{slug}/transcripts"));
        assert!(slugs.iter().all(|other| other == slug), "{slug}: {slugs:?}");
    }
}

#[test]
fn a_transcript_that_does_not_agree_is_refused() {
    let check = |body: &str| {
        let block =
            format!("```transcript\n# footsteps, lines, seat 0, {{\"points\":9}}\n{body}```\n");
        parse_all(&block)?.into_iter().try_for_each(Transcript::replay)
    };
    let sound =
        "< 3\n# seat 1: 2\n> 2\n< 3\n# seat 1: 2\n> 2\n< 3\n# seat 1: 2\n> fin\n# scores: 1 0\n";
    assert_eq!(check(sound), Ok(()));
    assert_eq!(check("< 3\n# seat 1: 2\n> 2\n# to be continued\n"), Err(UNASKED.to_owned()));
    assert_eq!(check("< 3\n# seat 1: (timeout)\n> fin\n# scores: 1 0\n"), Ok(()));
    assert_eq!(check("# seat 0: (exit)\n# seat 1: 2\n> fin\n# scores: 0 1\n"), Ok(()));
    for (from, to) in [
        ("> 2", "> 4"),
        ("> fin", "> end"),
        ("> fin\n", ""),
        ("1 0", "0 1"),
        ("# scores: 1 0", "# to be continued"),
        ("# scores: 1 0\n", ""),
        ("# seat 1: 2", "# seat 1: (boredom)"),
        ("< 3", "< 4"),
        ("> fin", "> fin\n> fin"),
    ] {
        let changed = sound.replacen(from, to, 1);
        assert!(changed != sound && check(&changed).is_err(), "{changed}");
    }
}

const UNASKED: &str = "turn 2: seat 0 is to act, and nothing is noted";
