//! A site served by the command, and requests to it over one connection.

use crate::whole::command;
use anyhow::{Context, Result, ensure};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

/// Whether a site plays the contests that it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Play {
    Everything,
    Nothing,
}

/// A site that ends with us.
pub(super) struct Served {
    child: Child,
    address: String,
}

/// A connection to it.
pub(super) type Connection = BufReader<TcpStream>;

impl Served {
    pub(super) fn start(folder: &Path, play: Play) -> Result<Served> {
        let mut serve = Command::new(command()?);
        serve.args(["serve", "--listen", "127.0.0.1:0"]).arg(folder);
        if play == Play::Nothing {
            serve.arg("--no-play");
        }
        let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("a pipe")?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().context("an address")?;
        Ok(Served { child, address: address.trim_end_matches('/').to_owned() })
    }

    /// Where it is: host and port.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn connect(&self) -> Result<Connection> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
        Ok(BufReader::new(stream))
    }

    /// A page as it is read, not packed.
    pub(super) fn page(&self, path: &str) -> Result<String> {
        let mut stream = self.connect()?;
        write!(stream.get_mut(), "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n")?;
        Ok(String::from_utf8(answer(&mut stream, path)?.1)?)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may be gone already. It is asked to end, so that nothing that it started goes on.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// Asks for a page, packed: how many bytes came, head included.
pub(super) fn ask(stream: &mut Connection, path: &str) -> Result<usize> {
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.get_mut().write_all(head.as_bytes())?;
    let (head, body) = answer(stream, path)?;
    Ok(head + body.len())
}

/// How many bytes the head of an answer has, and what is below it.
fn answer(stream: &mut Connection, path: &str) -> Result<(usize, Vec<u8>)> {
    let (mut bytes, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        bytes += stream.read_line(&mut line)?;
        ensure!(!line.is_empty(), "{path}: the site hung up");
        ensure!(bytes != line.len() || line.contains(" 200 "), "{path}: {line}");
        if let Some(given) = line.to_lowercase().strip_prefix("content-length:") {
            length = given.trim().parse()?;
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((bytes, body))
}
