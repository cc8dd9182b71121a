//! Accepts connections, within limits, until it is stopped.

use crate::{
    app_state::{AppState, THREADS_THAT_BLOCK},
    respond::{Peer, router},
    say,
    site::Site,
    throttle::{Permit, Quota},
};
use axum::Router;
use certamen_i18n::Localize;
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use std::{
    io,
    net::{IpAddr, SocketAddr, TcpListener},
    os::fd::{AsFd, OwnedFd},
    sync::Arc,
    time::Duration,
};
use tokio::{net::TcpStream, runtime, sync::watch};
use tower::ServiceExt;

const THREADS: usize = 2;
const MAX_CONNECTIONS: usize = 4096;
const MAX_CONNECTIONS_PER_ADDRESS: usize = 64;
const MAX_HEAD: usize = 16 << 10;
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The time after which a client that reads nothing is disconnected.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// How long accepting waits after an error.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long blocking work may go on once all connections are closed.
const WORK_TIMEOUT: Duration = Duration::from_millis(50);

#[derive(Debug, Localize)]
#[localize(error)]
pub enum ServeError {
    #[localize(say::taken(address.to_string(), error.message()))]
    Taken { address: SocketAddr, error: io::Error },
    #[localize(say::no_threads(_0.message()))]
    NoThreads(io::Error),
}

pub struct Server {
    listener: TcpListener,
    stop: ServerStop,
}

/// Stops a server, from any thread.
#[derive(Clone)]
pub struct ServerStop(Arc<watch::Sender<bool>>);

impl ServerStop {
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Listens on `address`; port 0 is any free port.
    pub fn bind(address: SocketAddr) -> Result<Self, ServeError> {
        let taken = |error| ServeError::Taken { address, error };
        let listener = TcpListener::bind(address).map_err(taken)?;
        listener.set_nonblocking(true).map_err(taken)?;
        Ok(Server::of(listener))
    }

    pub fn listening(listener: OwnedFd) -> io::Result<Self> {
        let listener = TcpListener::from(listener);
        listener.set_nonblocking(true)?;
        Ok(Server::of(listener))
    }

    fn of(listener: TcpListener) -> Self {
        Server { listener, stop: ServerStop(Arc::new(watch::channel(false).0)) }
    }

    /// What stops it, also before it serves.
    pub fn stopper(&self) -> ServerStop {
        self.stop.clone()
    }

    pub fn listener(&self) -> io::Result<OwnedFd> {
        Ok(self.listener.try_clone()?.into())
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until it is stopped.
    pub fn serve(self, site: &Arc<Site>) -> Result<(), ServeError> {
        let mut threads = runtime::Builder::new_multi_thread();
        threads.worker_threads(THREADS).max_blocking_threads(THREADS_THAT_BLOCK).enable_all();
        let runtime = threads.build().map_err(ServeError::NoThreads)?;
        let served = runtime.block_on(self.accept(Arc::clone(site)));
        runtime.shutdown_timeout(WORK_TIMEOUT);
        served
    }

    async fn accept(self, site: Arc<Site>) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener);
        let listener = listener.map_err(ServeError::NoThreads)?;
        let mut stopping = self.stop.0.subscribe();
        // This ends event streams, too.
        let site = router(AppState::new(site, stopping.clone()));
        let (graceful, connections) = (GracefulShutdown::new(), connection_quota());
        loop {
            let accepted = tokio::select! {
                // The sender is in `self`, so that this ends only by a stop.
                _ = stopping.wait_for(|stop| *stop) => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, from)) => {
                    let peer = from.ip().to_canonical();
                    if let Some(permit) = connections.enter(peer) {
                        serve_connection(stream, &site, &graceful, peer, permit);
                    }
                }
                // No file descriptors are left, or the client is gone: others may connect. There is
                // no event for a free descriptor.
                Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
            }
        }
        drop(listener);
        // Connections that are still open after that are cut off.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
        Ok(())
    }
}

fn serve_connection(
    stream: TcpStream,
    site: &Router,
    graceful: &GracefulShutdown,
    peer: IpAddr,
    permit: Permit,
) {
    // Small responses must not be delayed.
    let _ = stream.set_nodelay(true);
    // Without this option the client is served all the same: only stalled clients stay longer.
    let _ = set_stall_time(&stream, STALL_TIMEOUT);
    let mut protocol = hyper::server::conn::http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_buf_size(MAX_HEAD);
    let (site, peer) = (site.clone(), Peer(peer));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        site.clone().oneshot(request)
    });
    let connection = graceful.watch(protocol.serve_connection(TokioIo::new(stream), service));
    tokio::spawn(async move {
        let _permit = permit;
        // A client that disconnects is not an error.
        let _ = connection.await;
    });
}

/// Closes the connection when the client has acknowledged nothing for `time`. The operating system
/// has to do this, since much is in its buffers when the last byte of a response was written.
fn set_stall_time(stream: &impl AsFd, time: Duration) -> io::Result<()> {
    let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    Ok(rustix::net::sockopt::set_tcp_user_timeout(stream, milliseconds)?)
}

/// Permits for connections, so that enough file descriptors remain for stores.
fn connection_quota() -> Arc<Quota> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let available = limit.map_or(MAX_CONNECTIONS, |limit| limit as usize / 4 * 3);
    Arc::new(Quota::new(available.min(MAX_CONNECTIONS), MAX_CONNECTIONS_PER_ADDRESS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_client_that_never_reads_is_disconnected() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let reader = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        set_stall_time(&stream, Duration::from_secs(1)).unwrap();
        // Only so that the test ends if no connection is closed.
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        let error = stream.write_all(&vec![0; 64 << 20]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(reader);
    }
}
