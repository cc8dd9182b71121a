//! Password hashes: Argon2id, 19 MiB, two passes.

use crate::PortalError;
use argon2::{Algorithm, Argon2, Params, Version};
use std::{
    fmt::Write,
    sync::{Condvar, Mutex, PoisonError},
};
use subtle::ConstantTimeEq;

/// How many characters a password has.
pub const SHORTEST: usize = 10;
/// How many characters a password has at most.
pub const LONGEST: usize = 200;
const MEMORY_KIB: u32 = 19 << 10;
const PASSES: u32 = 2;
const SALT: usize = 16;
const HASH: usize = 32;
/// At most this many are computed at a time: each fills as much memory as intended.
const AT_A_TIME: usize = 2;

pub fn check(password: &str) -> Result<(), PortalError> {
    let fits = (SHORTEST..=LONGEST).contains(&password.chars().count());
    if fits { Ok(()) } else { Err(PortalError::PasswordLength) }
}

/// What is stored of a password: its salt and its hash, in hexadecimal digits.
pub fn hash(password: &str) -> Result<String, PortalError> {
    let mut salt = [0; SALT];
    getrandom::fill(&mut salt).map_err(|_| PortalError::NoRandomness)?;
    let hash = computed(password, &salt)?;
    Ok(format!("{}${}", hex(&salt), hex(&hash)))
}

/// Whether it is the password whose hash is `kept`. Without a hash, as much is computed and the
/// answer is no: the time does not show whether the username exists.
pub fn is_right(password: &str, stored: Option<&str>) -> Result<bool, PortalError> {
    let parts = stored.and_then(|stored| stored.split_once('$'));
    let parts = parts.and_then(|(salt, hash)| Some((unhex::<SALT>(salt)?, unhex::<HASH>(hash)?)));
    let (salt, due) = parts.unwrap_or(([0; SALT], [0; HASH]));
    let hash = computed(password, &salt)?;
    Ok(bool::from(hash.ct_eq(&due)) && parts.is_some())
}

fn computed(password: &str, salt: &[u8]) -> Result<[u8; HASH], PortalError> {
    let failed = |error: argon2::Error| PortalError::Database(error.to_string());
    let parameters = Params::new(MEMORY_KIB, PASSES, 1, Some(HASH)).map_err(failed)?;
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
    // A longer one is never valid; its cost must not depend on the sender.
    let most = password.char_indices().nth(LONGEST).map_or(password.len(), |(end, _)| end);
    let mut hash = [0; HASH];
    let _turn = HashPermit::wait();
    argon.hash_password_into(&password.as_bytes()[..most], salt, &mut hash).map_err(failed)?;
    Ok(hash)
}

/// The right to compute one of the hashes that are computed at a time.
struct HashPermit;

static TURNS: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

impl HashPermit {
    fn wait() -> HashPermit {
        let (count, free) = &TURNS;
        let mut out = count.lock().unwrap_or_else(PoisonError::into_inner);
        while *out >= AT_A_TIME {
            out = free.wait(out).unwrap_or_else(PoisonError::into_inner);
        }
        *out += 1;
        HashPermit
    }
}

impl Drop for HashPermit {
    fn drop(&mut self) {
        let (count, free) = &TURNS;
        *count.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        free.notify_one();
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a string takes all");
    }
    text
}

fn unhex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    if text.len() != 2 * BYTES {
        return None;
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::{
            Arc,
            atomic::{AtomicBool, Ordering},
            mpsc::{RecvTimeoutError, SendError, channel},
        },
        thread,
        time::{Duration, Instant},
    };

    #[test]
    fn only_the_password_itself_is_right() {
        let stored = hash("correct horse").expect("it is computed");
        let is_right =
            |given: &str, stored| super::is_right(given, stored).expect("it is computed");
        assert!(is_right("correct horse", Some(&stored)));
        assert!(!is_right("correct horsf", Some(&stored)));
        assert!(!is_right("correct horse", None));
        assert!(!is_right("", Some("damaged")));
        assert_ne!(stored, hash("correct horse").expect("it is computed"), "each has its salt");
    }

    /// The least time of three, as what else the machine does only adds to it.
    fn min_time(stored: Option<&str>) -> Duration {
        let times = [(); 3].map(|()| {
            let begun = Instant::now();
            assert!(!is_right("wrong horse", stored).expect("it is computed"));
            begun.elapsed()
        });
        times.into_iter().min().expect("there are three")
    }

    #[test]
    fn who_is_not_there_costs_as_much_as_who_is() {
        let stored = hash("correct horse").expect("it is computed");
        // A busy machine may slow one of them down three times in a row, so it is tried again.
        let alike = (0..10).any(|_| {
            let (known, unknown) = (min_time(Some(&stored)), min_time(None));
            unknown * 2 > known && known * 2 > unknown
        });
        assert!(alike, "one takes twice the other's time, again and again");
    }

    #[test]
    fn two_are_computed_at_a_time_and_the_others_wait() {
        let one = min_time(None);
        let is_over = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = channel();
        // With both permits taken there is none left, however many requests come.
        let turns = [HashPermit::wait(), HashPermit::wait()];
        for _ in 0..8 {
            let (sender, is_over) = (sender.clone(), Arc::clone(&is_over));
            thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    sender.send(is_right("wrong horse", None).is_ok_and(|is_right| !is_right))?;
                }
                Ok::<_, SendError<bool>>(())
            });
        }
        assert_eq!(receiver.recv_timeout(one * 20).err(), Some(RecvTimeoutError::Timeout));
        drop(turns);
        // Each is held for as long as a hash takes: with many requests both are taken.
        let (mut most, mut all) = (0, 0);
        while most < 2 || all < 8 {
            let answer =
                receiver.recv_timeout(Duration::from_secs(60)).expect("each gets its turn");
            assert!(answer, "it is not computed");
            all += 1;
            most = most.max(*TURNS.0.lock().expect("no thread panics while it holds a turn"));
            assert!(most <= 2 && all < 1_000, "{most} at a time");
        }
        is_over.store(true, Ordering::Relaxed);
    }

    #[test]
    fn lengths_are_counted_in_characters() {
        assert!(check("ñandúñandú").is_ok() && check(&"x".repeat(200)).is_ok());
        assert!(check("ñandúñand").is_err() && check(&"x".repeat(201)).is_err());
    }
}
