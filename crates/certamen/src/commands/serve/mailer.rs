//! E-mail of a site: writes the messages that are due and sends them.

use certamen_game::Language;
use certamen_host::{MailQueue, StopSignal};
use certamen_portal::SiteFile;
use certamen_web::{People, Site};
use jiff::Timestamp;
use std::{
    thread,
    time::{Duration, Instant},
};

/// How often due messages and the stop signal are checked.
const LOOK: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_millis(50);

/// Writes and sends until the stop signal.
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
