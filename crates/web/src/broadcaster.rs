//! Events for many listeners.

use std::sync::OnceLock;
use tokio::{
    runtime::Handle,
    sync::{broadcast, mpsc},
};

/// Sends events to all its listeners, in order. The threads of the server wake them: another thread
/// would make a system call for each, a twentieth of a millisecond.
pub(crate) struct Broadcaster<T> {
    listeners: broadcast::Sender<T>,
    /// To a task of the server, from its first listener on.
    relay: OnceLock<mpsc::UnboundedSender<T>>,
}

impl<T: Clone + Send + 'static> Broadcaster<T> {
    /// `backlog` is the number of events kept for a slow listener, which misses earlier ones.
    pub(crate) fn new(backlog: usize) -> Self {
        Broadcaster { listeners: broadcast::channel(backlog).0, relay: OnceLock::new() }
    }

    pub(crate) fn send(&self, event: T) {
        let unsent = match self.relay.get() {
            // Where the server has stopped, its task is gone.
            Some(relay) => relay.send(event).err().map(|refused| refused.0),
            None => Some(event),
        };
        if let Some(event) = unsent {
            // There may be no listeners.
            let _ = self.listeners.send(event);
        }
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<T> {
        if let Ok(server) = Handle::try_current() {
            self.relay.get_or_init(|| {
                let (relay, mut events) = mpsc::unbounded_channel();
                let listeners = self.listeners.clone();
                server.spawn(async move {
                    while let Some(event) = events.recv().await {
                        let _ = listeners.send(event);
                    }
                });
                relay
            });
        }
        self.listeners.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use tokio::runtime::Builder;

    #[test]
    fn events_arrive_in_order_with_a_server_without_one_and_after_it() {
        let events = Broadcaster::new(100);
        let mut before = events.listen();
        events.send(0);
        assert_eq!(before.try_recv().unwrap(), 0);
        let server = Builder::new_multi_thread().worker_threads(2).build().unwrap();
        server.block_on(async {
            let mut listener = events.listen();
            thread::scope(|scope| {
                scope.spawn(|| (1..=50).for_each(|event| events.send(event)));
            });
            for event in 1..=50 {
                assert_eq!(listener.recv().await.unwrap(), event);
            }
        });
        drop(server);
        let mut after = events.listen();
        events.send(51);
        assert_eq!(after.try_recv().unwrap(), 51);
    }
}
