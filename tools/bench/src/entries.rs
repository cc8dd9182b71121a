//! How long an author waits for the decision on a bot while a bot of another contest is compiled.

use crate::{
    Bench,
    remote::{ask, message, site_folder},
    samples::Samples,
    site::Served,
    table::Figure,
};
use anyhow::{Context, Result, ensure};
use certamen_portal::Portal;
use jiff::Timestamp;
use std::{
    fs,
    io::{BufReader, Write},
    net::TcpStream,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// The time between two requests for the state of a submission.
const LOOK: Duration = Duration::from_millis(10);
/// How long a decision may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Each evaluation stays within the limits that compilers set by default, and takes most of a second.
const COMPILED_FOR_A_MINUTE: &str = "\
constexpr unsigned long spin(unsigned long rounds) {
    unsigned long x = 1;
    for (unsigned long n = 0; n < rounds; ++n) x = x * 6364136223846793005UL + n;
    return x;
}
template <int N> constexpr unsigned long sum = spin(200000 + N) + sum<N - 1>;
template <> constexpr unsigned long sum<0> = 0;
int main() { return sum<75> % 2; }
";

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // The site has all cores, as it would.
    certamen_runner::pin_to_cores(&bench.cores);
    let folder = site_folder()?;
    for contest in ["compiled", "open"] {
        open_contest(&folder.path().join(contest))?;
    }
    let portal = Portal::open(folder.path())?.context("no accounts")?;
    let token = portal.make_token(portal.account("root")?.id, "bench", Timestamp::now())?;
    drop(portal);
    let site = Served::start(folder.path(), &[])?;
    let author = Author { site: &site, token: token.reveal().to_owned() };
    // An account may submit 30 times an hour.
    let count = bench.of(12, 4);
    let alone = author.decisions("alone", count)?;
    let compiled = author.send("compiled", "slow.cpp", COMPILED_FOR_A_MINUTE)?;
    author.wait_until(&compiled, |submission| {
        let steps = submission["steps"].as_array();
        steps.is_some_and(|steps| steps.iter().any(|step| step["stage"] == "built"))
    })?;
    let beside = author.decisions("beside", count)?;
    ensure!(
        author.state(&compiled)?["state"] == "waiting",
        "the compiler ended before the uploads"
    );
    certamen_runner::pin_to_core(bench.core);
    Ok(vec![
        Figure::most(
            "from the upload of a bot in Python to its decision, beside a compiler",
            "s",
            beside,
            2.5,
        ),
        Figure::new("the same without a compiler", "s", alone),
    ])
}

fn open_contest(place: &Path) -> Result<()> {
    fs::create_dir(place)?;
    let text = "name = \"Bench\"\ngame = \"footsteps\"\nseed = 1\nbots = [\"builtin:first\"]\n\
        [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n[entries]\n\
        closes = \"never\"\n[sandbox]\nminimum_tier = \"D\"\n";
    Ok(fs::write(place.join("contest.toml"), text)?)
}

struct Author<'a> {
    site: &'a Served,
    token: String,
}

impl Author<'_> {
    /// Submits versions of a bot one after the other; the seconds from before each upload to its
    /// decision.
    fn decisions(&self, note: &str, count: usize) -> Result<Samples> {
        let mut taken = Samples::default();
        for number in 0..count {
            // No two are equal: the same upload is the same submission.
            let source = format!(
                "# {note} {number}\nimport sys\nprint(1, flush=True)\n\
                 for _ in sys.stdin:\n    print(1, flush=True)\n"
            );
            let begun = Instant::now();
            let place = self.send("open", "uno.py", &source)?;
            let decided = self.wait_until(&place, |submission| submission["state"] != "waiting")?;
            taken.push(begun.elapsed().as_secs_f64());
            ensure!(decided["state"] == "live", "{decided}");
        }
        Ok(taken)
    }

    /// Submits a bot; the path of its state.
    fn send(&self, contest: &str, file: &str, source: &str) -> Result<String> {
        let (address, token) = (&self.site.address, &self.token);
        let form = format!(
            "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{file}\"\r\n\r\n\
             {source}\r\n--x--\r\n"
        );
        let length = form.len();
        let head = format!(
            "POST /api/v1/contests/{contest}/submissions HTTP/1.1\r\nHost: {address}\r\n\
             Authorization: Bearer {token}\r\nContent-Type: multipart/form-data; boundary=x\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        let mut stream = BufReader::new(TcpStream::connect(address)?);
        stream.get_mut().write_all((head + &form).as_bytes())?;
        let (status, body) = message(&mut stream).context("no answer")?;
        let body = String::from_utf8_lossy(&body);
        ensure!(status.contains(" 201 "), "{status}{body}");
        let sent: serde_json::Value = serde_json::from_str(&body)?;
        Ok(sent["told"].as_str().context("no path")?.to_owned())
    }

    fn state(&self, place: &str) -> Result<serde_json::Value> {
        let (status, body) = ask(&self.site.address, place, &self.token)?;
        ensure!(status.contains(" 200 "), "{place}: {status}");
        Ok(serde_json::from_slice(&body)?)
    }

    /// The state of a submission once it is such.
    fn wait_until(
        &self,
        place: &str,
        is_so: impl Fn(&serde_json::Value) -> bool,
    ) -> Result<serde_json::Value> {
        let begun = Instant::now();
        loop {
            let state = self.state(place)?;
            if is_so(&state) {
                return Ok(state);
            }
            ensure!(begun.elapsed() < PATIENCE, "{state}");
            thread::sleep(LOOK);
        }
    }
}
