//! Tables with people: the limit of tables at a time, the queue, and tables that are left.

use certamen_game::{Conditions, SeatEntry, Table};
use certamen_host::{
    Sandboxes, StopSignal,
    tables::{TableLimits, TableService},
};
use certamen_portal::{
    CanRetry, GivenAnswer, Participant, PlayTableRequest, TableEvent, TableUpdate,
};
use certamen_sandbox::Launcher;
use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::Duration,
};

/// A table of `FootSteps` between a person and a built-in player, with these answers of the person.
fn request(id: &str, turns: &[String], bid: Option<&str>) -> PlayTableRequest {
    let game = certamen_games::find("footsteps").unwrap();
    let usual = Conditions::usual(1000, 1 << 28, "D");
    let conditions = Conditions { turns: Some(100), bytes: Some(1 << 20), ..usual };
    let seats = ["ana", "first"].map(SeatEntry::named);
    let table = Table::new(game).seats(seats).conditions(conditions);
    let turn = turns.len() as u64 + 1;
    let answer = |bid: &str| GivenAnswer { turn, seat: 0, reply: bid.to_owned() };
    PlayTableRequest {
        id: id.to_owned(),
        head: serde_json::to_string(&table).unwrap(),
        turns: turns.to_vec(),
        given: 0,
        participants: vec![Participant::Person, Participant::Builtin("first".to_owned())],
        answers: bid.map(answer).into_iter().collect(),
    }
}

/// A table service for one table at a time, with this patience; `act` sends it requests and
/// receives its updates.
fn attended(
    patience: Duration,
    act: impl FnOnce(&Sender<PlayTableRequest>, &Receiver<TableUpdate>),
) {
    let stop = StopSignal::default();
    let sandboxes = Sandboxes::new(&Launcher::with_program("/nothing".into()), None);
    let (ask, requests) = channel();
    let (sender, updates) = channel();
    let notify = move |update| drop(sender.send(update));
    let told_to: &(dyn Fn(TableUpdate) + Sync) = &notify;
    thread::scope(|scope| {
        let (stop, sandboxes) = (&stop, &sandboxes);
        scope.spawn(move || {
            let table_service = TableService {
                contest: &|_| None,
                games: certamen_games::find,
                sandboxes,
                house: TableLimits { rooms: 1, patience },
                stop,
                notify: told_to,
            };
            table_service.attend(&requests);
        });
        act(&ask, &updates);
        stop.set();
    });
}

fn next(updates: &Receiver<TableUpdate>) -> (String, TableEvent) {
    let update = updates.recv_timeout(Duration::from_secs(20)).unwrap();
    (update.id, update.event)
}

/// The line of the next turn that is reported.
fn turn(updates: &Receiver<TableUpdate>) -> String {
    match next(updates).1 {
        TableEvent::Turn { line, .. } => line,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_table_that_is_left_is_taken_up_where_it_stood() {
    attended(Duration::from_millis(50), |ask, updates| {
        ask.send(request("t", &[], Some("2"))).unwrap();
        assert_eq!(next(updates).1, TableEvent::Begins);
        let first = turn(updates);
        assert!(first.contains("\"action\":\"2\""), "{first}");
        assert_eq!(next(updates).1, TableEvent::Rests, "no player answers for long");
        ask.send(request("t", &[first], Some("3"))).unwrap();
        assert_eq!(next(updates).1, TableEvent::Begins);
        let second = turn(updates);
        assert!(second.starts_with("{\"turn\":2,") && second.contains("\"action\":\"3\""));
    });
}

#[test]
fn a_table_without_a_slot_waits_in_the_queue_and_that_is_reported() {
    attended(Duration::from_millis(300), |ask, updates| {
        ask.send(request("one", &[], Some("1"))).unwrap();
        assert_eq!(next(updates), ("one".to_owned(), TableEvent::Begins));
        turn(updates);
        ask.send(request("two", &[], Some("1"))).unwrap();
        assert_eq!(next(updates), ("two".to_owned(), TableEvent::Waits(0)));
        assert_eq!(next(updates), ("one".to_owned(), TableEvent::Rests));
        assert_eq!(next(updates), ("two".to_owned(), TableEvent::Begins));
    });
}

#[test]
fn nothing_of_an_order_is_believed() {
    attended(Duration::from_millis(300), |ask, updates| {
        let sound = request("t", &[], Some("1"));
        let endless = sound.head.replace("\"turns\":100", "\"turns\":100000000");
        let chess = sound.head.replace("footsteps", "chess");
        let heads = ["{}".to_owned(), endless, chess];
        let mut forged: Vec<PlayTableRequest> =
            heads.map(|head| PlayTableRequest { head, ..sound.clone() }).to_vec();
        forged.push(PlayTableRequest { participants: vec![Participant::Person], ..sound.clone() });
        forged.push(PlayTableRequest { turns: vec!["{\"turn\":1}".to_owned()], ..sound.clone() });
        let house = Participant::Builtin("/bin/sh".to_owned());
        forged.push(PlayTableRequest { participants: vec![house, Participant::Person], ..sound });
        for request in forged {
            ask.send(request).unwrap();
            assert_eq!(next(updates).1, TableEvent::Begins);
            let ended = next(updates).1;
            assert!(
                matches!(ended, TableEvent::Broken { again: CanRetry::Never, .. }),
                "{ended:?}"
            );
        }
    });
}
