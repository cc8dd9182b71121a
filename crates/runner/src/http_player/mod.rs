//! Players that are asked over HTTP: each turn is a POST request with what the seat sees, and the
//! response has the action. The protocol is in `docs/protocols/http.md`.
//!
//! Failures of the network and of the server's front (429, 502, 503, 504) are repeated with the same
//! key and stop the move clock; they never are a fault. Everything else that is wrong with a
//! response uses an attempt. A wait holds the thread that plays the match, but no computing time.

mod address;
mod message;
mod retry;
#[cfg(test)]
mod tests;
mod transport;

pub use address::AddressRule;
pub use retry::{retry_after, varied};
pub use transport::{RequestSlots, system_tls};

use certamen_game::{
    Budget, Failure, Fault, Outcome, Player, Reply, Seat, View, Void,
    job::{HttpPlayerTerms, MATCH_KEY, PlayerUrl, RETRY_TIME},
    record::{FaultCause, RemoteMove, Usage},
};
use certamen_i18n::{Language, Message};
use certamen_sandbox::{TranscriptEvent, TranscriptSink};
use message::{HttpAnswer, Rejected, Rejection, Request};
use retry::random;
use std::{
    env, fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use transport::{
    BearerToken, Clock, HttpTransport, MachineClock, Post, Response, Transport, Trouble,
};

mod say {
    certamen_i18n::texts!("locales/http");
}

/// The longest time between two repetitions that the rules of the protocol set.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How long the request about the end may take.
const FAREWELL: Duration = Duration::from_secs(5);

/// A player that is asked over HTTP, and under which conditions.
#[derive(Clone, Debug)]
pub struct HttpBot {
    /// Its terms.
    pub terms: HttpPlayerTerms,
    /// Which addresses its host may have.
    pub addresses: AddressRule,
    /// How long failed requests of a match are repeated in all.
    pub retry_time: Duration,
    /// What it has cost so far.
    pub spending: Arc<Spending>,
    /// How many requests may be in flight.
    pub slots: Arc<RequestSlots>,
}

/// A variable of the environment that should have a secret, and has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSecret {
    /// The name of the variable.
    pub variable: String,
}

impl HttpBot {
    /// The player at a URL that the user typed.
    pub fn at(url: PlayerUrl) -> HttpBot {
        let addresses =
            if url.names_this_machine() { AddressRule::ThisMachine } else { AddressRule::Public };
        HttpBot {
            terms: HttpPlayerTerms::at(url),
            addresses,
            retry_time: RETRY_TIME,
            spending: Arc::default(),
            slots: Arc::default(),
        }
    }

    /// Reads the secret from the environment.
    pub fn ready(&self) -> Result<ReadyHttpBot, NoSecret> {
        let secret = match &self.terms.secret_env {
            None => None,
            Some(name) => {
                let token = env::var(name).ok().and_then(BearerToken::new);
                Some(token.ok_or_else(|| NoSecret { variable: name.clone() })?)
            }
        };
        let url = self.terms.url.clone();
        let transport = Arc::new(HttpTransport::new(url, secret, self.addresses));
        Ok(ReadyHttpBot { bot: self.clone(), transport })
    }
}

/// What a player has cost in a contest, over all of its matches, those under way included.
#[derive(Debug, Default)]
pub struct Spending {
    /// In millionths of a US dollar.
    spent: AtomicU64,
}

impl Spending {
    /// Sets the sum to what was spent before, in millionths of a US dollar.
    pub fn resume(&self, micros: u64) {
        self.spent.store(micros, Ordering::Relaxed);
    }

    /// The sum so far, in millionths of a US dollar.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Adds a cost and returns the sum.
    fn add(&self, micros: u64) -> u64 {
        self.spent.fetch_add(micros, Ordering::Relaxed).saturating_add(micros)
    }
}

/// A player that is asked over HTTP, with its connection.
#[derive(Clone)]
pub struct ReadyHttpBot {
    bot: HttpBot,
    transport: Arc<dyn Transport>,
}

impl fmt::Debug for ReadyHttpBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadyHttpBot").field("bot", &self.bot).finish_non_exhaustive()
    }
}

impl ReadyHttpBot {
    /// A player for one match. Its notes go to `notes` as standard error of a program would.
    pub fn seated(&self, notes: Option<Arc<dyn TranscriptSink>>) -> HttpPlayer {
        let clock = Arc::new(MachineClock(Instant::now()));
        HttpPlayer::new(self.bot.clone(), Arc::clone(&self.transport), clock, notes)
    }
}

/// A player that is asked over HTTP, in one match.
pub struct HttpPlayer {
    bot: HttpBot,
    transport: Arc<dyn Transport>,
    clock: Arc<dyn Clock>,
    notes: Option<Arc<dyn TranscriptSink>>,
    /// The name of the match where its record has none.
    own_match: String,
    /// How long requests of this match may still be repeated.
    retry_left: Duration,
    /// The number of turns whose news were sent.
    sent: usize,
    /// What was sent so far. It is part of the keys of requests: a match that is played again from the
    /// same position asks with the same keys, one that goes another way does not.
    shown: blake3::Hasher,
    /// What is recorded of the answer it was asked for last.
    remote: RemoteMove,
}

