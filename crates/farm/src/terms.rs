//! Every time and size, in one place.

use std::time::Duration;

/// How long what takes, and how large it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How long a worker may be silent about a batch before others are given it.
    pub lease: Duration,
    /// How often it says that it still works on it.
    pub renewal: Duration,
    /// The interval of heartbeats.
    pub beat: Duration,
    /// After this time without a heartbeat a worker counts as gone.
    pub silence: Duration,
    /// How often outstanding batches are compared with leases and queues.
    pub look: Duration,
    /// How long a server is waited for when a contest begins.
    pub reach: Duration,
    /// How long one question to the server may take.
    pub question: Duration,
    /// The polling interval for a queue that does not exist yet.
    pub knock: Duration,
    /// How long a batch is to be played.
    pub batch: Duration,
    /// A batch is at most this many times as long as the last one.
    pub growth: usize,
    /// The maximum number of matches in a batch.
    pub matches: usize,
    /// How many batches are out for each slot.
    pub batches: usize,
    /// How often a worker checks whether it is as fast as ever.
    pub check: Duration,
    /// How long it looks.
    pub glance: Duration,
    /// How many percent slower it may be; it does not look if that is nothing.
    pub drift: u32,
    /// The maximum size of bundles and builds in its cache, in bytes.
    pub cache: u64,
    /// Cache entries used more recently than this are kept in any case.
    pub fresh: Duration,
}

impl Terms {
    /// The default terms.
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

    /// The same, where everything but requests goes this many times as fast.
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
