//! The report for the author: findings with their facts, and figures.

use crate::check::advice::{Advice, Fact, Severity};
use crate::check::diagnosis::Diagnosis;
use crate::check::recorder::Exchange;
use crate::check::say;
use certamen_game::{Map, job::is_program};
use certamen_i18n::{Language, Message};
use serde_json::{Value, json};
use std::fmt::Write;

/// One finding of the report.
#[derive(Clone, Debug)]
pub struct CheckFinding {
    /// What is wrong, and how to fix it.
    pub advice: Advice,
    /// Whether something must be done.
    pub severity: Severity,
    /// The evidence.
    pub facts: Vec<Fact>,
    /// The last events of the dialogue.
    pub exchange: Exchange,
    /// The lines of the compiler's output, escaped.
    pub compiler: Vec<String>,
    /// The last lines of standard error, escaped.
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
        write_finding(&mut text, self, language).expect("writing to a string never fails");
        text
    }
}

/// The bot that was tried, in the words that programs read.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Heading {
    pub bot: String,
    pub language: String,
    pub game: String,
    pub protocol: String,
    pub tier: String,
}

/// The report on a bot.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// The bot that was tried.
    pub heading: Heading,
    /// The findings, corrections first.
    pub findings: Vec<CheckFinding>,
    /// The compiler's output for a program that it built, by lines.
    pub warnings: Vec<String>,
    /// The number of matches that were tried.
    pub matches: u64,
    /// How many answers of the bot were legal.
    pub answers: u64,
    /// The longest time of an answer, in milliseconds.
    pub slowest_ms: f64,
    /// The time for a move, in milliseconds.
    pub move_ms: u64,
    /// The peak memory in bytes, where it is counted.
    pub memory_peak: Option<u64>,
    /// The memory limit, in bytes.
    pub memory: u64,
}

impl CheckReport {
    /// The number of corrections.
    pub fn corrections(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Correction).count()
    }

    /// JSON lines: one for each finding, and the figures at the end.
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
        let dialogue = finding.exchange.lines(language);
        let exchange = if finding.compiler.is_empty() { &dialogue } else { &finding.compiler };
        let example = finding.example.as_ref().map(|example| {
            json!({
                "options": example.options, "seats": example.seats, "seat": example.seat,
                "opponent": example.opponent, "seed": example.seed, "turn": example.turn,
            })
        });
        json!({
            "bot": self.heading.bot, "advice": advice, "weight": severity,
            "what": advice.what().get(language), "how": advice.how().get(language),
            "facts": facts.collect::<Vec<_>>(), "evidence": evidence.collect::<Vec<_>>(),
            "match": example, "exchange": exchange, "stderr": finding.errors,
        })
    }

    /// The compiler's warnings as plain text, or nothing if there are none.
    pub fn warnings_text(&self, language: Language) -> String {
        if self.warnings.is_empty() {
            return String::new();
        }
        let lines = self.warnings.iter().map(|line| format!("  {line}\n"));
        format!("{}\n{}\n", say::compiler().get(language), lines.collect::<String>())
    }

    /// The report as plain text.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        self.write(&mut text, language).expect("writing to a string never fails");
        text
    }

    fn write(&self, out: &mut String, language: Language) -> std::fmt::Result {
        let mut line = |message: Message| writeln!(out, "{}", message.get(language));
        let Heading { bot, language: of, game, protocol, tier } = &self.heading;
        let bot = certamen_game::escaped(bot);
        line(if is_program(of) {
            say::heading(bot, of, game, protocol, tier)
        } else {
            say::brief_heading(bot, of, game)
        })?;
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
        let line = say::fact(fact.label(), fact.value(language));
        writeln!(out, "  {}", line.get(language))?;
    }
    if let Some(example) = &finding.example {
        let Example { options, seats, seat, opponent, seed, turn } = example;
        let options = serde_json::to_string(options).unwrap_or_default();
        let place = say::in_match(opponent, say::seated(*seat, *seats), *turn, *seed, options);
        writeln!(out, "  {}", place.get(language))?;
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