/// The turn that is asked for.
struct Question<'a> {
    view: &'a View<'a>,
    match_id: String,
    news: Vec<String>,
    /// What is left of the time for the move.
    left: Duration,
}

impl HttpPlayer {
    fn new(
        bot: HttpBot,
        transport: Arc<dyn Transport>,
        clock: Arc<dyn Clock>,
        notes: Option<Arc<dyn TranscriptSink>>,
    ) -> HttpPlayer {
        let own_match = format!("play#{:016x}", random());
        let (retry_left, sent) = (bot.retry_time, 0);
        let (shown, remote) = (blake3::Hasher::new(), RemoteMove::default());
        HttpPlayer { bot, transport, clock, notes, own_match, retry_left, sent, shown, remote }
    }

    fn match_id(&self, view: &View<'_>) -> String {
        let named = view.table.extra.get(MATCH_KEY).and_then(|name| name.as_str());
        named.unwrap_or(&self.own_match).to_owned()
    }

    /// The lines since the last request; from now on they count as sent.
    fn news(&mut self, view: &View<'_>) -> Vec<String> {
        let since = &view.turns[self.sent.min(view.turns.len())..];
        self.sent = view.turns.len();
        let lines = view.state.updates(view.seat, since).unwrap_or_default();
        lines.lines().map(str::to_owned).collect()
    }

    /// Asks until an action is accepted or all attempts are used.
    fn ask(&mut self, question: &mut Question<'_>) -> Result<Reply, Failure> {
        let view = question.view;
        let move_time = question.left;
        let attempts = self.bot.terms.attempts;
        let mut rejected: Option<Rejected> = None;
        for attempt in 1..=attempts {
            let answer = match self.answer(question, attempt, rejected.as_ref())? {
                Ok(answer) => answer,
                Err(why) => HttpAnswer::rejected(why),
            };
            self.note(&answer);
            self.charge(&answer)?;
            let why = match answer.play(view) {
                Ok(play) => {
                    let charged = move_time.checked_sub(question.left).unwrap();
                    let pondered = Duration::ZERO;
                    return Ok(Reply { given: play.into(), charged, wall: charged, pondered });
                }
                Err(why) => why,
            };
            if attempt == attempts {
                return Self::last(why, move_time.checked_sub(question.left).unwrap());
            }
            let reply = why.reply(view);
            self.remote.tried.push(reply.clone());
            rejected = Some(Rejected { reply, reason: why.reason().get(Language::En) });
        }
        unreachable!("there is at least one attempt")
    }

    /// What the last rejected reply comes to: the rules see an illegal action.
    fn last(why: Rejection, charged: Duration) -> Result<Reply, Failure> {
        match why {
            Rejection::Illegal(action, _) => {
                let pondered = Duration::ZERO;
                Ok(Reply { given: action.into(), charged, wall: charged, pondered })
            }
            _ => Err(Failure::Fault(Fault::Illegal)),
        }
    }

    /// One attempt: a response with status 200, or why it is rejected.
    fn answer(
        &mut self,
        question: &mut Question<'_>,
        attempt: u32,
        rejected: Option<&Rejected>,
    ) -> Result<Result<HttpAnswer, Rejection>, Failure> {
        let view = question.view;
        let mut shown = self.shown.clone();
        if let Some(rejected) = rejected {
            let text = serde_json::to_vec(rejected).expect("it is plain data");
            shown.update(&text);
        }
        let digest = shown.finalize().to_hex();
        let (turn, seat) = (view.turns.len() + 1, view.seat);
        let key = format!("{}-{turn}-{seat}-{attempt}-{}", question.match_id, &digest[..16]);
        let deadline = u64::try_from(question.left.as_millis()).unwrap_or(u64::MAX);
        let request = Request::turn(view, &question.match_id, &question.news, attempt);
        let request = request.after(rejected).within(deadline);
        let request = if self.bot.terms.actions { request.listing_actions(view) } else { request };
        let body = request.to_bytes();
        Ok(match self.exchange(&body, &key, &mut question.left, view.seat)? {
            Some(Response { status: 200, body, .. }) => Ok(HttpAnswer::read(&body)),
            Some(Response { status, .. }) => Err(Rejection::Status(status)),
            None => Err(Rejection::Garbled),
        })
    }

