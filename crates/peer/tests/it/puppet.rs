//! A challenger written from the page of the protocol alone, which may say something else than it
//! should.

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
    id: Hash,
    limits: PeerLimits,
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
        Puppet { connection, tamper, id: Hash([0; 32]), limits }
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
    fn begin(&mut self) -> Result<(Table, Seat), Option<Box<PeerMessage>>> {
        let nonce = fresh();
        let own = Hello { v: VERSION, version: "1".to_owned(), alias: "eva".to_owned(), nonce };
        self.send("hello", &PeerMessage::Hello(own.clone()));
        let PeerMessage::Hello(theirs) = self.receive()? else { panic!("no hello") };
        let PeerMessage::Offer(offer) = self.receive()? else { panic!("no offer") };
        let line = PeerMessage::Offer(offer.clone()).line();
        let accept =
            Accept { offer: Hash::of(line.as_bytes()), bot: "puppet".to_owned(), digest: None };
        self.send("accept", &PeerMessage::Accept(accept));
        let keys = [key(OPENER).public_key(), key(CHALLENGER).public_key()];
        let [opener, challenger] = keys.each_ref().map(|key| *key.bytes());
        let parts: [&[u8]; 4] = [&opener, &challenger, &theirs.nonce.0, &nonce.0];
        self.id = derived("certamen peer id v1", &parts);
        let half = fresh();
        let Revealed::Half(first) = self.exchange(0, 1, Revealed::Half(half))? else {
            panic!("no half");
        };
        let Hash(bits) = derived("certamen peer seed v1", &[&self.id.0, &first.0, &half.0]);
        let bits = u64::from_be_bytes(bits[..8].try_into().unwrap());
        let opener_seat = bits >> 10 & 1;
        let header = json!({
            "v": 1, "opener": opener_seat, "aliases": [theirs.alias, "eva"], "keys": keys,
            "nonces": [theirs.nonce, nonce], "halves": [first, half],
        });
        Ok((table(&offer, bits >> 11, opener_seat, &header), Seat(1 - opener_seat as u8)))
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
        let signature = key(CHALLENGER).signature(&hash.0);
        self.send("seal", &PeerMessage::Seal(Signed { digest, signature }));
        let PeerMessage::Seal(theirs) = self.receive()? else { panic!("no seal") };
        assert!(key(OPENER).public_key().verify(&hash.0, &theirs.signature));
        Ok(())
    }
}

fn table(offer: &Offer, seed: u64, opener: u64, header: &Value) -> Table {
    let seat = |bot: &str| json!({"bot": bot, "via": "peer"});
    let mut seats = [seat(&offer.bot), seat("puppet")];
    if opener == 1 {
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
