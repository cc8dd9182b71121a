//! Every page and API address of the frozen site, found by following links.

use super::commands::{Folder, STORES};
use anyhow::{Context, Result, ensure};
use regex::Regex;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// The accounts of the frozen site, each named after its role; `freeze.py` makes them.
const ACCOUNTS: [&str; 3] = ["admin", "host", "member"];
/// The pages that only signed-in users see.
const PRIVATE: &str = r"^/../((me|play|proposals|submissions|admin|t)\b|c/[^/]+/(submit|mine|sources|course|marks|host|ask|idea)\b)";
/// Streams do not end, metrics change with every request, and exports have cases of their own. Of
/// matches, turns and pages of lists the first two are enough, of the documentation the first page.
const LEFT_OUT: &str =
    r"/events$|/docs/.|^/metrics$|/export\.jsonl$|\.db$|/sign-out|[/=](\d{2,}|[3-9])\b";

/// A running `certamen serve`, which ends with this value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Folder) -> Result<Server> {
        let mut command = folder.command(["serve", "site", "--no-play", "--listen", "127.0.0.1:0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no pipe")?).read_line(&mut line)?;
        let address = line.trim().trim_end_matches('/').rsplit("http://").next();
        let server = Server { child, address: address.unwrap_or_default().to_owned() };
        ensure!(!server.address.is_empty(), "`certamen serve` does not start");
        Ok(server)
    }

    /// The head and the body of the answer.
    fn ask(&self, method: &str, path: &str, cookie: &str, form: &str) -> Result<(String, String)> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let length = form.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: golden\r\nconnection: close\r\ncookie: {cookie}\r\n\
             sec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\n\
             content-length: {length}\r\n\r\n{form}"
        )?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).with_context(|| path.to_owned())?;
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").with_context(|| path.to_owned())?;
        Ok((head.to_owned(), body.to_owned()))
    }

    fn json(&self, path: &str) -> Result<serde_json::Value> {
        Ok(serde_json::from_str(&self.ask("GET", path, "", "")?.1)?)
    }

    /// Follows all links from `roots`: without a cookie those to public pages, with one those to
    /// private ones, so that each page is looked at once.
    fn crawl(
        &self,
        role: &str,
        cookie: &str,
        folder: &Folder,
        roots: Vec<String>,
    ) -> Result<BTreeMap<String, String>> {
        let links = Regex::new(r#"(?:href|src|action)="(/[^"]*)"#)?;
        let (private, left_out) = (Regex::new(PRIVATE)?, Regex::new(LEFT_OUT)?);
        let (mut outputs, mut seen, mut waiting) = (BTreeMap::new(), BTreeSet::new(), roots);
        while let Some(address) = waiting.pop() {
            if left_out.is_match(&address) || !seen.insert(address.clone()) {
                continue;
            }
            let (head, body) = self.ask("GET", &address, cookie, "")?;
            let shown = ["HTTP/1.1", "content-type", "content-security-policy", "location"];
            let head = head.lines().filter(|line| shown.iter().any(|name| line.starts_with(name)));
            let head: Vec<&str> = head.collect();
            let text = format!("{}\n{body}", head.join("\n"));
            outputs.insert(folder.mask(&format!("{role} {address}")), folder.mask(&text));
            let found = links.captures_iter(&body).map(|found| {
                let link = found[1].replace("&amp;", "&").replace("&#38;", "&");
                link.split('#').next().unwrap_or_default().to_owned()
            });
            waiting.extend(found.filter(|link| private.is_match(link) != cookie.is_empty()));
        }
        Ok(outputs)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A signal lets it end the processes that it started; it may have ended already.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// The answer of every address, by the role that asked and the address.
pub(super) fn outputs(folder: &Folder) -> Result<BTreeMap<String, String>> {
    let server = Server::start(folder)?;
    let contests = STORES.map(|store| store.trim_start_matches("site/"));
    let languages = ["en", "es", "fr", "it"];
    let mut public: Vec<String> =
        ["/", "/healthz", "/readyz", "/api/openapi.json"].map(str::to_owned).into();
    public.extend(languages.iter().flat_map(|it| [format!("/{it}/"), format!("/{it}/nowhere")]));
    let document = server.json("/api/openapi.json")?;
    for contest in contests {
        // Analyses are computed when they are first asked for, and pages show whether they are.
        for worth in [1, 2].map(|number| format!("/en/c/{contest}/matches/{number}/worth")) {
            let mut shown = server.ask("GET", &worth, "", "")?;
            for _ in 0..50 {
                thread::sleep(Duration::from_millis(100));
                let now = server.ask("GET", &worth, "", "")?;
                if std::mem::replace(&mut shown, now.clone()).1 == now.1 {
                    break;
                }
            }
        }
        let standings = server.json(&format!("/api/v1/contests/{contest}/standings"))?;
        // The table of a course has another form; one of its players is known.
        let bot = standings[0]["bot"].as_str().unwrap_or("bueno").to_owned();
        let values =
            [("{contest}", contest), ("{bot}", &bot), ("{match}", "1"), ("{championship}", "1")];
        let paths = document["paths"].as_object().context("no paths")?.keys();
        public.extend(paths.map(|path| {
            let filled = |path: String, (name, value): &(&str, &str)| path.replace(name, value);
            values.iter().fold(format!("/api/v1{path}"), filled)
        }));
    }
    let mut outputs = server.crawl("reader", "", folder, public)?;
    for account in ACCOUNTS {
        let form = format!("handle={account}&password=correct+horse");
        let (head, _) = server.ask("POST", "/en/sign-in", "", &form)?;
        let cookie =
            head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
        let cookie = cookie.with_context(|| format!("{account} cannot sign in: {head}"))?;
        let roots = languages.iter().flat_map(|language| {
            let pages = ["me", "play", "proposals", "admin/accounts"].map(str::to_owned);
            let of_contests = contests.iter().flat_map(|contest| {
                let pages = ["submit", "mine", "host", "course", "marks", "ask", "idea"];
                pages.map(|page| format!("c/{contest}/{page}"))
            });
            pages.into_iter().chain(of_contests).map(move |page| format!("/{language}/{page}"))
        });
        outputs.extend(server.crawl(account, cookie, folder, roots.collect())?);
    }
    Ok(outputs)
}
