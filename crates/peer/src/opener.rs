//! The opener's end: a listener, a thread for each connection until its match begins, and one match
//! at a time, which the caller plays in its own thread.

use crate::{
    Connection, LinkError, PeerLimits, Stop, TlsConfigs,
    hash::{Hash, Random},
    identity::PrivateKey,
    message::{
        self, Abort, AbortReason, Accept, Hello, Offer, PeerMessage, Refuse, RefuseReason, Resume,
        VERSION,
    },
    offer::Agreed,
    play::{
        EndKind, MatchEnd, MatchSetup, OpenLine, PeerEvent, PeerMatch, Reconnection, Restore,
        SeatPlayer, Side, play,
    },
    say,
    seal::PublicKey,
    stop::Waking,
};
use certamen_game::DynGame;
use certamen_i18n::{Localize, Message};
use std::{
    collections::BTreeMap,
    io,
    net::{IpAddr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// Arrivals of an address are counted for this long.
const ARRIVALS: Duration = Duration::from_secs(60);

/// What an opener offers.
pub struct OpenerTerms {
    /// The own key.
    pub key: PrivateKey,
    /// The author's name, cut to 40 characters.
    pub alias: String,
    /// What is offered; `left` is the number of matches.
    pub offer: Offer,
    /// The keys that may play; all if empty.
    pub only: Vec<PublicKey>,
    /// No match begins from then on.
    pub until: Option<Instant>,
    /// The limits for the other side.
    pub limits: PeerLimits,
    /// Where nonces come from.
    pub random: Random,
}

/// Listens for challengers.
pub struct Opener {
    shared: Arc<Shared>,
    address: SocketAddr,
    calls: Receiver<Option<Call>>,
    stop: Stop,
    _waking: Waking,
}

/// A challenger who accepted the offer.
pub struct Call {
    connection: Connection,
    agreed: Agreed,
    prelude: Vec<(bool, String)>,
    reconnection: Arc<Reconnection>,
    from: IpAddr,
}

impl Call {
    /// The challenger's name and key.
    pub fn challenger(&self) -> (&str, PublicKey) {
        (&self.agreed.hellos[1].alias, self.agreed.keys[1])
    }
}

/// What comes next.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum NextCall {
    /// A match.
    Call(Call),
    /// No one accepted the offer in time.
    Closed,
    /// The user stopped it.
    Stopped,
}

impl Opener {
    /// Listens at `address` and offers a match to each challenger.
    ///
    /// # Errors
    ///
    /// If the address cannot be listened at.
    pub fn listen(
        address: impl ToSocketAddrs,
        terms: OpenerTerms,
        stop: &Stop,
    ) -> io::Result<Opener> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let (sender, calls) = channel();
        let configs = TlsConfigs::new(&terms.key);
        let left = terms.offer.left;
        let state = Mutex::new(OpenerState { left, ..OpenerState::default() });
        let (ended, stopping) = (Condvar::new(), stop.clone());
        let sending = sender.clone();
        let shared =
            Arc::new(Shared { terms, configs, state, ended, sender: sending, stop: stopping });
        let serving = Arc::clone(&shared);
        // It ends with the process: a wait for connections is not ended otherwise.
        thread::Builder::new().name("listener".to_owned()).spawn(move || {
            for socket in listener.incoming() {
                match socket {
                    Ok(socket) => Shared::admit(&serving, socket),
                    // Too many open files, for example: the connections that there are end.
                    Err(_) => serving.stop.wait(Duration::from_millis(100)),
                }
            }
        })?;
        // The receiver is gone if the opener is.
        let waking = stop.waking(move || drop(sender.send(None)));
        Ok(Opener { shared, address, calls, stop: stop.clone(), _waking: waking })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for a challenger, until the time in the terms if there is one.
    pub fn next(&self) -> NextCall {
        let next = match self.shared.terms.until {
            None => self.calls.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(until) => self.calls.recv_timeout(until.saturating_duration_since(Instant::now())),
        };
        let call = match next {
            Ok(call) => call,
            Err(_) if self.close() => return NextCall::Closed,
            // A challenger accepted just before.
            Err(_) => self.calls.recv().ok().flatten(),
        };
        call.map_or(NextCall::Stopped, NextCall::Call)
    }

    /// Offers nothing any more; returns whether no match is due.
    fn close(&self) -> bool {
        let mut state = self.shared.state();
        state.left = 0;
        state.current.is_none()
    }

    /// Plays a match with the player that `seat` makes.
    pub fn play(
        &self,
        call: Call,
        game: &dyn DynGame,
        seat: &mut SeatPlayer<'_>,
        watch: &mut dyn FnMut(&PeerEvent<'_>),
    ) -> PeerMatch {
        let Call { connection, agreed, prelude, reconnection, from } = call;
        let OpenerTerms { key, limits, random, .. } = &self.shared.terms;
        let theirs = agreed.keys[1];
        let setup =
            MatchSetup { agreed, side: Side::Opener, key, limits, stop: &self.stop, random, game };
        let restore = Restore::Wait(&reconnection);
        let played = play(&setup, OpenLine { connection, restore, prelude }, seat, watch);
        self.shared.note_end(theirs, from, &played.end);
        played
    }
}

struct Shared {
    terms: OpenerTerms,
    configs: TlsConfigs,
    state: Mutex<OpenerState>,
    /// Notified when a match ends.
    ended: Condvar,
    sender: Sender<Option<Call>>,
    stop: Stop,
}

#[derive(Default)]
struct OpenerState {
    /// How many matches may still begin.
    left: u32,
    current: Option<CurrentMatch>,
    /// When matches of a key remained unfinished.
    unfinished: BTreeMap<PublicKey, Vec<Instant>>,
    /// The open connections and the last arrivals of each network.
    addresses: BTreeMap<IpAddr, AddressState>,
}

#[derive(Default)]
struct AddressState {
    open: usize,
    arrivals: Vec<Instant>,
}

/// The match that is played: whose it is, and where a new connection for it is expected.
struct CurrentMatch {
    id: Hash,
    key: PublicKey,
    reconnection: Arc<Reconnection>,
    _waking: Waking,
}

/// What one user has of addresses: an IPv4 address, or the first 64 bits of an IPv6 address, of which a
/// machine has as many others as it likes.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// An open connection of a network. Dropping it makes room for another.
struct ConnectionPermit {
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        if let Some(address) = self.shared.state().addresses.get_mut(&self.address) {
            address.open = address.open.saturating_sub(1);
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, OpenerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Serves a connection in a thread of its own, if the limits permit it; closes it otherwise.
    fn admit(shared: &Arc<Shared>, socket: TcpStream) {
        let Ok(address) = socket.peer_addr().map(|address| network(address.ip())) else { return };
        let limits = &shared.terms.limits;
        let now = Instant::now();
        let mut state = shared.state();
        for known in state.addresses.values_mut() {
            known.arrivals.retain(|arrived| now.duration_since(*arrived) < ARRIVALS);
        }
        state.addresses.retain(|_, known| known.open > 0 || !known.arrivals.is_empty());
        let open: usize = state.addresses.values().map(|known| known.open).sum();
        let known = state.addresses.entry(address).or_default();
        if open >= limits.connections
            || known.open >= limits.connections_per_address
            || known.arrivals.len() >= limits.arrivals_per_address
        {
            return;
        }
        known.open += 1;
        known.arrivals.push(now);
        drop(state);
        let admission = ConnectionPermit { shared: Arc::clone(shared), address };
        let serving = Arc::clone(shared);
        let thread = thread::Builder::new().name("peer".to_owned());
        // Without a thread, the connection is closed, and its place is free again.
        let _ = thread.spawn(move || serving.serve(socket, admission));
    }

    fn serve(self: Arc<Shared>, socket: TcpStream, admission: ConnectionPermit) {
        let limits = &self.terms.limits;
        let Ok(connection) = Connection::accept(socket, &self.configs, limits) else { return };
        let Ok(mut connection) = connection.stopping(&self.stop) else { return };
        let mut prelude = Vec::new();
        match self.first_message(&mut connection, &mut prelude) {
            Ok(FirstMessage::Hello(hello)) => {
                let from = admission.address;
                let mut talk = OpenerTalk { shared: &self, connection, prelude, from };
                match talk.agree(hello) {
                    Ok(agreed) => talk.hand_over(agreed),
                    Err(refuse) => talk.refuse(refuse),
                }
            }
            Ok(FirstMessage::Resume(resume)) => self.hand_back(connection, resume),
            Err(Some(answer)) => {
                // The connection is closed anyway.
                let _ = connection.send(&answer.line());
                connection.close(Instant::now() + limits.handshake);
            }
            Err(None) => {}
        }
        drop(admission);
    }

    fn first_message(
        &self,
        connection: &mut Connection,
        prelude: &mut Vec<(bool, String)>,
    ) -> Result<FirstMessage, Option<Box<PeerMessage>>> {
        let limits = &self.terms.limits;
        let line = connection.receive(Instant::now() + limits.handshake);
        let line = line.map_err(|error| match error {
            error if error.is_violation() => Some(protocol(&error.message())),
            _ => None,
        })?;
        prelude.push((false, String::from_utf8_lossy(&line).into_owned()));
        match PeerMessage::read(&line, limits) {
            Ok(PeerMessage::Hello(hello)) => Ok(FirstMessage::Hello(hello)),
            Ok(PeerMessage::Resume(resume)) => Ok(FirstMessage::Resume(resume)),
            Ok(other) => Err(Some(protocol(&say::not_first(other.word())))),
            Err(error) => Err(Some(protocol(&error.message()))),
        }
    }

    /// Gives the connection to the match that it resumes.
    fn hand_back(&self, mut connection: Connection, resume: Resume) {
        let key = connection.their_key();
        let state = self.state();
        let current = state.current.as_ref().filter(|it| it.key == key && it.id == resume.id);
        if let Some(reconnection) = current.map(|current| Arc::clone(&current.reconnection)) {
            drop(state);
            return reconnection.put(connection, resume);
        }
        drop(state);
        let refuse = refuse(RefuseReason::Done, &say::no_such_match(), None);
        // The connection is closed anyway.
        let _ = connection.send(&PeerMessage::Refuse(refuse).line());
        connection.close(Instant::now() + self.terms.limits.handshake);
    }

    /// Why this key gets no match now, if it gets none.
    fn refusal(&self, key: PublicKey) -> Option<Refuse> {
        let OpenerTerms { limits, only, key: own, .. } = &self.terms;
        if key == own.public_key() || !only.is_empty() && !only.contains(&key) {
            return Some(refuse(RefuseReason::Key, &say::key_not_permitted(), None));
        }
        // A challenger whose match has just ended may call again before this side has noted the end.
        let ended = self.ended.wait_timeout_while(self.state(), limits.reply, |state| {
            state.current.as_ref().is_some_and(|current| current.key == key)
        });
        let mut state = ended.unwrap_or_else(PoisonError::into_inner).0;
        if let Some(times) = state.unfinished.get_mut(&key) {
            times.retain(|time| time.elapsed() < limits.memory);
            if times.len() >= limits.unfinished {
                let hours = limits.memory.as_secs() / 3600;
                let text = say::unfinished_matches(times.len(), limits.unfinished, hours);
                return Some(refuse(RefuseReason::Limit, &text, None));
            }
        }
        self.unavailable(&state)
    }

    /// Why no match can begin now, if none can.
    fn unavailable(&self, state: &OpenerState) -> Option<Refuse> {
        let OpenerTerms { limits, until, .. } = &self.terms;
        if state.left == 0 {
            return Some(refuse(RefuseReason::Done, &say::all_played(), None));
        }
        if until.is_some_and(|until| until <= Instant::now()) {
            return Some(refuse(RefuseReason::Done, &say::closed_by_time(), None));
        }
        let is_busy = state.current.is_some();
        is_busy.then(|| refuse(RefuseReason::Busy, &say::another_match(), Some(limits.retry)))
    }

    fn note_end(&self, key: PublicKey, from: IpAddr, end: &MatchEnd) {
        let mut state = self.state();
        state.current = None;
        self.ended.notify_all();
        match end {
            MatchEnd::Signed => {
                // Who plays to the end may come again at once.
                if let Some(known) = state.addresses.get_mut(&from) {
                    known.arrivals.pop();
                }
            }
            MatchEnd::Unsigned(why) | MatchEnd::Unfinished(why) => {
                if why.is_theirs() && why.kind() != EndKind::Stopped {
                    state.unfinished.entry(key).or_default().push(Instant::now());
                }
            }
        }
    }
}

enum FirstMessage {
    Hello(Hello),
    Resume(Resume),
}

fn refuse(why: RefuseReason, text: &Message, retry: Option<Duration>) -> Refuse {
    let retry_s = retry.map(|retry| retry.as_secs().max(1));
    Refuse { why, text: message::reason(&text.to_string()), retry_s }
}

fn protocol(text: &Message) -> Box<PeerMessage> {
    let text = message::reason(&text.to_string());
    Box::new(PeerMessage::Error(Abort { why: AbortReason::Protocol, text }))
}

/// What is said before a match.
struct OpenerTalk<'a> {
    shared: &'a Shared,
    connection: Connection,
    prelude: Vec<(bool, String)>,
    from: IpAddr,
}

impl OpenerTalk<'_> {
    /// The answer that ends the conversation, or what was agreed; none if the other side is gone.
    fn agree(&mut self, theirs: Hello) -> Result<Agreed, Option<Box<PeerMessage>>> {
        let OpenerTerms { alias, offer, key, limits, random, .. } = &self.shared.terms;
        let their_key = self.connection.their_key();
        if theirs.v != VERSION {
            let text = say::other_version(theirs.v, VERSION);
            let refuse = refuse(RefuseReason::Rules, &text, None);
            return Err(Some(Box::new(PeerMessage::Refuse(refuse))));
        }
        if let Some(refuse) = self.shared.refusal(their_key) {
            return Err(Some(Box::new(PeerMessage::Refuse(refuse))));
        }
        let nonce = random.draw().map_err(|_| {
            let text = say::player_failed().to_string();
            Some(Box::new(PeerMessage::Error(Abort { why: AbortReason::Failed, text })))
        })?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let own = Hello { v: VERSION, version, alias: message::name(alias), nonce };
        let offer = Offer { left: self.shared.state().left, ..offer.clone() };
        let offer_line = PeerMessage::Offer(Box::new(offer)).line();
        self.send(PeerMessage::Hello(own.clone()).line())?;
        self.send(offer_line.clone())?;
        let line = self.connection.receive(Instant::now() + limits.accept);
        let line = line.map_err(|error| match error {
            error if error.is_violation() => Some(protocol(&error.message())),
            LinkError::Silent => Some(protocol(&LinkError::Silent.message())),
            _ => None,
        })?;
        self.prelude.push((false, String::from_utf8_lossy(&line).into_owned()));
        let accept: Accept = match PeerMessage::read(&line, limits) {
            Ok(PeerMessage::Accept(accept)) => accept,
            Ok(PeerMessage::Refuse(_) | PeerMessage::Error(_)) => return Err(None),
            Ok(_) => return Err(Some(protocol(&say::awaited("accept")))),
            Err(error) => return Err(Some(protocol(&error.message()))),
        };
        if accept.offer != Hash::of(offer_line.as_bytes()) {
            return Err(Some(protocol(&say::other_offer())));
        }
        // Both sides use what was read, so that their records cannot differ.
        let Ok(PeerMessage::Offer(offer)) = PeerMessage::read(offer_line.as_bytes(), limits) else {
            return Err(Some(protocol(&say::awaited("offer"))));
        };
        let keys = [key.public_key(), their_key];
        Ok(Agreed { keys, hellos: [own, theirs], offer: *offer, accept })
    }

    fn send(&mut self, line: String) -> Result<(), Option<Box<PeerMessage>>> {
        let sent = self.connection.send(&line);
        self.prelude.push((true, line));
        sent.map_err(|_| None)
    }

    fn refuse(mut self, answer: Option<Box<PeerMessage>>) {
        if let Some(answer) = answer {
            // The connection is closed anyway.
            let _ = self.connection.send(&answer.line());
        }
        self.connection.close(Instant::now() + self.shared.terms.limits.handshake);
    }

    /// Makes this the current match, unless another challenger was faster.
    fn hand_over(self, agreed: Agreed) {
        let key = self.connection.their_key();
        let Ok(socket) = self.connection.socket() else { return };
        let reconnection = Arc::new(Reconnection::of(socket));
        let mut state = self.shared.state();
        if let Some(refuse) = self.shared.unavailable(&state) {
            drop(state);
            return self.refuse(Some(Box::new(PeerMessage::Refuse(refuse))));
        }
        state.left -= 1;
        let waking = Arc::clone(&reconnection);
        state.current = Some(CurrentMatch {
            id: agreed.id(),
            key,
            reconnection: Arc::clone(&reconnection),
            _waking: self.shared.stop.waking(move || waking.stop()),
        });
        drop(state);
        let OpenerTalk { shared, connection, prelude, from } = self;
        let call = Call { connection, agreed, prelude, reconnection, from };
        // The receiver is gone if the opener is.
        drop(shared.sender.send(Some(call)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_an_ipv4_address_or_64_bits() {
        for (address, due) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ] {
            assert_eq!(network(address.parse().unwrap()).to_string(), due, "{address}");
        }
    }
}
