//! A message as it travels: by RFC 5322, with nothing in its lines that would begin another.

use crate::PortalError;
use jiff::Timestamp;
use mail_builder::MessageBuilder;
use std::io;

/// The longest address, as mail servers have it.
const LONGEST: usize = 254;

/// Whether `text` is the address of a single mailbox, and nothing else.
pub fn check_mail(text: &str) -> Result<(), PortalError> {
    let wrong = || PortalError::Mail(text.chars().take(LONGEST).collect());
    let (name, host) = text.rsplit_once('@').ok_or_else(wrong)?;
    let in_name = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let in_host = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
    let is_whole = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with('.');
    let fits = text.len() <= LONGEST && is_whole(name) && is_whole(host);
    if fits && name.chars().all(in_name) && host.chars().all(in_host) {
        Ok(())
    } else {
        Err(wrong())
    }
}

/// A message, ready to be sent.
pub(crate) struct OutgoingEmail<'a> {
    pub(crate) id: &'a str,
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    pub(crate) subject: &'a str,
    pub(crate) text: &'a str,
    pub(crate) time: Timestamp,
}

impl OutgoingEmail<'_> {
    /// Its bytes. A line that could be read as two is rejected, also one from another author.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, PortalError> {
        check_mail(self.from)?;
        check_mail(self.to)?;
        let acts = |c: char| c.is_control() && c != '\n';
        if self.subject.chars().any(char::is_control) || self.text.chars().any(acts) {
            return Err(PortalError::Controls);
        }
        let host = self.from.rsplit_once('@').map_or("localhost", |(_, host)| host);
        let message = MessageBuilder::new()
            .from(self.from)
            .to(self.to)
            .subject(self.subject)
            .date(self.time.as_second())
            .message_id(format!("{}@{host}", self.id))
            .header("Auto-Submitted", mail_builder::headers::raw::Raw::new("auto-generated"))
            .text_body(self.text);
        let written: io::Result<Vec<u8>> = message.write_to_vec();
        written.map_err(|_| PortalError::Controls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope<'a>(subject: &'a str, text: &'a str) -> OutgoingEmail<'a> {
        let (from, to) = ("contests@example.org", "ana@example.org");
        OutgoingEmail { id: "7", from, to, subject, text, time: Timestamp::UNIX_EPOCH }
    }

    #[test]
    fn a_message_is_written_as_servers_read_it() {
        let bytes = envelope("Torneo: «uno» está dentro", "Hola:\n\nañil\n").bytes().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.is_ascii(), "whatever the languages: {text}");
        for line in [
            "From: <contests@example.org>",
            "To: <ana@example.org>",
            "Message-ID: <7@example.org>",
            "Date: Thu, 1 Jan 1970 00:00:00 +0000",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}: {text}");
        }
        assert!(text.contains("Subject: =?utf-8?"), "{text}");
    }

    #[test]
    fn no_line_becomes_two() {
        for subject in ["uno\r\nBcc: all@example.org", "uno\nX: y", "uno\u{0}", "uno\u{85}"] {
            assert!(matches!(envelope(subject, "").bytes(), Err(PortalError::Controls)));
        }
        assert!(matches!(envelope("", "a\r\n.\r\nQUIT").bytes(), Err(PortalError::Controls)));
        let mut other = envelope("uno", "");
        other.to = "ana@example.org\r\nBcc: all@example.org";
        assert!(matches!(other.bytes(), Err(PortalError::Mail(_))));
    }

    #[test]
    fn only_plain_addresses_are_written_to() {
        for fine in ["ana@example.org", "a.b+c@x", "o'neil@mail.example.org"] {
            assert!(check_mail(fine).is_ok(), "{fine}");
        }
        let long = format!("{}@example.org", "a".repeat(250));
        for wrong in [
            "",
            "ana",
            "@x",
            "ana@",
            "a b@x",
            "<ana@x>",
            "ana@x, bea@x",
            "ana@x\r\n",
            "\"a\"@x",
            "ñ@x",
            "a@x y",
            "a@.x",
            &long,
        ] {
            assert!(check_mail(wrong).is_err(), "{wrong}");
        }
    }
}
