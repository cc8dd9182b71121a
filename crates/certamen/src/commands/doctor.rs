//! `certamen doctor`: which sandbox protections work here.

use crate::{
    Result, commands,
    console::OutputArgs,
    exit::ExitStatus,
    say::{machine, play},
};
use certamen_game::Language;
use certamen_i18n::{Localize, foreign, labelled};
use certamen_sandbox::{
    Launcher, Tier,
    doctor::{self, CachePolicy, DoctorFinding, DoctorReport, Part, Status},
};
use clap::Args;
use serde_json::json;
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long)]
    pub(crate) again: bool,
}

/// Tests this machine and prints the findings. The exit status is a failure if a probe escaped or
/// the requested isolation level is unavailable.
pub(crate) fn doctor(
    arguments: &DoctorArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let policy = if arguments.again { CachePolicy::Ignore } else { CachePolicy::Use };
    let report = doctor::examine(launcher, policy);
    let mut out = arguments.output.open();
    if arguments.output.json {
        for finding in &report.findings {
            writeln!(out, "{}", serde_json::to_string(finding).map_err(foreign)?)?;
        }
        let DoctorReport { tier, lost, .. } = &report;
        let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", json!({ "tier": tier.letter(), "lost": lost }))?;
    } else {
        print(&mut out, &report, language)?;
    }
    out.flush()?;
    if !arguments.output.json {
        commands::print_advice(report.tier, language);
    }
    let broken = report.findings.iter().any(|finding| finding.status == Status::Failed);
    let enough = arguments.tier.map_or(!broken, |asked| report.tier <= asked);
    if let Some(asked) = arguments.tier.filter(|_| !enough) {
        eprintln!("{}: {asked}", machine::tier_not_reached().get(language));
    }
    Ok(if enough { ExitStatus::Fine } else { ExitStatus::Failed })
}

fn print(out: &mut impl Write, report: &DoctorReport, language: Language) -> std::io::Result<()> {
    let items = report.findings.iter().map(|finding| finding.item.message());
    let width = items.map(|item| item.get(language).chars().count()).max().unwrap_or(0).max(WIDTH);
    for (part, heading) in [
        (Part::Probe, machine::machine()),
        (Part::Test, machine::canaries()),
        (Part::Timing, machine::costs()),
    ] {
        let findings: Vec<&DoctorFinding> =
            report.findings.iter().filter(|finding| finding.part == part).collect();
        if findings.is_empty() {
            continue;
        }
        let earlier = report.cached && part == Part::Test;
        let note = if earlier { machine::earlier().get(language) } else { String::new() };
        writeln!(out, "{}{note}", heading.get(language))?;
        for finding in findings {
            print_finding(out, finding, width, language)?;
        }
        writeln!(out)?;
    }
    let tier = report.tier;
    let named = format!("{} {tier}", play::tier().get(language));
    let meaning = match tier {
        Tier::A => machine::tier_a(),
        Tier::B => machine::tier_b(),
        Tier::C => machine::tier_c(),
        Tier::D => machine::tier_d(),
    };
    writeln!(out, "{}", labelled(named, meaning).get(language))?;
    if !report.lost.is_empty() {
        let lost: Vec<String> =
            report.lost.iter().map(|item| item.message().get(language)).collect();
        writeln!(out, "{}", labelled(machine::missing(), lost.join(", ")).get(language))?;
    }
    Ok(())
}

/// Minimum width of the column with the test names.
const WIDTH: usize = 38;

fn print_finding(
    out: &mut impl Write,
    finding: &DoctorFinding,
    width: usize,
    language: Language,
) -> std::io::Result<()> {
    let status = match finding.status {
        Status::Ok => machine::fine(),
        Status::Lost => machine::absent(),
        Status::Failed => machine::broken(),
    };
    let item = finding.item.message().get(language);
    let detail = finding.detail.as_ref().map(|detail| detail.get(language)).unwrap_or_default();
    let line = format!("  {:8} {item:width$} {detail}", status.get(language));
    writeln!(out, "{}", line.trim_end())?;
    let reasons = [
        (machine::cause(), &finding.cause),
        (machine::fix(), &finding.fix),
        (machine::loses(), &finding.loses),
    ];
    for (heading, reason) in reasons {
        if let Some(reason) = reason {
            writeln!(out, "           {}", labelled(heading, reason.clone()).get(language))?;
        }
    }
    Ok(())
}
