//! `certamen serve` as a program sees it: each answer keeps to the schema that is published.

use crate::site::Site;
use boon::{Compiler, Schemas};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
};

const CONTEST: &str = r#"
name = "Three"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "points"
"#;

/// A server that ends with the test.
pub(crate) struct Served {
    child: Child,
    /// Where it is: host and port.
    pub(crate) address: String,
}

impl Served {
    /// Serves what the command says, on a port of its own.
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Served {
        let mut command = site.command(&[arguments, &["--listen", "127.0.0.1:0"]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/');
        let address = address.to_owned();
        Served { child, address }
    }

    /// The status, the head and the body of an answer.
    pub(crate) fn get(&self, path: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split_whitespace().nth(1).unwrap().parse().unwrap();
        (status, head.to_lowercase(), body.to_owned())
    }

    fn json(&self, path: &str) -> Value {
        let (status, _, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_answer_keeps_to_its_schema() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    site.succeed(&["run", "three", "--seed", "7"]);
    let server = Served::start(&site, &["serve", "three", "--no-play"]);
    let document = server.json("/api/openapi.json");
    let mut checked = 0;
    for (path, told) in document["paths"].as_object().unwrap() {
        let path = path.replace("{contest}", "three").replace("{match}", "1");
        let answer = &told["get"]["responses"]["200"]["content"];
        let (kind, _) = answer.as_object().unwrap().iter().next().unwrap();
        let (status, head, body) = server.get(&format!("/api/v1{path}"));
        assert!(status == 200 && head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        if kind == "application/json" {
            let schema = answer[kind]["schema"]["$ref"].as_str().unwrap();
            check(&document, schema, &serde_json::from_str(&body).unwrap());
            checked += 1;
        }
    }
    assert_eq!(checked, 5);
    assert_eq!(server.json("/api/v1/contests/three/matches").as_array().unwrap().len(), 6);
    assert_eq!(server.json("/api/v1/contests/three/matches?before=3").as_array().unwrap().len(), 2);
    assert_eq!(server.json("/api/v1/contests/three/matches?bot=nobody"), serde_json::json!([]));
    let (_, _, record) = server.get("/api/v1/contests/three/matches/1/record");
    site.write("one.jsonl", record);
    site.succeed(&["verify", "one.jsonl"]);
}

#[test]
fn what_there_is_not_is_a_problem_that_names_it() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    let server = Served::start(&site, &["serve", "three", "--no-play"]);
    let document = server.json("/api/openapi.json");
    for (path, due, named) in [
        ("/api/v1/contests/four", 404, "four"),
        ("/api/v1/contests/three/matches/x", 404, "x"),
        ("/api/v1/contests/three/matches?colour=red", 400, "colour"),
        ("/api/v1/nothing", 404, "nothing"),
        ("/api/v1/contests/three/standings", 404, "played"),
    ] {
        let (status, head, body) = server.get(path);
        assert_eq!(status, due, "{path}: {body}");
        assert!(head.contains("content-type: application/problem+json"), "{head}");
        assert!(body.contains(named), "{path}: {body}");
        check(&document, "#/components/schemas/Problem", &serde_json::from_str(&body).unwrap());
    }
}

fn check(document: &Value, schema: &str, told: &Value) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("http://localhost/api.json", document.clone()).unwrap();
    let index = compiler.compile(&format!("http://localhost/api.json{schema}"), &mut schemas);
    let index = index.unwrap_or_else(|error| panic!("{schema}: {error:#}"));
    if let Err(error) = schemas.validate(told, index) {
        panic!("{schema}: {error:#}\n{told}");
    }
}

#[test]
fn what_another_process_plays_is_told_so() {
    let site = Site::new();
    let slow = "import time\nfor bid in iter(lambda: 1, 0):\n    end = time.process_time() + 0.2\n    \
        while time.process_time() < end: pass\n    print(bid, flush=True)\n    input()\n";
    site.write("three/slow.py", slow);
    let contest = CONTEST.replace("\"builtin:last\"", "\"slow.py\"");
    site.write("three/contest.toml", format!("{contest}[sandbox]\nminimum_tier = \"D\"\n"));
    let mut run = site.start(&["run", "three", "--quiet", "--tier", "D"]);
    let server = Served::start(&site, &["serve", "three", "--no-play"]);
    let told = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.get("/en/c/three").2.contains("by another process")
    });
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(told, "{}", server.get("/en/c/three").2);
    assert!(!server.get("/en/c/three").2.contains("by another process"));
}
