//! The log of commands that work in the background: the one subscriber to what the libraries report.
//!
//! A line is an event: its time, its level, the spans around it, the module, the message and the
//! fields. What a command says to its user goes another way and looks as it always did.

use std::{
    io::{self, Write, stderr},
    sync::Arc,
};
use tracing::{Dispatch, level_filters::LevelFilter};
use tracing_subscriber::fmt;

/// How lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// Writes events to standard error from now on; to be called once.
pub(crate) fn start(format: LogFormat) {
    let dispatch = format.dispatch(stderr);
    tracing::dispatcher::set_global_default(dispatch).expect("nothing else has set it");
}

impl LogFormat {
    /// What writes lines of this format to `out`.
    fn dispatch<W: Write + 'static>(self, out: impl Fn() -> W + Send + Sync + 'static) -> Dispatch {
        let out = Arc::new(out);
        let lines = fmt().with_max_level(LevelFilter::INFO).with_ansi(false);
        let lines = lines.with_writer(move || LogWriter(out()));
        match self {
            LogFormat::Text => lines.finish().into(),
            LogFormat::Json => lines.json().flatten_event(true).finish().into(),
        }
    }
}

/// An output as far as it can be written: a full disk behind it must stop nothing.
struct LogWriter<W>(W);

impl<W: Write> Write for LogWriter<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // There is no other place to report this to.
        let _ = self.0.write_all(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::sync::Mutex;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written of an event in a match.
    fn written(format: LogFormat) -> String {
        let lines = Lines::default();
        let out = lines.clone();
        tracing::dispatcher::with_default(&format.dispatch(move || out.clone()), || {
            let _match = tracing::info_span!("match", number = 7).entered();
            tracing::warn!(bot = "a\n\"b", "a match is void");
            tracing::debug!("too much for a log");
        });
        String::from_utf8(lines.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn a_line_of_text_has_time_level_span_module_message_and_fields() {
        let line = written(LogFormat::Text);
        let (time, rest) = line.split_once(' ').unwrap();
        assert!(time.parse::<jiff::Timestamp>().is_ok(), "{line}");
        let module = module_path!();
        let due = format!("WARN match{{number=7}}: {module}: a match is void bot=\"a\\n\\\"b\"\n");
        assert_eq!(rest.trim_start(), due);
    }

    #[test]
    fn each_line_of_json_is_an_object_with_the_same() {
        let text = written(LogFormat::Json);
        assert_eq!(text.lines().count(), 1, "{text}");
        let line: Value = serde_json::from_str(&text).unwrap();
        let time = line["timestamp"].as_str().unwrap();
        assert!(time.parse::<jiff::Timestamp>().is_ok(), "{line}");
        assert_eq!((&line["level"], &line["message"]), (&"WARN".into(), &"a match is void".into()));
        assert_eq!((&line["bot"], &line["target"]), (&"a\n\"b".into(), &module_path!().into()));
        assert_eq!(line["span"], serde_json::json!({"number": 7, "name": "match"}));
    }

    #[test]
    fn an_output_that_cannot_be_written_stops_nothing() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Err(io::ErrorKind::StorageFull.into())
            }
        }
        let dispatch = LogFormat::Text.dispatch(|| Full);
        tracing::dispatcher::with_default(&dispatch, || tracing::error!("not read by anyone"));
    }
}
