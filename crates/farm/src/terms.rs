//! Every time and size, in one place.

use std::time::Duration;

/// How long what takes, and how large it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How long a machine may be silent about work it holds before others are given it.
    pub lease: Duration,
    /// How often it says that it still works on it.
    pub renewal: Duration,
    /// How often a machine is heard of.
    pub beat: Duration,
    /// After so long without a word it is thought gone.
    pub silence: Duration,
    /// How often what is out is compared with what is held and queued.
    pub look: Duration,
    /// How long a server is waited for when a contest begins.
    pub reach: Duration,
    /// How long one question to the server may take.
    pub question: Duration,
    /// How often a queue is knocked at that is not there yet.
    pub knock: Duration,
    /// How long a batch is to be played.
    pub batch: Duration,
    /// A batch is at most so many times as long as the last one.
    pub growth: usize,
    /// And has at most so many matches.
    pub matches: usize,
    /// For each slot so many batches are out.
    pub batches: usize,
    /// How often a machine looks whether it is as fast as ever.
    pub check: Duration,
    /// How long it looks.
    pub glance: Duration,
    /// How many percent slower it may be; it does not look if that is nothing.
    pub drift: u32,
    /// How many bytes of bundles and builds it keeps.
    pub cache: u64,
    /// What of these was used so recently it keeps in any case.
    pub fresh: Duration,
}

impl Terms {
    /// Those of every farm.
    pub const fn usual() -> Terms {
        Terms {
            lease: Duration::from_secs(10),
            renewal: Duration::from_secs(3),
            beat: Duration::from_secs(5),
            silence: Duration::from_secs(15),
            look: Duration::from_secs(30),
            reach: Duration::from_secs(10),
            question: Duration::from_secs(5),
            knock: Duration::from_millis(100),
            batch: Duration::from_millis(1_500),
            growth: 4,
            matches: 2_000,
            batches: 2,
            check: Duration::from_secs(60),
            glance: Duration::from_millis(50),
            drift: 10,
            cache: 10 << 30,
            fresh: Duration::from_secs(3600),
        }
    }

    /// The same, where everything but the questions goes so many times as fast.
    #[must_use]
    pub fn hurried(self, times: u32) -> Terms {
        let times = times.max(1);
        Terms {
            lease: self.lease / times,
            renewal: self.renewal / times,
            beat: self.beat / times,
            silence: self.silence / times,
            look: self.look / times,
            knock: self.knock / times,
            batch: self.batch / times,
            check: self.check / times,
            ..self
        }
    }
}
