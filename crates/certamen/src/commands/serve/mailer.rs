//! Letters of a site: what there is to tell is written, and what is written is handed over.

use certamen_game::Language;
use certamen_host::{MailQueue, StopSignal};
use certamen_portal::SiteFile;
use certamen_web::{People, Site};
use jiff::Timestamp;
use std::{
    thread,
    time::{Duration, Instant},
};

/// How often it is looked whether there is something to tell, and whether it is to stop.
const LOOK: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_millis(50);

/// Writes and hands over until it is to stop.
pub(super) fn mailer(
    site: &Site,
    (people, file): (&People, &SiteFile),
    stop: &StopSignal,
    language: Language,
) {
    let mut outbox = MailQueue::new(people.portal.outbox(), file.mail.command.clone());
    let mut due = Instant::now();
    while !stop.is_set() {
        if Instant::now() >= due {
            site.write_letters(Timestamp::now());
            if let Err(why) = outbox.deliver(Instant::now(), stop) {
                eprintln!("{}", why.get(language));
            }
            due = Instant::now() + LOOK;
        }
        thread::sleep(PATIENCE);
    }
}
