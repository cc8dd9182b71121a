//! Messages of the operating system by error number: their wording differs between systems.

use crate::{Argument, Localize, Message, Value, say};
use std::io;

impl Localize for io::Error {
    fn message(&self) -> Message {
        match self.raw_os_error() {
            Some(code) => say::system_error(code, self.to_string()),
            None => Message::verbatim(self.to_string()),
        }
    }
}

impl Argument for io::Error {
    fn value(&self) -> Value {
        Value::Message(Box::new(self.message()))
    }
}
