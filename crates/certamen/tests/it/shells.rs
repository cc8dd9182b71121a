//! Completions and manual pages are generated and usable.

use crate::site::Site;
use std::{
    io::Write,
    process::{Command, Stdio},
};

#[test]
fn every_shell_gets_completions_of_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = Site::new().succeed(&["completions", shell]);
        for command in ["play", "run", "new-bot", "completions", "worker", "workers", "bus"] {
            assert!(script.contains(command), "{shell}: no {command}");
        }
    }
    assert_eq!(Site::new().run(&["completions", "abacus"]).code, 2);
}

#[test]
fn bash_reads_its_completions_and_offers_games_options() {
    let mut script = Site::new().succeed(&["completions", "bash"]);
    let wanted = [
        ("play", "--mo", "--move-time"),
        ("worker", "--dr", "--drain"),
        ("workers", "str", "strike"),
        ("workers", "--met", "--metrics"),
        ("bus", "se", "setup"),
    ];
    for (command, begun, _) in wanted {
        let ask = format!(
            "COMP_WORDS=(certamen {command} {begun})\nCOMP_CWORD=2\n\
             _certamen certamen {begun} {command}\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        );
        script.push_str(&ask);
    }
    let mut bash = Command::new("bash");
    bash.args(["--norc", "--noprofile", "-eu"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut bash = bash.spawn().unwrap();
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = bash.wait_with_output().unwrap();
    assert!(output.status.success());
    let offered = String::from_utf8(output.stdout).unwrap();
    assert_eq!(offered.lines().collect::<Vec<_>>(), wanted.map(|(_, _, whole)| whole));
}

#[test]
fn there_is_a_manual_page_for_every_subcommand() {
    let site = Site::new();
    let written = site.succeed(&["man", "pages"]);
    let help = site.succeed(&["--help"]);
    let commands = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands = commands.filter(|name| !name.is_empty() && !name.starts_with('-'));
    let commands: Vec<&str> = commands.filter(|name| *name != "help").collect();
    assert!(commands.len() > 10, "{help}");
    let inner = [
        "bus-setup",
        "bus-check",
        "workers-drain",
        "workers-rest",
        "workers-wake",
        "workers-strike",
    ];
    assert_eq!(written.lines().count(), commands.len() + inner.len() + 1, "{written}");
    for command in commands.into_iter().chain(inner) {
        let page = site.path().join(format!("pages/certamen-{command}.1"));
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{page}");
    }
    for (page, words) in [("worker", "tier"), ("workers", "metrics"), ("bus-check", "role")] {
        let page = site.path().join(format!("pages/certamen-{page}.1"));
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains(&format!("\\-\\-{words}")), "{words}: {page}");
    }
    let main = std::fs::read_to_string(site.path().join("pages/certamen.1")).unwrap();
    assert_eq!(site.succeed(&["man"]), main);
}

#[test]
fn man_shows_the_page_without_complaint() {
    let site = Site::new();
    site.succeed(&["man", "pages"]);
    let mut man = Command::new("man");
    man.args(["--warnings=w", "-l", "pages/certamen-run.1"]).current_dir(site.path());
    // Without `man`, there is nothing to check.
    let Ok(output) = man.env("MANWIDTH", "80").env("LC_ALL", "C").output() else { return };
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && shown.contains("--jobs"), "{output:?}");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
