//! The contract of `Transport`, tested on the simulated server and on a real one: the same cases
//! must give the same results. Where they differ, the simulation is wrong.
//!
//! Temporary outages are tested elsewhere, with real processes.

use super::server::Server;
use crate::site::Site;
use certamen_farm::{
    AckKind, Address, BatchOutcome, Delivery, Nats, Queue, Signal, Terms, Transport, layout,
    simulated::{FaultPlan, Plays, SimulatedFarm, SimulatedWire},
};
use std::{sync::Arc, thread, time::Duration};

/// Divides all times on the real server: a lease is two seconds, and a check within a tenth of it
/// is in time.
const HASTE: u32 = 5;
/// How long fetching from a missing queue waits.
const HASTILY: Duration = Duration::from_secs(2);
/// The limit for a message that is expected.
const LONG: Duration = Duration::from_secs(20);
/// For a message that is there now, or not at all.
const NOW: Duration = Duration::ZERO;

/// A part of a server that no other case uses.
struct Corner {
    wire: Arc<dyn Transport>,
    terms: Terms,
    /// A class of workers, also used as prefix of contests' names.
    own: &'static str,
}

/// A case and its name.
type Case = (&'static str, fn(&Corner));

const CASES: [Case; 13] = [
    ("once", a_message_is_kept_once_by_its_name),
    ("stream", one_name_on_two_streams_is_two_messages),
    ("order", messages_arrive_in_order_and_at_most_the_requested_number),
    ("early", what_was_published_before_its_queue_was_made_is_in_it),
    ("apart", classes_levels_and_contests_are_kept_apart),
    ("done", what_is_done_never_comes_again),
    ("renewed", a_renewed_lease_stays_with_its_holder),
    ("lease", what_is_not_renewed_comes_again_and_before_all_others),
    ("late", a_late_acknowledgement_counts),
    ("back", what_is_given_back_comes_again_after_a_while),
    ("most", work_is_given_out_five_times_and_results_without_end),
    ("purge", a_purge_takes_the_work_of_one_contest),
    ("parts", a_part_stays_unless_all_read_it_and_it_is_another),
];

impl Corner {
    fn queue(&self) -> Queue {
        layout::work_queue(self.own, layout::RUNS, &self.terms)
    }

    /// The queue, which exists now.
    fn opened(&self) -> Queue {
        let queue = self.queue();
        self.wire.open(&queue).unwrap();
        queue
    }

    fn publish(&self, contest: &str, name: &str) {
        let subject = layout::work(self.own, layout::RUNS, &format!("{}{contest}", self.own));
        let id = format!("{}{name}", self.own);
        self.wire.publish(&subject, &id, name.as_bytes().to_vec()).unwrap();
    }

    /// Messages that arrive within a long time. A server that looks for a deleted message returns
    /// none for a while, so the request is repeated.
    fn some(&self, queue: &Queue, most: usize) -> Vec<Delivery> {
        for _ in 0..10 {
            match self.wire.fetch(queue, most, LONG) {
                Ok(taken) => return taken,
                Err(error) => assert!(error.may_pass(), "{error:?}"),
            }
        }
        Vec::new()
    }

    fn one(&self, queue: &Queue) -> Delivery {
        let mut taken = self.some(queue, 1);
        assert_eq!(taken.len(), 1, "a message comes");
        taken.pop().unwrap()
    }

    fn settle(&self, delivery: &Delivery, how: AckKind) {
        self.wire.settle(&delivery.ticket, how).unwrap();
    }

    /// Whether the queue has no message now.
    fn is_empty(&self, queue: &Queue) -> bool {
        match self.wire.fetch(queue, 9, NOW) {
            Ok(taken) => taken.is_empty(),
            Err(error) => error.may_pass(),
        }
    }
}

/// The content of messages, and how often each was delivered.
fn reported(taken: &[Delivery]) -> Vec<(&str, u64)> {
    taken.iter().map(|one| (str::from_utf8(&one.bytes).unwrap(), one.given)).collect()
}

#[test]
fn the_simulated_server_does_what_is_promised_of_all() {
    let terms = Terms::usual();
    let begin = || {
        let plays: Plays = Box::new(|_, _| (BatchOutcome::default(), Duration::ZERO));
        let farm = SimulatedFarm::new((1, FaultPlan::default()), (0, 0), &["k"], terms, plays);
        Arc::new(SimulatedWire::of_coordinator(&farm))
    };
    nothing_is_there_before_it_is_made(&Corner { wire: begin(), terms, own: "empty" });
    for (own, case) in CASES {
        let wire = begin();
        wire.prepare().unwrap();
        case(&Corner { wire, terms, own });
    }
    what_is_published_reaches_its_subscribers(&Corner { wire: begin(), terms, own: "told" });
}

#[test]
fn a_real_server_does_what_is_promised_of_all() {
    let site = Site::new();
    let server = Server::start(&site);
    let address: Address = server.address().parse().unwrap();
    let terms = Terms { question: HASTILY, ..Terms::usual().hurried(HASTE) };
    let begin = || Arc::new(Nats::connect(&address, None, terms).unwrap());
    nothing_is_there_before_it_is_made(&Corner { wire: begin(), terms, own: "empty" });
    thread::scope(|scope| {
        for (own, case) in CASES {
            let wire = begin();
            scope.spawn(move || case(&Corner { wire, terms, own }));
        }
    });
    what_is_published_reaches_its_subscribers(&Corner { wire: begin(), terms, own: "told" });
}

fn nothing_is_there_before_it_is_made(corner: &Corner) {
    let (wire, queue) = (&corner.wire, corner.queue());
    let passes = |error: certamen_farm::BusError| error.may_pass();
    let subject = layout::work(corner.own, layout::RUNS, "c");
    assert!(wire.publish(&subject, "a", b"a".to_vec()).is_err_and(passes));
    assert!(wire.fetch(&queue, 1, NOW).is_err_and(passes));
    assert!(wire.open(&queue).is_err_and(passes));
    assert!(wire.waiting(&queue).is_err_and(passes));
    assert!(wire.purge(&layout::work_of("c")).is_err_and(passes));
    let part = layout::bundle_part("empty", 0);
    assert!(wire.part(&part).is_err_and(passes));
    assert!(wire.put_part(&part, b"a".to_vec()).is_err_and(passes));
    assert!(!wire.finds(&queue, NOW).unwrap());
    assert!(wire.prepare().unwrap(), "all of it was missing");
    assert!(!wire.prepare().unwrap(), "and is there now");
    assert!(!wire.finds(&queue, NOW).unwrap());
    assert!(wire.waiting(&queue).is_err_and(passes));
    assert!(wire.fetch(&queue, 1, NOW).is_err_and(passes), "the queue does not exist");
    wire.open(&queue).unwrap();
    wire.open(&queue).unwrap();
    assert!(wire.finds(&queue, LONG).unwrap());
    assert!(corner.is_empty(&queue) && wire.waiting(&queue).unwrap() == 0);
}

fn a_message_is_kept_once_by_its_name(corner: &Corner) {
    let queue = corner.opened();
    for name in ["a", "a", "b", "a"] {
        corner.publish("c", name);
    }
    assert_eq!(corner.wire.waiting(&queue).unwrap(), 2);
    let taken = corner.some(&queue, 9);
    assert_eq!(reported(&taken), [("a", 1), ("b", 1)]);
    for one in &taken {
        corner.settle(one, AckKind::Done);
    }
    // What was acknowledged is still recognised as a duplicate.
    corner.publish("c", "a");
    assert!(corner.is_empty(&queue));
}

fn one_name_on_two_streams_is_two_messages(corner: &Corner) {
    let work = corner.opened();
    corner.publish("c", "a");
    let results = layout::result_queue("stream", &corner.terms);
    corner.wire.open(&results).unwrap();
    corner.wire.publish(&layout::result("stream", "UA"), "streama", b"result".to_vec()).unwrap();
    assert_eq!(reported(&[corner.one(&work)]), [("a", 1)]);
    assert_eq!(reported(&[corner.one(&results)]), [("result", 1)]);
}

fn messages_arrive_in_order_and_at_most_the_requested_number(corner: &Corner) {
    let queue = corner.opened();
    for name in ["a", "b", "c", "d", "e"] {
        corner.publish("c", name);
    }
    let next = |most| corner.wire.fetch(&queue, most, NOW).unwrap();
    assert_eq!(reported(&next(2)), [("a", 1), ("b", 1)]);
    assert_eq!(corner.wire.waiting(&queue).unwrap(), 3);
    assert_eq!(reported(&next(9)), [("c", 1), ("d", 1), ("e", 1)]);
    assert!(corner.is_empty(&queue) && corner.wire.waiting(&queue).unwrap() == 0);
}

fn what_was_published_before_its_queue_was_made_is_in_it(corner: &Corner) {
    corner.publish("c", "a");
    corner.publish("c", "b");
    let queue = corner.opened();
    assert_eq!(corner.wire.waiting(&queue).unwrap(), 2);
    assert_eq!(reported(&corner.some(&queue, 9)), [("a", 1), ("b", 1)]);
}

fn classes_levels_and_contests_are_kept_apart(corner: &Corner) {
    let queue = corner.opened();
    let other = |class: &str, level| {
        let queue = layout::work_queue(class, level, &corner.terms);
        corner.wire.open(&queue).unwrap();
        queue
    };
    let others = [other("apart", layout::LADDERS), other("apart-2", layout::RUNS)];
    corner.publish("c", "a");
    corner.publish("d", "b");
    assert!(others.iter().all(|other| corner.is_empty(other)));
    assert_eq!(reported(&corner.some(&queue, 9)), [("a", 1), ("b", 1)]);
}

fn what_is_done_never_comes_again(corner: &Corner) {
    let queue = corner.opened();
    corner.publish("c", "a");
    let taken = corner.one(&queue);
    corner.settle(&taken, AckKind::Done);
    // A sender without a confirmation sends again.
    corner.settle(&taken, AckKind::Done);
    corner.wire.rest(corner.terms.lease * 3 / 2);
    assert!(corner.is_empty(&queue));
}

fn a_renewed_lease_stays_with_its_holder(corner: &Corner) {
    let queue = corner.opened();
    corner.publish("c", "a");
    let taken = corner.one(&queue);
    for _ in 0..6 {
        corner.wire.rest(corner.terms.lease / 4);
        corner.settle(&taken, AckKind::Renewed);
    }
    assert!(corner.is_empty(&queue), "though its lease would be over");
    assert_eq!(reported(&[corner.one(&queue)]), [("a", 2)], "it is no longer renewed");
}

fn what_is_not_renewed_comes_again_and_before_all_others(corner: &Corner) {
    let queue = corner.opened();
    corner.publish("c", "a");
    corner.one(&queue);
    corner.publish("c", "b");
    assert_eq!(reported(&[corner.one(&queue)]), [("b", 1)], "it is leased");
    corner.publish("c", "c");
    corner.wire.rest(corner.terms.lease * 3 / 2);
    assert_eq!(corner.wire.waiting(&queue).unwrap(), 1, "none of them was leased");
    let taken = corner.some(&queue, 9);
    assert_eq!(reported(&taken), [("a", 2), ("b", 2), ("c", 1)]);
}

fn a_late_acknowledgement_counts(corner: &Corner) {
    let queue = corner.opened();
    corner.publish("c", "a");
    corner.publish("c", "b");
    let [a, b] = [corner.one(&queue), corner.one(&queue)];
    corner.wire.rest(corner.terms.lease * 3 / 2);
    // One is not delivered yet, the other is with another worker by now.
    corner.settle(&b, AckKind::Done);
    assert_eq!(reported(&corner.some(&queue, 9)), [("a", 2)]);
    corner.settle(&a, AckKind::Done);
    corner.wire.rest(corner.terms.lease * 3 / 2);
    assert!(corner.is_empty(&queue));
}

fn what_is_given_back_comes_again_after_a_while(corner: &Corner) {
    let queue = corner.opened();
    corner.publish("c", "a");
    corner.publish("c", "b");
    let taken = corner.one(&queue);
    corner.settle(&taken, AckKind::GivenBack(corner.terms.lease));
    let other = corner.wire.fetch(&queue, 9, NOW).unwrap();
    assert_eq!(reported(&other), [("b", 1)]);
    corner.settle(&other[0], AckKind::Done);
    let again = corner.one(&queue);
    assert_eq!(reported(std::slice::from_ref(&again)), [("a", 2)]);
    corner.publish("c", "c");
    corner.settle(&again, AckKind::GivenBack(NOW));
    corner.wire.rest(corner.terms.lease / 2);
    let taken = corner.wire.fetch(&queue, 9, NOW).unwrap();
    assert_eq!(reported(&taken), [("a", 3), ("c", 1)], "at once, and before all others");
}

fn work_is_given_out_five_times_and_results_without_end(corner: &Corner) {
    let queue = corner.opened();
    corner.publish("c", "a");
    let results = layout::result_queue("most", &corner.terms);
    corner.wire.open(&results).unwrap();
    corner.wire.publish(&layout::result("most", "UA"), "mostb", b"b".to_vec()).unwrap();
    for given in 1..=layout::DELIVERIES.unsigned_abs() {
        for (queue, name) in [(&queue, "a"), (&results, "b")] {
            let taken = corner.one(queue);
            assert_eq!(reported(std::slice::from_ref(&taken)), [(name, given)]);
            corner.settle(&taken, AckKind::GivenBack(NOW));
        }
    }
    assert_eq!(reported(&[corner.one(&results)]), [("b", 6)]);
    assert!(corner.is_empty(&queue), "it is not handed out any more");
}

fn a_purge_takes_the_work_of_one_contest(corner: &Corner) {
    let queue = corner.opened();
    corner.publish("c", "a");
    corner.one(&queue);
    corner.publish("c", "b");
    corner.publish("d", "c");
    let results = layout::result_queue("purgec", &corner.terms);
    corner.wire.open(&results).unwrap();
    corner.wire.publish(&layout::result("purgec", "UA"), "purged", b"d".to_vec()).unwrap();
    corner.wire.purge(&layout::work_of("purgec")).unwrap();
    corner.wire.rest(corner.terms.lease * 3 / 2);
    let taken = corner.some(&queue, 9);
    assert_eq!(reported(&taken), [("c", 1)], "neither what was held nor what waited");
    assert_eq!(reported(&[corner.one(&results)]), [("d", 1)], "what was played stays");
}

fn a_part_stays_unless_all_read_it_and_it_is_another(corner: &Corner) {
    let [one, two] = [0, 1].map(|part| layout::bundle_part("parts", part));
    let own = layout::result_part("UA", "parts", "0");
    let put = |subject: &str, text: &str| corner.wire.put_part(subject, text.into()).unwrap();
    for (subject, before) in [(&one, "first"), (&two, "second"), (&own, "third")] {
        put(subject, before);
        put(subject, before);
        assert_eq!(corner.wire.part(subject).unwrap(), before.as_bytes());
    }
    // A wrong part of a bundle fails its hash and would block all workers, so it may be replaced; a
    // part of a result may not.
    put(&one, "other");
    put(&own, "other");
    assert_eq!(corner.wire.part(&one).unwrap(), b"other");
    assert_eq!(corner.wire.part(&two).unwrap(), b"second");
    assert_eq!(corner.wire.part(&own).unwrap(), b"third");
    corner.wire.remove_parts("certamen.part.b.parts.*").unwrap();
    for subject in [&one, &two] {
        assert!(corner.wire.part(subject).is_err_and(|error| error.may_pass()));
    }
    put(&one, "again");
    assert_eq!(corner.wire.part(&one).unwrap(), b"again");
}

fn what_is_published_reaches_its_subscribers(corner: &Corner) {
    let send = |subject: &str, text: &str| corner.wire.send(subject, text.into()).unwrap();
    send(&layout::heartbeat("UA", "one"), "before");
    let one = corner.wire.subscribe(&layout::heartbeat("UA", "one")).unwrap();
    let all = corner.wire.subscribe(&layout::heartbeat("*", "*")).unwrap();
    send(&layout::heartbeat("UA", "one"), "own");
    send(&layout::order("one"), "order");
    send(&layout::heartbeat("UA", "two"), "of another");
    let next = |heard: &std::sync::mpsc::Receiver<Signal>| {
        String::from_utf8(heard.recv_timeout(LONG).unwrap().bytes).unwrap()
    };
    assert_eq!([next(&all), next(&all)], ["own", "of another"]);
    assert_eq!(next(&one), "own");
    assert!(one.try_recv().is_err() && all.try_recv().is_err());
}
