//! The contest of a course: who may submit what, and the reports on submissions.
//!
//! Nothing here opens a file, runs a program or asks for the time: a submission is a name and its
//! bytes, the day it was received a parameter. Every way to submit, a folder or a form, goes
//! through [`receive`]:
//!
//! 1. [`TeamRoster::read`] reads the teams once, [`SourceRules`] come from the contest.
//! 2. [`receive`] compares one file with both and with what is [`Stored`], and decides.
//! 3. If it is [`RuleVerdict::Accepted`], the caller tries the player (does it compile, is it in
//!    time, does it match the reference) and adds what it found with [`IntakeDecision::tried`].
//! 4. The caller stores the file if [`IntakeDecision::is_stored`], and shows
//!    [`IntakeDecision::report`].

pub mod reception;
pub mod roster;

pub use {
    certamen_game::job::{
        Assignment, PLAYERS_PER_TEAM, PlayerId, SourceForm, SourceRules, TeamId, UnknownAssignment,
    },
    certamen_runner::submission::{
        CheckedSource, Key, Rule, RuleVerdict, SourceFinding, check, form_of, lisp,
    },
    reception::{Course, EntryTest, IntakeDecision, Stored, StoredOutcome, Untried, receive},
    roster::{RosterError, Team, TeamRoster},
};

use certamen_i18n::Localize;
use jiff::civil::Date;
use std::{fmt, str::FromStr};

mod say {
    certamen_i18n::texts!("locales/course");
}

/// The parsed name of a submitted file; displayed, it is the same name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileName {
    pub player: PlayerId,
    /// The day it says it was sent, in the contest's time zone.
    pub date: Date,
    /// The first two characters of the team's key, letters and digits.
    pub key_start: [char; 2],
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.date.year() % 100, self.date.month(), self.date.day());
        let [first, second] = self.key_start;
        write!(f, "{}{year:02}{month:02}{day:02}{first}{second}.cl", self.player)
    }
}

/// What is wrong with a file's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum FileNameError {
    #[localize(say::not_of_form())]
    Form,
    /// The player is not 1, 2 or 3.
    #[localize(say::no_such_player())]
    Player,
    #[localize(say::no_such_day())]
    Date,
}

impl FromStr for FileName {
    type Err = FileNameError;

    fn from_str(name: &str) -> Result<FileName, FileNameError> {
        let stem = name.strip_suffix(".cl").ok_or(FileNameError::Form)?;
        let digits = stem.get(..11).ok_or(FileNameError::Form)?;
        let key: Vec<char> = stem[11..].chars().collect();
        let [first, second] = key[..] else { return Err(FileNameError::Form) };
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !plain || ![first, second].iter().all(char::is_ascii_alphanumeric) {
            return Err(FileNameError::Form);
        }
        let number = |from: usize, to: usize| {
            digits[from..to].bytes().fold(0, |number, digit| number * 10 + (digit - b'0'))
        };
        let pair = TeamId { group: number(0, 2), pair: number(2, 4) };
        let player = PlayerId { pair, number: number(4, 5) };
        if !(1..=PLAYERS_PER_TEAM).contains(&player.number) {
            return Err(FileNameError::Player);
        }
        let year = 2000 + i16::from(number(5, 7));
        let date = Date::new(year, number(7, 9) as i8, number(9, 11) as i8);
        let date = date.map_err(|_| FileNameError::Date)?;
        Ok(FileName { player, date, key_start: [first, second] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    /// "La pareja 2 del grupo 2314, cuya clave secreta es `AbCd123456` entrega su tercer jugador,
    /// con fecha 18-03-14".
    #[test]
    fn the_announcements_example() {
        let name: FileName = "14023140318Ab.cl".parse().expect("the announcement's name");
        let pair = TeamId { group: 14, pair: 2 };
        assert_eq!(name.player, PlayerId { pair, number: 3 });
        assert_eq!(name.date, date(2014, 3, 18));
        assert_eq!(name.key_start, ['A', 'b']);
        assert_eq!(name.to_string(), "14023140318Ab.cl");
        assert_eq!(name.player.to_string(), "14023");
    }

    #[test]
    fn other_names_are_refused() {
        let check = |name: &str, error| assert_eq!(name.parse::<FileName>(), Err(error), "{name}");
        for name in [
            "",
            ".cl",
            "14023140318Ab",
            "14023140318Ab.CL",
            "14023140318Ab.lisp",
            "14023140318Ab.cl.cl",
            "14023140318A.cl",
            "14023140318Abc.cl",
            "14023140318A-.cl",
            "14023140318Añ.cl",
            "1402314031éAb.cl",
            " 14023140318Ab.cl",
            "+1023140318Ab.cl",
            "../14023140318Ab.cl",
            "14023140318\0b.cl",
        ] {
            check(name, FileNameError::Form);
        }
        check("14020140318Ab.cl", FileNameError::Player);
        check("14024140318Ab.cl", FileNameError::Player);
        check("14023140231Ab.cl", FileNameError::Date);
        check("14023141318Ab.cl", FileNameError::Date);
        check("14023140300Ab.cl", FileNameError::Date);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(name in any::<String>()) {
            if let Ok(read) = name.parse::<FileName>() {
                prop_assert_eq!(read.to_string(), name);
            }
        }

        #[test]
        fn a_name_is_what_it_says(name in "[0-9]{4}[1-3][0-9]{2}(0[1-9]|1[0-2])(0[1-9]|1[0-9]|2[0-8])[a-zA-Z0-9]{2}\\.cl") {
            let read: FileName = name.parse().expect("a name of the right form");
            prop_assert_eq!(read.to_string(), name);
        }
    }
}
