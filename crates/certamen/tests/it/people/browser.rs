//! A minimal browser for forms: addresses, cookies, and the origin header.

use crate::{apart::child_of, site::Site};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
};

/// A server that is killed at the end of the test.
pub(super) struct PeopleServer {
    child: Child,
    pub(super) address: String,
}

/// The server's answer.
#[derive(Debug)]
pub(super) struct WebAnswer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

/// A user's browser.
#[derive(Clone, Default)]
pub(super) struct Browser {
    pub(super) address: String,
    pub(super) cookie: String,
    /// Of a script, which has no session.
    pub(super) token: String,
}

impl PeopleServer {
    pub(super) fn start(site: &Site, arguments: &[&str]) -> PeopleServer {
        PeopleServer::start_at("127.0.0.1:0", site, arguments)
    }

    /// The same at a given address.
    pub(super) fn start_at(address: &str, site: &Site, arguments: &[&str]) -> PeopleServer {
        let mut all = vec!["serve", ".", "--listen", address, "--jobs", "1"];
        all.extend(arguments);
        let mut command = site.command(&all);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/');
        PeopleServer { address: address.to_owned(), child }
    }

    /// The id of its process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// A browser without a session.
    pub(super) fn browser(&self) -> Browser {
        Browser { address: self.address.clone(), ..Browser::default() }
    }

    /// Kills the process that shows pages: as root it is one of two, of which the other ends, too.
    pub(super) fn kill_site(&mut self) {
        if rustix::process::geteuid().is_root() {
            let site = Pid::from_raw(child_of(self.id()) as i32).unwrap();
            kill_process(site, Signal::KILL).unwrap();
            self.child.wait().unwrap();
        } else {
            self.kill();
        }
    }

    /// Kills it, as a power failure would.
    pub(super) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for PeopleServer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl WebAnswer {
    /// The target of the redirect.
    pub(super) fn location(&self) -> &str {
        let line = self.head.lines().find_map(|line| line.strip_prefix("location: "));
        line.unwrap_or_else(|| panic!("{self:?}"))
    }
}

impl Browser {
    pub(super) fn get(&self, path: &str) -> WebAnswer {
        self.say("GET", path, &[], b"")
    }

    /// Requests a page; none without an answer.
    pub(super) fn try_get(&self, path: &str) -> Option<WebAnswer> {
        self.try_say("GET", path, &[], b"")
    }

    /// Sends an encoded form; none without an answer.
    pub(super) fn try_post(&self, path: &str, form: &str) -> Option<WebAnswer> {
        let kind = ("content-type", "application/x-www-form-urlencoded");
        self.try_say("POST", path, &[kind, ("sec-fetch-site", "same-origin")], form.as_bytes())
    }

    /// Sends a form from a page of the site; stores the cookie of the answer.
    pub(super) fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> WebAnswer {
        let encoded = |text: &str| -> String {
            text.bytes().fold(String::new(), |all, byte| format!("{all}%{byte:02x}"))
        };
        let pairs = fields.iter().map(|(key, value)| format!("{key}={}", encoded(value)));
        let body = pairs.collect::<Vec<_>>().join("&");
        let kind = ("content-type", "application/x-www-form-urlencoded");
        let answer =
            self.say("POST", path, &[kind, ("sec-fetch-site", "same-origin")], body.as_bytes());
        let cookie = answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        if let Some(cookie) = cookie {
            self.cookie = cookie.split(';').next().unwrap().into();
        }
        answer
    }

    /// Sends a file with text fields, as a form does.
    pub(super) fn send(
        &self,
        path: &str,
        file: (&str, &[u8]),
        fields: &[(&str, &str)],
    ) -> WebAnswer {
        self.try_send(path, file, fields).unwrap_or_else(|| panic!("{path}: no answer"))
    }

    /// The same; none without an answer.
    pub(super) fn try_send(
        &self,
        path: &str,
        (name, content): (&str, &[u8]),
        fields: &[(&str, &str)],
    ) -> Option<WebAnswer> {
        let mut body = Vec::new();
        for (key, value) in fields {
            let part =
                format!("--x\r\ncontent-disposition: form-data; name=\"{key}\"\r\n\r\n{value}\r\n");
            body.extend(part.bytes());
        }
        let head = format!(
            "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend(head.bytes());
        body.extend(content);
        body.extend(b"\r\n--x--\r\n");
        let kind = ("content-type", "multipart/form-data; boundary=x");
        self.try_say("POST", path, &[kind, ("sec-fetch-site", "same-origin")], &body)
    }

    pub(super) fn say(
        &self,
        verb: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> WebAnswer {
        let answer = self.try_say(verb, path, headers, body);
        answer.unwrap_or_else(|| panic!("{path}: no answer"))
    }

    /// Sends a request; none without a complete answer.
    fn try_say(
        &self,
        verb: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Option<WebAnswer> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let bearer = if self.token.is_empty() { "" } else { &*format!("Bearer {}", self.token) };
        let own = [("host", &*self.address), ("cookie", &*self.cookie), ("connection", "close")];
        let own = own.into_iter().chain([("authorization", bearer)]);
        let length = body.len().to_string();
        let all = own.chain(headers.iter().copied()).chain([("content-length", &*length)]);
        let lines = all.filter(|(_, value)| !value.is_empty());
        let lines: Vec<String> =
            lines.map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!("{verb} {path} HTTP/1.1\r\n{}\r\n", lines.concat());
        stream.write_all(head.as_bytes()).ok()?;
        // The server may answer before it has read everything.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.split_whitespace().nth(1)?.parse().ok()?;
        Some(WebAnswer { status, head: head.to_owned(), body: body.to_owned() })
    }
}
