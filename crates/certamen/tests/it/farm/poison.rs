//! A program that kills the worker that plays it: its matches are excluded, and all others are
//! played.

use super::server::{Process, Server, hurried};
use crate::site::Site;
use serde_json::Value;
use std::fs;

/// Divides all time limits of the message server, because this test often waits for workers.
const HASTE: &str = "20";
const NAMES: [&str; 3] = ["one", "two", "three"];

/// Without isolation, a program can reach the worker that plays it.
const KILLER: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    int pid = getpid();
    while (pid > 1) {
        char path[64], line[4096];
        snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
        FILE *file = fopen(path, "r");
        if (!file) return 1;
        size_t length = fread(line, 1, sizeof line - 1, file);
        fclose(file);
        line[length] = 0;
        if (length > strlen(line) + 1 && !strcmp(line + strlen(line) + 1, "worker")) {
            kill(pid, SIGKILL);
            return 1;
        }
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        file = fopen(path, "r");
        if (!file || !fgets(line, sizeof line, file)) return 1;
        fclose(file);
        char *end = strrchr(line, ')'), state;
        if (!end || sscanf(end + 1, " %c %d", &state, &pid) != 2) return 1;
    }
    return 1;
}
"#;

fn worker(site: &Site, server: &Server, name: &str) -> Process {
    let address = server.address();
    let own = ["worker", "--connect", &address, "--slots", "1", "--name", name, "--tier", "D"];
    let mut command = hurried(site, &own);
    Process::of(command.env("CERTAMEN_BUS_HASTE", HASTE).stderr(std::process::Stdio::null()))
}

#[test]
fn a_match_that_kills_its_worker_is_deferred_and_all_others_are_played() {
    let site = Site::new();
    let contest = "name = \"P\"\ngame = \"footsteps\"\nseed = 1\n\
        bots = [\"killer\", \"builtin:first\", \"builtin:last\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 1\n[ranking]\nkind = \"wins\"\n\
        [programs]\nmemory = \"none\"\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", contest);
    site.write("c/killer/bot.c", KILLER);
    let manifest = "name = \"killer\"\nlanguage = \"c\"\nsource = [\"bot.c\"]\n";
    site.write("c/killer/bot.toml", manifest);
    let server = Server::start(&site);
    let mut workers = NAMES.map(|name| worker(&site, &server, name));
    let mut run = hurried(&site, &["run", "c", "--bus", &server.address()]);
    let words = fs::File::create(site.path().join("words")).unwrap();
    let mut run = Process::of(run.env("CERTAMEN_BUS_HASTE", HASTE).stderr(words));
    let mut killed = 0;
    while !run.has_ended() {
        for (own, name) in workers.iter_mut().zip(NAMES) {
            if own.has_ended() {
                killed += 1;
                *own = worker(&site, &server, name);
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let said = site.read("words");
    assert!(killed >= 6, "{killed}: {said}");
    assert_eq!(run.wait().code(), Some(3), "{said}");
    let played = site.succeed(&["matches", "c", "--format", "json"]);
    assert_eq!(played.lines().count(), 1, "{played} {said}");
    let export = site.succeed(&["export", "c"]);
    let mut lost: Vec<String> = Vec::new();
    for line in export.lines().filter(|line| line.contains("\"kind\":\"void\"")) {
        let line: Value = serde_json::from_str(line).unwrap();
        let reported = &line["attempt"];
        assert!(reported["what"].as_str().unwrap().contains("lost during"), "{line}");
        lost.push(format!("{} {}", reported["match"], reported["what"]));
    }
    assert_eq!(lost.len(), 6, "{lost:?} {said}");
    lost.sort_unstable();
    lost.dedup();
    assert_eq!(lost.len(), 6, "three machines for each: {lost:?}");
    let said = site.run(&["verify", "c"]);
    assert!(said.code == 3 && said.out.contains("sound so far"), "{said:?}");
}
