//! Where the listener leaves a connection on which a match is resumed, until the match takes it.

use crate::{Connection, message::Resume};
use std::{
    net::{Shutdown, TcpStream},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// Room for one connection, with the message that says what is resumed: a player may think for an hour,
/// and a challenger may call again many times meanwhile.
#[derive(Default)]
pub(crate) struct Reconnection {
    state: Mutex<ReturningState>,
    changed: Condvar,
}

#[derive(Default)]
struct ReturningState {
    next: Option<(Connection, Resume)>,
    is_stopped: bool,
    /// The socket of the match's connection, to break it when the other side has noticed first that it
    /// is broken.
    current: Option<TcpStream>,
}

impl Reconnection {
    /// For a match whose connection has this socket.
    pub(crate) fn of(socket: TcpStream) -> Reconnection {
        let state = ReturningState { current: Some(socket), ..ReturningState::default() };
        Reconnection { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Leaves a connection for the match, whose earlier ones the other side has given up.
    pub(crate) fn put(&self, connection: Connection, resume: Resume) {
        let mut state = self.state();
        if let Some(socket) = &state.current {
            // It may be broken already.
            let _ = socket.shutdown(Shutdown::Both);
        }
        let earlier = state.next.replace((connection, resume));
        self.changed.notify_all();
        // Dropping a connection waits for who sets `Stop`, who may wait for the state.
        drop(state);
        drop(earlier);
    }

    /// Ends a wait for a connection.
    pub(crate) fn stop(&self) {
        self.state().is_stopped = true;
        self.changed.notify_all();
    }

    /// Waits until `until` for a connection, which becomes the match's; none if there is none by then,
    /// or the wait was ended.
    pub(crate) fn take(&self, until: Instant) -> Option<(Connection, Resume)> {
        let mut state = self.state();
        while state.next.is_none()
            && !state.is_stopped
            && let Some(left) = until.checked_duration_since(Instant::now())
        {
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let taken = state.next.take();
        // Without it, a connection that only the other side knows to be broken is not replaced before
        // the clock runs out.
        state.current = taken.as_ref().and_then(|(connection, _)| connection.socket().ok());
        taken
    }

    fn state(&self) -> MutexGuard<'_, ReturningState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
