//! A user with an account: what the user sends and reads over one connection, from a
//! separate network through a proxy.

use super::served::{Connection, Served};
use crate::whole::command;
use anyhow::{Context, Result, ensure};
use std::{
    io::{BufRead, Read, Write},
    path::Path,
    process::Command,
};

/// The password of all users.
const PASSWORD: &str = "correct horse";

/// A user with an account.
pub(super) struct Visitor {
    stream: Connection,
    host: String,
    from: String,
    cookie: String,
}

/// What came back.
pub(super) struct Reply {
    pub(super) status: u16,
    head: String,
    pub(super) body: String,
}

/// What is sent: the type of it, and the bytes.
pub(super) type Sent<'a> = (&'a str, &'a [u8]);

pub(super) const FORM: &str = "application/x-www-form-urlencoded";

/// Makes an account for number `number` of the site in `folder`: the link for setting its password.
pub(super) fn invite(folder: &Path, number: usize) -> Result<String> {
    let mut add = Command::new(command()?);
    let add = add.arg("account").arg(folder).arg("add").arg(handle(number)).output()?;
    ensure!(add.status.success(), "{}", String::from_utf8_lossy(&add.stderr));
    let link = String::from_utf8(add.stdout)?;
    let (_, way) = link.trim().split_once(":8080").context("a link")?;
    Ok(way.to_owned())
}

/// What number `number` is called.
pub(super) fn handle(number: usize) -> String {
    format!("author{number}")
}

impl Visitor {
    /// Number `number`, who sets a password by the link in the e-mail.
    pub(super) fn enter(site: &Served, number: usize, link: &str) -> Result<Visitor> {
        let mut visitor = Visitor::stranger(site, number)?;
        let set = visitor.post(link, &[("password", PASSWORD)])?;
        ensure!(set.status == 303, "{link}: {}", set.body);
        visitor.keep(&set);
        Ok(visitor)
    }

    /// A user without an account, from network number `number`.
    pub(super) fn stranger(site: &Served, number: usize) -> Result<Visitor> {
        let from = format!("10.{}.{}.1", number / 250, number % 250);
        let (stream, host) = (site.connect()?, site.address().to_owned());
        Ok(Visitor { stream, host, from, cookie: String::new() })
    }

    /// Signs in as number `number`.
    pub(super) fn sign_in(&mut self, number: usize) -> Result<()> {
        let fields = [("handle", &*handle(number)), ("password", PASSWORD)];
        let reply = self.post("/en/sign-in", &fields)?;
        ensure!(reply.status == 303, "{}: {}", reply.status, reply.body);
        self.keep(&reply);
        Ok(())
    }

    /// A token for the user's programs.
    pub(super) fn token(&mut self) -> Result<String> {
        let made = self.post("/en/me", &[("do", "token"), ("label", "bench")])?;
        let token = made.body.split("<code>").nth(1).and_then(|rest| rest.split('<').next());
        Ok(token.context("a token")?.to_owned())
    }

    /// Sends a form.
    pub(super) fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Result<Reply> {
        let encoded = |text: &str| -> String {
            text.bytes().fold(String::new(), |all, byte| format!("{all}%{byte:02x}"))
        };
        let pairs = fields.iter().map(|(key, value)| format!("{key}={}", encoded(value)));
        let body = pairs.collect::<Vec<_>>().join("&");
        self.say("POST", path, "", (FORM, body.as_bytes()))
    }

    /// Reads a page.
    pub(super) fn get(&mut self, path: &str) -> Result<Reply> {
        self.say("GET", path, "", (FORM, b""))
    }

    /// Asks; with a token, if it is not empty.
    pub(super) fn say(
        &mut self,
        verb: &str,
        path: &str,
        token: &str,
        (kind, body): Sent<'_>,
    ) -> Result<Reply> {
        let lines = [
            ("host", &*self.host),
            ("x-forwarded-for", &*self.from),
            ("sec-fetch-site", "same-origin"),
            ("cookie", &*self.cookie),
            ("authorization", token),
            ("content-type", kind),
            ("content-length", &*body.len().to_string()),
        ]
        .map(|(name, value)| match value {
            "" => String::new(),
            value => format!("{name}: {value}\r\n"),
        });
        let stream = self.stream.get_mut();
        write!(stream, "{verb} {path} HTTP/1.1\r\n{}\r\n", lines.concat())?;
        stream.write_all(body)?;
        read(&mut self.stream, path)
    }

    fn keep(&mut self, reply: &Reply) {
        let cookie = reply.field("set-cookie").and_then(|line| line.split(';').next());
        cookie.unwrap_or_default().clone_into(&mut self.cookie);
    }
}

impl Reply {
    /// What stands in a line of its head.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

fn read(stream: &mut Connection, path: &str) -> Result<Reply> {
    let mut reply = Reply { status: 0, head: String::new(), body: String::new() };
    while !reply.head.ends_with("\r\n\r\n") {
        let count = stream.read_line(&mut reply.head)?;
        ensure!(count > 0, "{path}: the site hung up");
    }
    let status = reply.head.split_whitespace().nth(1).context("a status")?;
    reply.status = status.parse()?;
    let length = reply.field("content-length").map_or(Ok(0), str::parse)?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    reply.body = String::from_utf8_lossy(&body).into_owned();
    Ok(reply)
}
