//! A challenger or opener written from the page of the protocol alone, which may say something else
//! than it should.

use crate::support::{CHALLENGER, OPENER, key};
use certamen_game::{DynGame, MatchRecord, Move, Seat, Table, Turn, arbiter::Arbiter};
use certamen_peer::{
    Accept, Commit, Connection, Hash, Hello, Offer, PeerLimits, PeerMessage, PlayedMove, Reveal,
    Revealed, Signed, TlsConfigs, VERSION,
};
use serde_json::{Value, json};
use std::{
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// What is said instead of a line: the lines to be sent, given the word of its type and the line.
pub(crate) type Tamper<'a> = &'a mut dyn FnMut(&str, &str) -> Vec<String>;

pub(crate) struct Puppet<'a> {
    pub(crate) connection: Connection,
    tamper: Tamper<'a>,
    pub(crate) id: Hash,
    limits: PeerLimits,
    /// What an opener offers; none of a challenger.
    offer: Option<Offer>,
}

/// How a conversation ended: the last message of the other side, or none.
pub(crate) type Ended = Result<(), Option<Box<PeerMessage>>>;

/// Another value each time; the tests need no better.
fn fresh() -> Hash {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    Hash::of(&NEXT.fetch_add(1, Ordering::Relaxed).to_le_bytes())
}

fn derived(context: &str, parts: &[&[u8]]) -> Hash {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    for part in parts {
        hasher.update(part);
    }
    Hash(*hasher.finalize().as_bytes())
}

fn commitment(id: &Hash, turn: u64, who: u8, nonce: &Hash, text: &str) -> Hash {
    let turn = turn.to_le_bytes();
    derived("certamen peer move v1", &[&id.0, &turn, &[who], &nonce.0, text.as_bytes()])
}

