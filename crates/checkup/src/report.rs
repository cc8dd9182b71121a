//! What an author is told: findings with their facts, and figures.

use crate::{
    advice::{Advice, Weight},
    diagnosis::{Diagnosis, Fact},
    words::sentences,
};
use certamen_game::{Language, Map};
use serde_json::{Value, json};
use std::fmt::Write;

/// One thing to be told.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What.
    pub advice: Advice,
    /// Whether something must be done.
    pub weight: Weight,
    pub(crate) facts: Vec<Fact>,
    /// What was said last, or the compiler's words; every line escaped.
    pub exchange: Vec<String>,
    /// The last words on standard error; every line escaped.
    pub errors: Vec<String>,
    /// The match in which it happened.
    pub occasion: Option<Occasion>,
}

/// A match in which something happened.
#[derive(Clone, Debug)]
pub struct Occasion {
    pub(crate) options: Map,
    pub(crate) seats: u8,
    pub(crate) seat: u8,
    pub(crate) opponent: String,
    pub(crate) seed: u64,
    pub(crate) turn: u64,
}

impl Finding {
    pub(crate) fn new(diagnosis: Diagnosis, weight: Weight) -> Finding {
        let Diagnosis { advice, facts } = diagnosis;
        Finding { advice, weight, facts, exchange: Vec::new(), errors: Vec::new(), occasion: None }
    }

    /// The finding as plain text.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        write_finding(&mut text, self, language).expect("a string takes all");
        text
    }
}

/// What was found out about a bot.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The bot's name, its language, the game's slug, how it is asked and the tier.
    pub heading: [String; 5],
    /// What is to be told, corrections first.
    pub findings: Vec<Finding>,
    /// How many matches were tried.
    pub matches: u64,
    /// How many of the bot's answers were good.
    pub answers: u64,
    /// The longest time of an answer, in milliseconds.
    pub slowest_ms: f64,
    /// The time for a move, in milliseconds.
    pub move_ms: u64,
    /// The most memory that it had, in bytes, where somebody counted it.
    pub memory_peak: Option<u64>,
    /// What it may have, in bytes.
    pub memory: u64,
}

impl Report {
    /// How many things must be done.
    pub fn corrections(&self) -> usize {
        self.findings.iter().filter(|finding| finding.weight == Weight::Correction).count()
    }

    /// JSON lines: one a finding, and the figures at the end.
    pub fn json(&self, language: Language) -> Vec<Value> {
        let mut lines: Vec<Value> =
            self.findings.iter().map(|finding| self.finding_json(finding, language)).collect();
        let [bot, of, game, protocol, tier] = &self.heading;
        let notes = self.findings.len() - self.corrections();
        lines.push(json!({
            "bot": bot, "language": of, "game": game, "protocol": protocol, "tier": tier,
            "corrections": self.corrections(), "notes": notes,
            "matches": self.matches, "answers": self.answers,
            "slowest_ms": certamen_game::number::json(self.slowest_ms), "move_ms": self.move_ms,
            "memory_peak": self.memory_peak, "memory": self.memory,
        }));
        lines
    }

    fn finding_json(&self, finding: &Finding, language: Language) -> Value {
        let text = finding.advice.text();
        let facts = finding.facts.iter().map(|fact| json!([fact.label.get(language), fact.value]));
        let occasion = finding.occasion.as_ref().map(|occasion| {
            json!({
                "options": occasion.options, "seats": occasion.seats, "seat": occasion.seat,
                "opponent": occasion.opponent, "seed": occasion.seed, "turn": occasion.turn,
            })
        });
        json!({
            "bot": self.heading[0], "advice": finding.advice, "weight": finding.weight,
            "what": text.what.get(language), "how": text.how.get(language),
            "facts": facts.collect::<Vec<_>>(), "match": occasion,
            "exchange": finding.exchange, "stderr": finding.errors,
        })
    }

    /// The report as plain text.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        self.write(&mut text, language).expect("a string takes all");
        text
    }

    fn write(&self, out: &mut String, language: Language) -> std::fmt::Result {
        let [bot, of, game, protocol, tier] = &self.heading;
        let bot = certamen_game::escaped(bot);
        writeln!(out, "{bot} ({of}): {game}, protocol {protocol}, tier {tier}")?;
        let say = |words: certamen_game::Words| words.get(language);
        let (matches, answers) = (self.matches, self.answers);
        if self.matches > 0 {
            writeln!(
                out,
                "{}: {matches}, {}: {answers}",
                say(sentences::MATCHES),
                say(sentences::ANSWERS)
            )?;
            let (slowest, limit) = (self.slowest_ms, self.move_ms);
            writeln!(out, "{}: {slowest:.1} / {limit} ms", say(sentences::SLOWEST))?;
            if let Some(peak) = self.memory_peak {
                let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
                let (peak, limit) = (mib(peak), mib(self.memory));
                writeln!(out, "{}: {peak:.1} / {limit:.0} MiB", say(sentences::MEMORY))?;
            }
        }
        for finding in &self.findings {
            writeln!(out)?;
            write_finding(out, finding, language)?;
        }
        let verdict =
            if self.corrections() == 0 { sentences::ALL_IS_WELL } else { sentences::TO_CORRECT };
        let count = match self.corrections() {
            0 => String::new(),
            count => format!(": {count}"),
        };
        writeln!(out, "\n{}{count}", say(verdict))
    }
}

fn write_finding(out: &mut String, finding: &Finding, language: Language) -> std::fmt::Result {
    let say = |words: certamen_game::Words| words.get(language);
    let weight = match finding.weight {
        Weight::Correction => sentences::CORRECTION,
        Weight::Note => sentences::NOTE,
    };
    let text = finding.advice.text();
    writeln!(out, "{}: {}", say(weight), finding.advice.code())?;
    writeln!(out, "  {}", say(text.what))?;
    writeln!(out, "  {}", say(text.how))?;
    for Fact { label, value } in &finding.facts {
        writeln!(out, "  {}: {value}", say(*label))?;
    }
    if let Some(occasion) = &finding.occasion {
        let Occasion { options, seats, seat, opponent, seed, turn } = occasion;
        let options = serde_json::to_string(options).unwrap_or_default();
        let (in_match, at) = (say(sentences::IN_MATCH), say(sentences::TURN));
        let (sat, of) = (say(sentences::SEAT), say(sentences::OF));
        writeln!(
            out,
            "  {in_match} builtin:{opponent}, {sat} {seat} {of} {seats}, {at} {turn}, seed {seed}, {options}"
        )?;
    }
    for (heading, lines) in
        [(sentences::SAID, &finding.exchange), (sentences::ERRORS, &finding.errors)]
    {
        if !lines.is_empty() {
            writeln!(out, "  {}:", say(heading))?;
            lines.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    Ok(())
}
