//! The examples of starting workers with service managers: each is valid for its tool, and the
//! worker accepts the command line.

use super::server::program as server_program;
use crate::site::Site;
use certamen_farm::Address;
use certamen_farm::identity::PrivateKey;
use serde_json::Value;
use std::{
    fs::{self, Permissions},
    io::Write,
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

/// The guide's example in this language.
fn example(language: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides/several-machines.md");
    let guide = fs::read_to_string(path).unwrap();
    let (_, rest) = guide.split_once(&format!("\n```{language}\n")).unwrap();
    rest.split_once("\n```\n").unwrap().0.to_owned()
}

/// Checks that a worker knows all flags, and that the server's address is given.
fn check_understood<'a>(command: impl IntoIterator<Item = &'a str>) {
    let command: Vec<&str> = command.into_iter().collect();
    let at = command.iter().position(|word| *word == "worker").unwrap();
    let help = Site::new().succeed(&["worker", "--help"]);
    let flags: Vec<&&str> = command[at..].iter().filter(|word| word.starts_with("--")).collect();
    assert!(flags.len() > 1, "{command:?}");
    for flag in flags {
        assert!(help.contains(&format!(" {flag} <")), "{flag}: {help}");
    }
    let server = command.iter().position(|word| *word == "--connect").unwrap() + 1;
    assert!(command[server].parse::<Address>().unwrap().is_encrypted());
}

#[test]
fn systemd_starts_a_worker() {
    let unit = example("ini");
    let mut section = "";
    let mut settings = Vec::new();
    for line in unit.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name,
            None => settings.push((section, line.split_once('=').unwrap())),
        }
    }
    let setting = |section: &str, key: &str| {
        let found = settings.iter().find(|(of, (own, _))| *of == section && *own == key);
        found.unwrap().1.1
    };
    assert_eq!(setting("Service", "Delegate"), "yes");
    assert_eq!(setting("Install", "WantedBy"), "multi-user.target");
    assert!(setting("Service", "TimeoutStopSec").parse::<u32>().unwrap() >= 60);
    // A worker that was asked to stop is not restarted, nor is one that cannot start.
    assert_eq!(setting("Service", "Restart"), "on-failure");
    assert_eq!(setting("Service", "SuccessExitStatus"), "130");
    assert_eq!(setting("Service", "RestartPreventExitStatus"), "2");
    check_understood(setting("Service", "ExecStart").split(' '));
}

#[test]
fn kubernetes_starts_a_worker() {
    let manifest: Value = serde_json::from_str(&example("json")).unwrap();
    let pod = &manifest["spec"]["template"];
    assert_eq!(
        (&manifest["kind"], &manifest["apiVersion"]),
        (&"Deployment".into(), &"apps/v1".into())
    );
    assert_eq!(manifest["spec"]["selector"]["matchLabels"], pod["metadata"]["labels"]);
    assert!(pod["spec"]["terminationGracePeriodSeconds"].as_u64().unwrap() >= 60);
    let container = &pod["spec"]["containers"][0];
    let words = ["command", "args"].map(|key| container[key].as_array().unwrap());
    check_understood(words.into_iter().flatten().map(|word| word.as_str().unwrap()));
    for of in [container, &pod["spec"]["initContainers"][0]] {
        for mount in of["volumeMounts"].as_array().unwrap() {
            let volumes = pod["spec"]["volumes"].as_array().unwrap();
            assert!(volumes.iter().any(|volume| volume["name"] == mount["name"]), "{mount}");
        }
    }
}

#[test]
fn kubernetes_gives_a_worker_a_key_that_is_its_own() {
    let manifest: Value = serde_json::from_str(&example("json")).unwrap();
    let pod = &manifest["spec"]["template"]["spec"];
    assert!(pod["securityContext"]["fsGroup"].is_u64(), "a group can read the mounted file");
    let site = Site::new();
    let place = |path: &str| site.path().join(path.trim_start_matches('/'));
    let own = PrivateKey::draw();
    fs::create_dir_all(place("secret")).unwrap();
    fs::create_dir_all(place("keys")).unwrap();
    own.write(&place("secret/lab.key")).unwrap();
    fs::set_permissions(place("secret/lab.key"), Permissions::from_mode(0o640)).unwrap();
    assert!(PrivateKey::read(&place("secret/lab.key")).is_err());
    let command = pod["initContainers"][0]["command"].as_array().unwrap();
    let words: Vec<&str> = command.iter().map(|word| word.as_str().unwrap()).collect();
    let moved = words[1..].iter().map(|word| match word.strip_prefix('/') {
        Some(path) => place(path).into_os_string(),
        None => word.into(),
    });
    assert!(Command::new(words[0]).args(moved).status().unwrap().success(), "{words:?}");
    let arguments = pod["containers"][0]["args"].as_array().unwrap();
    let at = arguments.iter().position(|word| word == "--key").unwrap() + 1;
    let found = PrivateKey::read(&place(arguments[at].as_str().unwrap())).unwrap();
    assert_eq!(found.public(), own.public());
}

#[test]
fn slurm_starts_a_worker() {
    let script = example("sh");
    let mut shell = Command::new("sh").arg("-n").stdin(Stdio::piped()).spawn().unwrap();
    shell.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(shell.wait().unwrap().success(), "{script}");
    let wishes: Vec<(&str, &str)> = script
        .lines()
        .filter_map(|line| line.strip_prefix("#SBATCH --")?.split_once('='))
        .collect();
    assert!(wishes.contains(&("signal", "B:TERM@60")), "{wishes:?}");
    // `exec` replaces the script with the worker, so the worker gets the signal.
    let (_, start) = script.split_once("\nexec ").unwrap();
    check_understood(start.split_whitespace());
}

#[test]
fn nats_takes_what_is_added_for_three_servers() {
    let site = Site::new();
    site.succeed(&["bus", "setup", "farm", "--workers", "lab"]);
    let path = site.path().join("farm/nats.conf");
    let written = fs::read_to_string(&path).unwrap();
    fs::write(&path, written + &example("conf") + "\n").unwrap();
    let check = || {
        let mut server = server_program();
        server.arg("-t").arg("-c").arg(&path).output().unwrap()
    };
    let said = check();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    // The tool parses the whole file.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("routes:", "roads:")).unwrap();
    assert!(!check().status.success());
}
