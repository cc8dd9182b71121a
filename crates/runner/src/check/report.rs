//! The report for the author: findings with their facts, and figures.

use crate::check::{
    advice::{Advice, Fact, Severity},
    diagnosis::Diagnosis,
    recorder::Exchange,
    say,
};
use certamen_game::Map;
use certamen_i18n::{Language, Message};
use serde_json::{Value, json};
use std::fmt::Write;

/// One entry of the report.
#[derive(Clone, Debug)]
pub struct CheckFinding {
    /// What.
    pub advice: Advice,
    /// Whether something must be done.
    pub severity: Severity,
    /// What shows it.
    pub facts: Vec<Fact>,
    /// The end of the dialogue.
    pub exchange: Exchange,
    /// The compiler's words, a line each, without what acts on a terminal.
    pub compiler: Vec<String>,
    /// The last lines of standard error, escaped in the same way.
    pub errors: Vec<String>,
    /// The match in which it happened.
    pub example: Option<Example>,
}

/// A match in which something happened.
#[derive(Clone, Debug)]
pub struct Example {
    pub(crate) options: Map,
    pub(crate) seats: u8,
    pub(crate) seat: u8,
    pub(crate) opponent: String,
    pub(crate) seed: u64,
    pub(crate) turn: u64,
}

impl CheckFinding {
    pub(crate) fn new(diagnosis: Diagnosis, severity: Severity) -> CheckFinding {
        let Diagnosis { advice, facts } = diagnosis;
        CheckFinding {
            advice,
            severity,
            facts,
            exchange: Exchange::default(),
            compiler: Vec::new(),
            errors: Vec::new(),
            example: None,
        }
    }

    /// The finding as plain text.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        write_finding(&mut text, self, language).expect("a string takes all");
        text
    }
}

/// What was tried, in the words in which programs read it.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// The bot's name.
    pub bot: String,
    /// Its language.
    pub language: String,
    /// The game's slug.
    pub game: String,
    /// Its protocol.
    pub protocol: String,
    /// The tier.
    pub tier: String,
}

/// What was found out about a bot.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// What was tried.
    pub heading: Heading,
    /// The findings, corrections first.
    pub findings: Vec<CheckFinding>,
    /// The compiler's output although it built the program, a line each.
    pub warnings: Vec<String>,
    /// How many matches were tried.
    pub matches: u64,
    /// How many of the bot's answers were good.
    pub answers: u64,
    /// The longest time of an answer, in milliseconds.
    pub slowest_ms: f64,
    /// The time for a move, in milliseconds.
    pub move_ms: u64,
    /// The most memory that it had, in bytes, where memory is counted.
    pub memory_peak: Option<u64>,
    /// What it may have, in bytes.
    pub memory: u64,
}

impl CheckReport {
    /// How many things must be done.
    pub fn corrections(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Correction).count()
    }

    /// JSON lines: one a finding, and the figures at the end.
    pub fn json(&self, language: Language) -> Vec<Value> {
        let mut lines: Vec<Value> =
            self.findings.iter().map(|finding| self.finding_json(finding, language)).collect();
        let Heading { bot, language: of, game, protocol, tier } = &self.heading;
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

    fn finding_json(&self, finding: &CheckFinding, language: Language) -> Value {
        let CheckFinding { advice, severity, .. } = finding;
        let facts = finding
            .facts
            .iter()
            .map(|fact| json!([fact.label().get(language), fact.value(language)]));
        let evidence = finding
            .facts
            .iter()
            .map(|fact| json!({ "fact": fact.id(), "value": fact.value(language) }));
        let said = finding.exchange.lines(language);
        let exchange = if finding.compiler.is_empty() { &said } else { &finding.compiler };
        let occasion = finding.example.as_ref().map(|example| {
            json!({
                "options": example.options, "seats": example.seats, "seat": example.seat,
                "opponent": example.opponent, "seed": example.seed, "turn": example.turn,
            })
        });
        json!({
            "bot": self.heading.bot, "advice": advice, "weight": severity,
            "what": advice.what().get(language), "how": advice.how().get(language),
            "facts": facts.collect::<Vec<_>>(), "evidence": evidence.collect::<Vec<_>>(),
            "match": occasion, "exchange": exchange, "stderr": finding.errors,
        })
    }

    /// The compiler's output although it built the program, as plain text; `None` if it is empty.
    pub fn warnings_text(&self, language: Language) -> String {
        let heading = say::compiler().get(language);
        let lines = self.warnings.iter().map(|line| format!("  {line}\n"));
        if self.warnings.is_empty() {
            String::new()
        } else {
            format!("{heading}\n{}\n", lines.collect::<String>())
        }
    }

    /// The report as plain text.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        self.write(&mut text, language).expect("a string takes all");
        text
    }

    fn write(&self, out: &mut String, language: Language) -> std::fmt::Result {
        let mut line = |message: Message| writeln!(out, "{}", message.get(language));
        let Heading { bot, language: of, game, protocol, tier } = &self.heading;
        line(say::heading(certamen_game::escaped(bot), of, game, protocol, tier))?;
        if self.matches > 0 {
            line(say::tried(self.matches, self.answers))?;
            line(say::slowest(format!("{:.1}", self.slowest_ms), self.move_ms))?;
            if let Some(peak) = self.memory_peak {
                let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
                let (peak, limit) = (mib(peak), mib(self.memory));
                line(say::memory(format!("{peak:.1}"), format!("{limit:.0}")))?;
            }
        }
        for finding in &self.findings {
            writeln!(out)?;
            write_finding(out, finding, language)?;
        }
        let verdict = match self.corrections() {
            0 => say::all_is_well(),
            count => say::to_correct(count),
        };
        writeln!(out, "\n{}", verdict.get(language))
    }
}

fn write_finding(out: &mut String, finding: &CheckFinding, language: Language) -> std::fmt::Result {
    let advice = finding.advice;
    let heading = match finding.severity {
        Severity::Correction => say::correction(advice.code()),
        Severity::Note => say::note(advice.code()),
    };
    writeln!(out, "{}", heading.get(language))?;
    writeln!(out, "  {}", advice.what().get(language))?;
    writeln!(out, "  {}", advice.how().get(language))?;
    for fact in &finding.facts {
        let told = say::fact(fact.label(), fact.value(language));
        writeln!(out, "  {}", told.get(language))?;
    }
    if let Some(example) = &finding.example {
        let Example { options, seats, seat, opponent, seed, turn } = example;
        let options = serde_json::to_string(options).unwrap_or_default();
        let there = say::in_match(opponent, say::seated(*seat, *seats), *turn, *seed, options);
        writeln!(out, "  {}", there.get(language))?;
    }
    for (heading, lines) in [
        (say::compiler(), &finding.compiler),
        (say::exchange(), &finding.exchange.lines(language)),
        (say::last_words(), &finding.errors),
    ] {
        if !lines.is_empty() {
            writeln!(out, "  {}", heading.get(language))?;
            lines.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    Ok(())
}
