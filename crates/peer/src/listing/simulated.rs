//! Records of matches as two machines would sign them, for tests of this crate and of others.

use crate::{
    Hash, VERSION,
    hash::{draw, match_id},
    identity::PrivateKey,
    seal::{HEADER, PeerHeader, SIGNATURES, SignatureEntry, signed_hash},
};
use certamen_game::{
    DynGame, Map, MatchRecord, Move, Seat, SeatEntry, Table, Turn, arbiter::Arbiter,
};

/// A match of `game` between the bots `opener` and `challenger`, signed with their keys; each plays the
/// first legal action. `number` distinguishes matches.
pub fn signed_match(game: &dyn DynGame, keys: [&PrivateKey; 2], number: u8) -> Vec<u8> {
    signed(game, keys, number, |_| {})
}

/// The same with an illegal move, which both players signed nevertheless.
pub fn unsound_match(game: &dyn DynGame, keys: [&PrivateKey; 2], number: u8) -> Vec<u8> {
    signed(game, keys, number, |record| {
        record.turns[0].moves[0].action = Some("illegal".to_owned());
    })
}

fn signed(
    game: &dyn DynGame,
    keys: [&PrivateKey; 2],
    number: u8,
    change: impl FnOnce(&mut MatchRecord),
) -> Vec<u8> {
    let public = keys.map(PrivateKey::public_key);
    let nonces = [Hash([number; 32]), Hash([number.wrapping_add(1); 32])];
    let halves = [Hash([3; 32]), Hash([4; 32])];
    let id = match_id(&public, &nonces);
    let (seed, opener) = draw(&id, &halves);
    let aliases = ["ana", "bea"].map(str::to_owned);
    let header = PeerHeader { v: VERSION, opener, aliases, keys: public, nonces, halves };
    let bots = header.by_seat(&["opener", "challenger"].map(str::to_owned));
    let value = serde_json::to_value(&header).expect("it is plain data");
    let extra = Map::from_iter([(HEADER.to_owned(), value)]);
    let table = Table { extra, ..Table::new(game).seed(seed).seats(bots.map(SeatEntry::named)) };
    let mut record = played(game, table);
    change(&mut record);
    let outcome = record.outcome.clone().expect("it was played to its end");
    let bytes = record.to_bytes();
    let last = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n');
    let digest = Hash::of(&bytes[..last.map_or(0, |end| end + 1)]);
    let hash = signed_hash(&id, &digest, &outcome);
    let [first, second] = header.by_seat(&keys);
    let signatures = [(Seat(0), first), (Seat(1), second)].map(|(seat, key)| SignatureEntry {
        seat,
        key: key.public_key(),
        signature: key.signature(&hash.0),
    });
    let value = serde_json::to_value(signatures).expect("it is plain data");
    record.extra.insert(SIGNATURES.to_owned(), value);
    record.to_bytes()
}

/// The match in which each seat plays its first legal action.
fn played(game: &dyn DynGame, table: Table) -> MatchRecord {
    let mut arbiter = Arbiter::start(game, table).expect("these are the default options");
    while arbiter.outcome().is_none() {
        let seats = arbiter.to_act();
        let automatic = arbiter.state().automatic();
        let moves = seats.iter().map(|seat| Move {
            seat,
            action: match &automatic {
                Some(play) => Some(play.to_string()),
                None => arbiter.state().legal_actions(seat, 1).pop(),
            },
            automatic: automatic.is_some(),
            fault: None,
            reply: None,
            ms: None,
            pondered_ms: None,
            asleep_ms: None,
            remote: certamen_game::record::RemoteMove::default(),
            extra: Map::new(),
        });
        let turn = arbiter.turns().len() as u64 + 1;
        let turn = Turn { turn, moves: moves.collect(), extra: Map::new() };
        arbiter.replay(&turn).expect("the actions are legal");
    }
    let outcome = arbiter.outcome().cloned();
    let (table, turns) = (arbiter.table().clone(), arbiter.turns().to_vec());
    MatchRecord { table, turns, outcome, extra: Map::new() }
}