    /// Sends a request, again and again while the network or the server's front fails. The time of
    /// the request that is answered is drawn from `left`, that of the others from the time for
    /// retries; waiting until our own limits permit a request costs the player nothing. `None` if the
    /// response was not HTTP.
    fn exchange(
        &mut self,
        body: &[u8],
        key: &str,
        left: &mut Duration,
        seat: Seat,
    ) -> Result<Option<Response>, Failure> {
        for tries in 0.. {
            if left.is_zero() {
                return Err(Failure::Fault(Fault::Timeout));
            }
            let slot = self.bot.slots.enter(self.bot.terms.url.host());
            let started = self.clock.now();
            let posted = self.transport.post(&Post { body, key, patience: *left });
            let took = self.clock.now().saturating_sub(started);
            drop(slot);
            let (why, asked) = match posted {
                Ok(Response { status: status @ (429 | 502 | 503 | 504), retry_after, .. }) => {
                    (say::status(status), retry_after)
                }
                Err(Trouble::Unreachable(why)) => (why, None),
                Err(Trouble::Refused(address)) => {
                    let host = self.bot.terms.url.host();
                    let why = say::refused_address(host, address.to_string());
                    return Err(Failure::Void(Void::Unreachable { seat, why }));
                }
                Err(Trouble::Late) => return Err(Failure::Fault(Fault::Timeout)),
                Err(Trouble::TooLong) => return Err(Failure::Fault(Fault::Output)),
                Ok(_) | Err(Trouble::Garbled) if took > *left => {
                    return Err(Failure::Fault(Fault::Timeout));
                }
                Ok(response) => {
                    *left -= took;
                    return Ok(Some(response));
                }
                Err(Trouble::Garbled) => {
                    *left -= took;
                    return Ok(None);
                }
            };
            let pause = asked.unwrap_or_else(|| pause(tries));
            let lost = took.saturating_add(pause);
            if lost > self.retry_left {
                return Err(Failure::Void(self.unreachable(seat, &why)));
            }
            self.retry_left -= lost;
            self.remote.retries = Some(self.remote.retries.unwrap_or_default() + 1);
            tracing::info!(host = self.bot.terms.url.host(), %why, "a request is repeated");
            self.clock.pause(pause);
        }
        unreachable!("there is no last try")
    }

    fn unreachable(&self, seat: Seat, why: &Message) -> Void {
        let host = self.bot.terms.url.host();
        Void::Unreachable { seat, why: say::retries_exhausted(host, why) }
    }

    /// Adds up what an answer has cost. A cost above the limit, or that of an action that is not known
    /// although there is a limit, is a fault: a void could be provoked by a player that is about to
    /// lose. A response without an action, such as that of a server that fails, uses an attempt.
    fn charge(&mut self, answer: &HttpAnswer) -> Result<(), Failure> {
        let HttpPlayerTerms { price, cost: limit, .. } = &self.bot.terms;
        let Usage { input, output, usd_micros } = answer.usage;
        let cost = match price {
            Some(price) => input.zip(output).map(|(input, output)| price.cost(input, output)),
            None => usd_micros,
        };
        let usage = Usage { usd_micros: cost, ..answer.usage };
        if usage != Usage::default() {
            self.remote.usage = Some(self.remote.usage.unwrap_or_default().plus(usage));
        }
        let spent = self.bot.spending.add(cost.unwrap_or_default());
        let is_unknown = cost.is_none() && answer.action.is_ok();
        if limit.is_some_and(|limit| is_unknown || spent > limit) {
            self.remote.cause = Some(FaultCause::Cost);
            return Err(Failure::Fault(Fault::Exit));
        }
        Ok(())
    }

    fn note(&self, answer: &HttpAnswer) {
        if let (Some(notes), Some(note)) = (&self.notes, &answer.note) {
            notes.hear(TranscriptEvent::Errors(note.as_bytes()));
            notes.hear(TranscriptEvent::Errors(b"\n"));
        }
    }
}

impl Player for HttpPlayer {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        self.remote = RemoteMove::default();
        let news = self.news(view);
        self.shown.update(view.state.observation(view.seat).as_bytes());
        self.shown.update(news.join("\n").as_bytes());
        let match_id = self.match_id(view);
        self.ask(&mut Question { view, match_id, news, left: budget.wall })
    }

    fn remote_move(&mut self) -> RemoteMove {
        std::mem::take(&mut self.remote)
    }

    /// Sends the result. The answer does not matter, nor does a failure: the match is decided.
    fn conclude(&mut self, view: &View<'_>, outcome: &Outcome) {
        let (match_id, news) = (self.match_id(view), self.news(view));
        let body = Request::end(view, &match_id, &news, outcome).to_bytes();
        let key = format!("{match_id}-end-{}", view.seat);
        let host = self.bot.terms.url.host();
        let Some(_slot) = self.bot.slots.enter_within(host, FAREWELL) else {
            return tracing::debug!(host, "the end was not delivered: too many requests");
        };
        if let Err(why) = self.transport.post(&Post { body: &body, key: &key, patience: FAREWELL })
        {
            tracing::debug!(host, ?why, "the end was not delivered");
        }
    }
}

/// The time before a repetition: about 1, 2, 4 to 60 seconds.
fn pause(tries: u32) -> Duration {
    varied(Duration::from_secs(1 << tries.min(6)).min(LONGEST_PAUSE))
}
