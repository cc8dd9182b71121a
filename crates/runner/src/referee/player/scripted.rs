//! Players without programs, for tests: lines known in advance, and failures on demand.

use crate::referee::say;
use certamen_game::{Budget, Channel, Failure, Player, Reply, View, Void};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A channel whose other side follows a script.
#[derive(Clone, Debug, Default)]
pub struct ScriptedChannel(Arc<Mutex<Script>>);

#[derive(Debug, Default)]
struct Script {
    answers: VecDeque<Result<Vec<u8>, Failure>>,
    received: Vec<String>,
}

impl ScriptedChannel {
    /// A script with these answers.
    pub fn with_answers<'a>(answers: impl IntoIterator<Item = &'a str>) -> ScriptedChannel {
        let script = ScriptedChannel::default();
        for answer in answers {
            script.lock().answers.push_back(Ok(answer.as_bytes().to_vec()));
        }
        script
    }

    /// Adds a failure.
    #[must_use]
    pub fn then_fails(self, failure: Failure) -> ScriptedChannel {
        self.lock().answers.push_back(Err(failure));
        self
    }

    /// Its input so far.
    pub fn received(&self) -> Vec<String> {
        self.lock().received.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Script> {
        self.0.lock().expect("a script never panics while it is read")
    }
}

impl Channel for ScriptedChannel {
    fn send(&mut self, line: &[u8], _deadline: Instant) -> Result<(), Failure> {
        self.lock().received.push(String::from_utf8_lossy(line).into_owned());
        Ok(())
    }

    fn receive(&mut self, line: &mut Vec<u8>, _deadline: Instant) -> Result<(), Failure> {
        let end = || Err(Failure::Void(Void::Ours(say::script_ended())));
        *line = self.lock().answers.pop_front().unwrap_or_else(end)?;
        Ok(())
    }
}

/// A player that is a function of its view.
pub struct FunctionPlayer<F>(pub F);

impl<F> Player for FunctionPlayer<F>
where
    F: FnMut(&View<'_>) -> Result<String, Failure> + Send,
{
    fn act(&mut self, view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        Ok(Reply {
            given: (self.0)(view)?.into(),
            charged: Duration::ZERO,
            wall: Duration::ZERO,
            pondered: Duration::ZERO,
        })
    }
}