impl<'a> Puppet<'a> {
    pub(crate) fn call(address: SocketAddr, raw: [u8; 32], tamper: Tamper<'a>) -> Puppet<'a> {
        let limits = PeerLimits::default();
        let socket = TcpStream::connect(address).unwrap();
        let configs = TlsConfigs::new(&key(raw));
        let opener = key(OPENER).public_key();
        let connection = Connection::call(socket, opener, &configs, &limits).unwrap();
        Puppet { connection, tamper, id: Hash([0; 32]), limits, offer: None }
    }

    /// The opener's end of a connection.
    pub(crate) fn open(socket: TcpStream, offer: Offer, tamper: Tamper<'a>) -> Puppet<'a> {
        let limits = PeerLimits::default();
        let configs = TlsConfigs::new(&key(OPENER));
        let connection = Connection::accept(socket, &configs, &limits).unwrap();
        Puppet { connection, tamper, id: Hash([0; 32]), limits, offer: Some(offer) }
    }

    fn send(&mut self, word: &str, message: &PeerMessage) {
        for line in (self.tamper)(word, &message.line()) {
            // The other side may have closed already: what it said last is read.
            if self.connection.send(&line).is_err() {
                break;
            }
        }
    }

    pub(crate) fn receive(&mut self) -> Result<PeerMessage, Option<Box<PeerMessage>>> {
        let line = self.connection.receive(Instant::now() + Duration::from_secs(60));
        let line = line.map_err(|_| None)?;
        match PeerMessage::read(&line, &self.limits).unwrap() {
            last @ (PeerMessage::Error(_) | PeerMessage::Refuse(_)) => Err(Some(Box::new(last))),
            message => Ok(message),
        }
    }

    /// Plays a match of the first legal moves; returns its record.
    pub(crate) fn play(
        &mut self,
        game: &dyn DynGame,
    ) -> Result<MatchRecord, Option<Box<PeerMessage>>> {
        let (table, own) = self.begin()?;
        let mut arbiter = Arbiter::start(game, table).unwrap();
        loop {
            while arbiter.automatic().unwrap() {}
            if arbiter.outcome().is_some() {
                break;
            }
            let turn = arbiter.turns().len() as u64 + 1;
            let mut moves = Vec::new();
            let acts = arbiter.to_act();
            let entry: Option<Move> = acts.contains(own).then(|| {
                let action = arbiter.state().legal_actions(own, 1).remove(0);
                serde_json::from_value(json!({"seat": own, "action": action, "ms": 1})).unwrap()
            });
            if let Some(entry) = entry {
                if acts.len() == 2 {
                    let theirs = self.exchange(turn, own.0, Revealed::Move(entry.clone()))?;
                    let Revealed::Move(theirs) = theirs else { panic!("no move") };
                    moves.push(theirs);
                } else {
                    let message = PlayedMove { turn, entry: entry.clone() };
                    self.send("move", &PeerMessage::Move(message));
                }
                moves.push(entry);
            } else {
                match self.receive()? {
                    PeerMessage::Move(PlayedMove { entry, .. }) => moves.push(entry),
                    other => panic!("{other:?}"),
                }
            }
            moves.sort_by_key(|entry| entry.seat);
            arbiter.replay(&Turn { turn, moves, extra: certamen_game::Map::new() }).unwrap();
        }
        let record = arbiter.into_record();
        self.seal(&record)?;
        Ok(record)
    }

    /// Up to the seats and the seed.
    pub(crate) fn begin(&mut self) -> Result<(Table, Seat), Option<Box<PeerMessage>>> {
        let alias = "eva".to_owned();
        let own = Hello { v: VERSION, version: "1".to_owned(), alias, nonce: fresh() };
        let ([hello, theirs], offer, bot) = match self.offer.clone() {
            None => {
                self.send("hello", &PeerMessage::Hello(own.clone()));
                let PeerMessage::Hello(theirs) = self.receive()? else { panic!("no hello") };
                let PeerMessage::Offer(offer) = self.receive()? else { panic!("no offer") };
                let line = PeerMessage::Offer(offer.clone()).line();
                let (hash, bot) = (Hash::of(line.as_bytes()), "puppet".to_owned());
                let accept = Accept { offer: hash, bot: bot.clone(), digest: None };
                self.send("accept", &PeerMessage::Accept(accept));
                ([theirs, own], *offer, bot)
            }
            Some(offer) => {
                let PeerMessage::Hello(theirs) = self.receive()? else { panic!("no hello") };
                self.send("hello", &PeerMessage::Hello(own.clone()));
                self.send("offer", &PeerMessage::Offer(Box::new(offer.clone())));
                let PeerMessage::Accept(accept) = self.receive()? else { panic!("no accept") };
                ([own, theirs], offer, accept.bot)
            }
        };
        let keys = [key(OPENER).public_key(), key(CHALLENGER).public_key()];
        let [opener, challenger] = keys.each_ref().map(|key| *key.bytes());
        let parts: [&[u8]; 4] = [&opener, &challenger, &hello.nonce.0, &theirs.nonce.0];
        self.id = derived("certamen peer id v1", &parts);
        let (half, who) = (fresh(), u8::from(self.offer.is_none()));
        let Revealed::Half(other) = self.exchange(0, who, Revealed::Half(half))? else {
            panic!("no half");
        };
        let halves = if who == 0 { [half, other] } else { [other, half] };
        let parts: [&[u8]; 3] = [&self.id.0, &halves[0].0, &halves[1].0];
        let Hash(bits) = derived("certamen peer seed v1", &parts);
        let bits = u64::from_be_bytes(bits[..8].try_into().unwrap());
        let opener_seat = (bits >> 10 & 1) as u8;
        let header = json!({
            "v": 1, "opener": opener_seat, "aliases": [hello.alias, theirs.alias], "keys": keys,
            "nonces": [hello.nonce, theirs.nonce], "halves": halves,
        });
        let table = table(&offer, &bot, bits >> 11, &header);
        Ok((table, Seat(if who == 0 { opener_seat } else { 1 - opener_seat })))
    }

    fn exchange(
        &mut self,
        turn: u64,
        who: u8,
        own: Revealed,
    ) -> Result<Revealed, Option<Box<PeerMessage>>> {
        let text = match &own {
            Revealed::Half(half) => half.to_string(),
            Revealed::Move(entry) => serde_json::to_string(entry).unwrap(),
        };
        let nonce = fresh();
        let hash = commitment(&self.id, turn, who, &nonce, &text);
        self.send("commit", &PeerMessage::Commit(Commit { turn, hash }));
        let PeerMessage::Commit(theirs) = self.receive()? else { panic!("no commit") };
        self.send("reveal", &PeerMessage::Reveal(Reveal { turn, nonce, value: own }));
        let PeerMessage::Reveal(reveal) = self.receive()? else { panic!("no reveal") };
        let text = match &reveal.value {
            Revealed::Half(half) => half.to_string(),
            Revealed::Move(entry) => serde_json::to_string(entry).unwrap(),
        };
        assert_eq!(theirs.hash, commitment(&self.id, turn, 1 - who, &reveal.nonce, &text));
        Ok(reveal.value)
    }

    fn seal(&mut self, record: &MatchRecord) -> Ended {
        let lines = MatchRecord { outcome: None, ..record.clone() }.to_bytes();
        let digest = Hash::of(&lines);
        let outcome = serde_json::to_vec(record.outcome.as_ref().unwrap()).unwrap();
        let hash = derived("certamen peer result v1", &[&self.id.0, &digest.0, &outcome]);
        let is_opener = self.offer.is_some();
        let [own, other] = if is_opener { [OPENER, CHALLENGER] } else { [CHALLENGER, OPENER] };
        let signed = Signed { digest, signature: key(own).signature(&hash.0) };
        if !is_opener {
            self.send("seal", &PeerMessage::Seal(signed.clone()));
        }
        let PeerMessage::Seal(theirs) = self.receive()? else { panic!("no seal") };
        assert!(key(other).public_key().verify(&hash.0, &theirs.signature));
        if is_opener {
            self.send("seal", &PeerMessage::Seal(signed));
            // The challenger closes, or says what is wrong.
            match self.receive() {
                Err(None) => {}
                Err(last) => return Err(last),
                Ok(message) => panic!("{message:?}"),
            }
        }
        Ok(())
    }
}

fn table(offer: &Offer, bot: &str, seed: u64, header: &Value) -> Table {
    let seat = |bot: &str| json!({"bot": bot, "via": "peer"});
    let mut seats = [seat(&offer.bot), seat(bot)];
    if header["opener"] == 1 {
        seats.reverse();
    }
    let table = json!({
        "certamen": 1, "game": offer.game, "rules": offer.rules, "options": offer.options,
        "seed": seed, "seats": seats, "conditions": offer.conditions, "peer": header,
    });
    serde_json::from_value(table).unwrap()
}

/// Says what it should.
pub(crate) fn honest(_: &str, line: &str) -> Vec<String> {
    vec![line.to_owned()]
}
