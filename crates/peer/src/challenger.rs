//! The challenger's end: calls an opener, accepts its offer and plays.

use crate::{
    Connection, LinkError, PeerLimits, Stop, TlsConfigs,
    hash::{Hash, Random},
    identity::PrivateKey,
    message::{self, Accept, Hello, Offer, PeerMessage, Refuse, RefuseReason, VERSION},
    offer::{Agreed, Objection, check_offer},
    play::{
        MatchSetup, OpenLine, PeerError, PeerEvent, PeerMatch, Restore, SeatPlayer, Side, play,
        unexpected,
    },
    seal::{KeyTextError, PublicKey},
};
use certamen_game::DynGame;
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
        let form = || TargetError::Form { text: certamen_game::escape_reply(text) };
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
}

/// The bot that plays what is offered.
pub struct Choice<'a> {
    /// The game's rules.
    pub game: &'static dyn DynGame,
    /// The bot's name, cut to 40 characters.
    pub bot: String,
    /// The hash of its files, if it has any.
    pub digest: Option<Hash>,
    /// Makes the player.
    pub seat: Box<SeatPlayer<'a>>,
}

/// Calls an opener and plays one match, with the bot that `choose` brings for its offer; an error of
/// `choose` refuses the offer.
///
/// # Errors
///
/// If no match begins.
pub fn challenge<'a>(
    challenge: &Challenge<'_>,
    choose: impl FnOnce(&Offer, &Hello) -> Result<Choice<'a>, Message>,
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
    let mut talk = Talk { connection: &mut connection, challenge, prelude: Vec::new() };
    let (agreed, choice) = talk.agree(choose)?;
    let prelude = talk.prelude;
    let Choice { game, mut seat, .. } = choice;
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
struct Talk<'a> {
    connection: &'a mut Connection,
    challenge: &'a Challenge<'a>,
    prelude: Vec<(bool, String)>,
}

impl Talk<'_> {
    fn agree<'b>(
        &mut self,
        choose: impl FnOnce(&Offer, &Hello) -> Result<Choice<'b>, Message>,
    ) -> Result<(Agreed, Choice<'b>), PeerError> {
        let nonce = self.challenge.random.draw().map_err(PeerError::Failed)?;
        let alias = message::name(self.challenge.alias);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let own = Hello { v: VERSION, version, alias, nonce };
        self.send(&PeerMessage::Hello(own.clone()))?;
        let theirs = match self.receive()? {
            (PeerMessage::Hello(hello), _) if hello.v == VERSION => hello,
            (PeerMessage::Hello(hello), _) => {
                let why = crate::say::other_version(hello.v, VERSION);
                return Err(self.refuse((RefuseReason::Rules, why)));
            }
            (other, _) => return Err(not(&other, "hello")),
        };
        let (offer, offer_line) = match self.receive()? {
            (PeerMessage::Offer(offer), line) => (*offer, line),
            (other, _) => return Err(not(&other, "offer")),
        };
        let choice = choose(&offer, &theirs);
        let choice = choice.map_err(|why| self.refuse((RefuseReason::Rules, why)))?;
        check_offer(&offer, choice.game, self.challenge.limits)
            .map_err(|objection| self.refuse(objection))?;
        let accept = Accept {
            offer: Hash::of(&offer_line),
            bot: message::name(&choice.bot),
            digest: choice.digest,
        };
        self.send(&PeerMessage::Accept(accept.clone()))?;
        let keys = [self.connection.their_key(), self.challenge.key.public_key()];
        Ok((Agreed { keys, hellos: [theirs, own], offer, accept }, choice))
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
                let text = certamen_game::escape_reply(&abort.text);
                Err(PeerError::Aborted(abort.why, text))
            }
            Ok(message) => Ok((message, line)),
            Err(error) => Err(self.refuse((RefuseReason::Rules, error.message()))),
        }
    }

    fn unreachable(&self, error: &LinkError) -> PeerError {
        cannot_reach(self.challenge.target, self.challenge.stop, error)
    }

    /// Informs the opener, and returns the error for the own user.
    fn refuse(&mut self, (why, text): Objection) -> PeerError {
        let refuse = Refuse { why, text: message::reason(&text.to_string()), retry_s: None };
        // If it cannot be sent, the opener sees that there is no match.
        let _ = self.send(&PeerMessage::Refuse(refuse));
        self.connection.close(Instant::now() + self.challenge.limits.handshake);
        PeerError::Objected(text)
    }
}

fn not(found: &PeerMessage, word: &str) -> PeerError {
    let message = found.word().to_owned();
    PeerError::Violation { message, turn: 0, why: unexpected(word) }
}
