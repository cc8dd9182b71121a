//! The challenger's end: calls an opener, accepts its offer and plays.

use crate::{
    Connection, LinkError, PeerLimits, Stop, TlsConfigs,
    hash::{Hash, Random},
    identity::PrivateKey,
    message::{
        self, Abort, AbortReason, Accept, Hello, Offer, PeerMessage, Refuse, RefuseReason, VERSION,
    },
    offer::{Agreed, Objection, check_offer},
    play::{
        MatchSetup, OpenLine, PeerError, PeerEvent, PeerMatch, Restore, SeatPlayer, Side, play,
    },
    seal::{KeyTextError, PublicKey},
};
use certamen_game::{DynGame, escape_reply};
use certamen_i18n::{Localize, Message};
use std::{
    fmt, io,
    net::{TcpStream, ToSocketAddrs},
    str::FromStr,
    time::Instant,
};

mod say {
    certamen_i18n::texts!("locales/target");
}

/// Whom to call: `HOST:PORT#KEY`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Host and port.
    pub address: String,
    /// The key that must be there.
    pub key: PublicKey,
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Target, TargetError> {
        let form = || TargetError::Form { text: escape_reply(text) };
        let (address, key) = text.rsplit_once('#').ok_or_else(form)?;
        let (host, port) = address.rsplit_once(':').ok_or_else(form)?;
        if host.is_empty() || port.parse::<u16>().is_err() {
            return Err(form());
        }
        let key = key.parse().map_err(TargetError::Key)?;
        Ok(Target { address: address.to_owned(), key })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.address, self.key)
    }
}

/// Why a text is no target.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum TargetError {
    /// It is not `HOST:PORT#KEY`.
    Form { text: String },
    /// The key is invalid.
    #[localize(transparent)]
    Key(KeyTextError),
}

/// What a challenger brings.
pub struct Challenge<'a> {
    /// Whom to call.
    pub target: &'a Target,
    /// The own key.
    pub key: &'a PrivateKey,
    /// The author's name, cut to 40 characters.
    pub alias: &'a str,
    /// The limits for the other side.
    pub limits: &'a PeerLimits,
    /// Set to stop.
    pub stop: &'a Stop,
    /// Where nonces come from.
    pub random: &'a Random,
    /// Finds a built-in game by its slug, which anyone may have written: nothing else may be looked for.
    pub find: &'a dyn Fn(&str) -> Option<&'static dyn DynGame>,
}

/// The bot that plays what is offered.
pub struct Choice<'a> {
    /// The bot's name, cut to 40 characters.
    pub bot: String,
    /// The hash of its files, if it has any.
    pub digest: Option<Hash>,
    /// Makes the player.
    pub seat: Box<SeatPlayer<'a>>,
}

/// Calls an opener and plays one match, with the bot that `choose` brings for an offer that can be
/// accepted; an error of `choose` refuses the offer, and is not shown to the other side.
///
/// # Errors
///
/// If no match begins.
pub fn challenge<'a>(
    challenge: &Challenge<'_>,
    choose: impl FnOnce(&Offer, &'static dyn DynGame) -> Result<Choice<'a>, Message>,
    watch: &mut dyn FnMut(&PeerEvent<'_>),
) -> Result<PeerMatch, PeerError> {
    let Challenge { target, key, limits, stop, random, .. } = challenge;
    let configs = TlsConfigs::new(key);
    if target.key == key.public_key() {
        return Err(PeerError::Objected(say::own_key()));
    }
    let dial = || -> Result<Connection, LinkError> {
        let socket = connect(&target.address, limits)?;
        let connection = Connection::call(socket, target.key, &configs, limits)?;
        Ok(connection.stopping(stop)?)
    };
    let mut connection = dial().map_err(|error| cannot_reach(target, stop, &error))?;
    let mut talk = ChallengerTalk { connection: &mut connection, challenge, prelude: Vec::new() };
    let (agreed, game, choice) = talk.agree(choose)?;
    let prelude = talk.prelude;
    let Choice { mut seat, .. } = choice;
    let side = Side::Challenger;
    let setup = MatchSetup { agreed, side, key, limits, stop, random, game };
    let restore = Restore::Dial(&dial);
    Ok(play(&setup, OpenLine { connection, restore, prelude }, &mut *seat, watch))
}

fn cannot_reach(target: &Target, stop: &Stop, error: &LinkError) -> PeerError {
    if stop.is_set() {
        return PeerError::Stopped;
    }
    PeerError::Unreachable(target.address.clone(), error.message())
}

/// A connection to the first of the addresses that answers.
fn connect(address: &str, limits: &PeerLimits) -> Result<TcpStream, LinkError> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, limits.handshake) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(LinkError::Network(last))
}

