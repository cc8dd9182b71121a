//! A proxy between both ends that cuts, delays, halves and repeats at every piece of the traffic:
//! the match goes on over another connection, and both records are equal.

use crate::support::{OpenSide, call, find, quick_limits, signed, target};
use certamen_game::MatchRecord;
use certamen_peer::{PeerError, PeerLimits, Target};
use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

#[derive(Clone, Copy, Debug)]
enum Fault {
    Cut,
    Delay,
    Halve,
    Repeat,
}

/// The traffic through a proxy: its pieces are counted over all connections.
struct Proxy {
    address: SocketAddr,
    pieces: Arc<AtomicUsize>,
}

impl Proxy {
    /// A proxy to `target` with a fault at one piece.
    fn start(target: SocketAddr, fault: Fault, at: usize) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let pieces = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&pieces);
        thread::spawn(move || {
            for socket in listener.incoming() {
                let (Ok(near), Ok(far)) = (socket, TcpStream::connect(target)) else { return };
                let ways = [(near.try_clone(), far.try_clone()), (Ok(far), Ok(near))];
                for (from, to) in ways {
                    let (from, to) = (from.unwrap(), to.unwrap());
                    let pieces = Arc::clone(&counted);
                    thread::spawn(move || carry(from, to, &pieces, fault, at));
                }
            }
        });
        Proxy { address, pieces }
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, pieces: &AtomicUsize, fault: Fault, at: usize) {
    let mut piece = [0; 8 << 10];
    to.set_nodelay(true).unwrap();
    while let Ok(length @ 1..) = from.read(&mut piece) {
        let piece = &piece[..length];
        let is_due = pieces.fetch_add(1, Ordering::Relaxed) == at;
        let sent = match fault {
            Fault::Cut if is_due => break,
            Fault::Halve if is_due => {
                let _ = to.write_all(&piece[..length / 2]);
                break;
            }
            Fault::Repeat if is_due => to.write_all(piece).and_then(|()| to.write_all(piece)),
            Fault::Delay if is_due => {
                thread::park_timeout(Duration::from_millis(50));
                to.write_all(piece)
            }
            _ => to.write_all(piece),
        };
        if sent.is_err() {
            break;
        }
    }
    // Neither side learns more than that the connection is gone.
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// Plays one match with a fault; returns how many pieces there were, and whether it took place.
fn with_fault(game: &str, fault: Fault, at: usize) -> (usize, bool) {
    let limits = PeerLimits { reconnect: Duration::from_secs(2), ..quick_limits() };
    let opener = OpenSide::start(find(game), 1, &limits);
    let (real, proxy) = (opener.address, Proxy::start(opener.address, fault, at));
    let through = Target { address: proxy.address.to_string(), ..target(real) };
    let called = call(&through, "first", &limits);
    let played = match &called {
        Ok(played) if played.record.is_some() => {
            let theirs = opener.matches().remove(0);
            let [own, theirs] = [signed(played), signed(&theirs)].map(MatchRecord::to_bytes);
            assert_eq!(own, theirs, "{fault:?} at {at}");
            true
        }
        // Nothing was agreed yet: the user calls again.
        Ok(_) | Err(PeerError::Unreachable(..)) => false,
        Err(error) => panic!("{fault:?} at {at}: {error}"),
    };
    (proxy.pieces.load(Ordering::Relaxed), played)
}

#[test]
fn a_match_survives_any_one_fault_of_the_network() {
    for game in ["footsteps", "mancala8"] {
        let (pieces, played) = with_fault(game, Fault::Delay, 3);
        // Short matches of random moves have few pieces, and one piece may have several messages.
        assert!(played && pieces > 10, "{pieces}");
        // The pieces at the start and at the end, and some between.
        let places = (0..16).chain((16..pieces).step_by(7)).chain(pieces.saturating_sub(8)..pieces);
        let mut count = 0;
        for at in places {
            for fault in [Fault::Cut, Fault::Halve, Fault::Repeat] {
                count += u32::from(with_fault(game, fault, at).1);
            }
        }
        assert!(count > 20, "{game}: {count} matches took place");
    }
}