/// What is said before a match.
struct ChallengerTalk<'a> {
    connection: &'a mut Connection,
    challenge: &'a Challenge<'a>,
    prelude: Vec<(bool, String)>,
}

impl ChallengerTalk<'_> {
    fn agree<'b>(
        &mut self,
        choose: impl FnOnce(&Offer, &'static dyn DynGame) -> Result<Choice<'b>, Message>,
    ) -> Result<(Agreed, &'static dyn DynGame, Choice<'b>), PeerError> {
        let nonce = self.challenge.random.draw().map_err(PeerError::Failed)?;
        let alias = message::name(self.challenge.alias);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let own = Hello { v: VERSION, version, alias, nonce };
        self.send(&PeerMessage::Hello(own.clone()))?;
        let theirs = match self.receive()? {
            (PeerMessage::Hello(hello), _) if hello.v == VERSION => hello,
            (PeerMessage::Hello(hello), _) => {
                let why = crate::say::other_version(hello.v, VERSION);
                return Err(self.object((RefuseReason::Rules, why)));
            }
            (other, _) => return Err(self.violated(&other, "hello")),
        };
        let (offer, offer_line) = match self.receive()? {
            (PeerMessage::Offer(offer), line) => (*offer, line),
            (other, _) => return Err(self.violated(&other, "offer")),
        };
        let game = self.check(&offer).map_err(|objection| self.object(objection))?;
        let choice = choose(&offer, game).map_err(|why| {
            // What is wrong with the own bot may name files and programs of this machine.
            self.refuse(RefuseReason::Rules, &crate::say::player_failed());
            PeerError::Objected(why)
        })?;
        let accept = Accept {
            offer: Hash::of(&offer_line),
            bot: message::name(&choice.bot),
            digest: choice.digest,
        };
        self.send(&PeerMessage::Accept(accept.clone()))?;
        let keys = [self.connection.their_key(), self.challenge.key.public_key()];
        Ok((Agreed { keys, hellos: [theirs, own], offer, accept }, game, choice))
    }

    /// The game of an offer that can be accepted.
    fn check(&self, offer: &Offer) -> Result<&'static dyn DynGame, Objection> {
        let game = (self.challenge.find)(&offer.game).ok_or_else(|| {
            (RefuseReason::Rules, crate::say::unknown_game(escape_reply(&offer.game)))
        })?;
        check_offer(offer, game, self.challenge.limits).map(|()| game)
    }

    fn send(&mut self, message: &PeerMessage) -> Result<(), PeerError> {
        let line = message.line();
        let sent = self.connection.send(&line);
        self.prelude.push((true, line));
        sent.map_err(|error| self.unreachable(&error))
    }

    fn receive(&mut self) -> Result<(PeerMessage, Vec<u8>), PeerError> {
        let limits = self.challenge.limits;
        let line = self.connection.receive(Instant::now() + limits.handshake);
        let line = line.map_err(|error| self.unreachable(&error))?;
        self.prelude.push((false, String::from_utf8_lossy(&line).into_owned()));
        match PeerMessage::read(&line, limits) {
            Ok(PeerMessage::Refuse(refuse)) => Err(PeerError::Refused(refuse)),
            Ok(PeerMessage::Error(abort)) => {
                Err(PeerError::Aborted(abort.why, escape_reply(&abort.text)))
            }
            Ok(message) => Ok((message, line)),
            Err(error) => Err(self.object((RefuseReason::Rules, error.message()))),
        }
    }

    fn unreachable(&self, error: &LinkError) -> PeerError {
        cannot_reach(self.challenge.target, self.challenge.stop, error)
    }

    /// Informs the opener, and returns the error for the own user.
    fn object(&mut self, (why, text): Objection) -> PeerError {
        self.refuse(why, &text);
        PeerError::Objected(text)
    }

    fn refuse(&mut self, why: RefuseReason, text: &Message) {
        let refuse = Refuse { why, text: message::reason(&text.to_string()), retry_s: None };
        // If it cannot be sent, the opener sees that there is no match.
        let _ = self.send(&PeerMessage::Refuse(refuse));
        self.connection.close(Instant::now() + self.challenge.limits.handshake);
    }

    /// Informs the opener that another message than `word` is a violation.
    fn violated(&mut self, found: &PeerMessage, word: &str) -> PeerError {
        let message = found.word().to_owned();
        let error = PeerError::Violation { message, turn: 0, why: crate::say::awaited(word) };
        let text = message::reason(&error.to_string());
        let abort = Abort { why: AbortReason::Protocol, text };
        // If it cannot be sent, the opener sees that there is no match.
        let _ = self.send(&PeerMessage::Error(abort));
        self.connection.close(Instant::now() + self.challenge.limits.handshake);
        error
    }
}
