//! Takes connections in, within bounds, until it is to stop.

use crate::{
    desk::{AppState, THREADS_THAT_BLOCK},
    log::RequestLog,
    quota::{Place, Quota},
    respond::{Peer, origin, respond},
    say,
    site::Site,
};
use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    response::Response,
};
use certamen_i18n::{Localize, Message};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr, TcpListener},
    os::fd::{AsFd, OwnedFd},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{net::TcpStream, runtime, sync::watch};

/// The number of threads that answer.
const THREADS: usize = 2;
/// The number of connections in all, and of one address.
const CONNECTIONS: usize = 4096;
const CONNECTIONS_OF_ONE: usize = 64;
/// What a request says before its body: so much, within this time.
const HEAD: usize = 16 << 10;
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a client may take no byte of what is sent to it.
const STALL_TIME: Duration = Duration::from_secs(30);
/// How long those who are being answered have when it is to stop.
const FAREWELL: Duration = Duration::from_secs(10);
/// How soon it hears that it is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Why a site cannot be held.
#[derive(Debug)]
pub enum ServeError {
    /// The address is taken, or not ours.
    Taken {
        /// The address.
        address: SocketAddr,
        /// The system's answer.
        error: io::Error,
    },
    /// There are no threads for it.
    NoThreads(io::Error),
}

impl Localize for ServeError {
    fn message(&self) -> Message {
        match self {
            ServeError::Taken { address, error } => {
                say::taken(address.to_string(), error.message())
            }
            ServeError::NoThreads(error) => say::no_threads(error.message()),
        }
    }
}

certamen_i18n::error!(ServeError);

/// A socket that listens.
pub struct Server {
    listener: TcpListener,
}

impl Server {
    /// Listens on `address`; port 0 is any that is free.
    pub fn bind(address: SocketAddr) -> Result<Server, ServeError> {
        let taken = |error| ServeError::Taken { address, error };
        let listener = TcpListener::bind(address).map_err(taken)?;
        listener.set_nonblocking(true).map_err(taken)?;
        Ok(Server { listener })
    }

    /// What listens already.
    pub fn listening(listener: OwnedFd) -> io::Result<Server> {
        let listener = TcpListener::from(listener);
        listener.set_nonblocking(true)?;
        Ok(Server { listener })
    }

    /// What listens, for another process.
    pub fn listener(&self) -> io::Result<OwnedFd> {
        Ok(self.listener.try_clone()?.into())
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Shows `site` until `stop` says so.
    pub fn serve(self, site: &Arc<Site>, stop: &dyn Fn() -> bool) -> Result<(), ServeError> {
        let mut threads = runtime::Builder::new_multi_thread();
        threads.worker_threads(THREADS).max_blocking_threads(THREADS_THAT_BLOCK).enable_all();
        let runtime = threads.build().map_err(ServeError::NoThreads)?;
        let served = runtime.block_on(self.accept(Arc::clone(site), stop));
        runtime.shutdown_timeout(PATIENCE);
        served
    }

    async fn accept(self, site: Arc<Site>, stop: &dyn Fn() -> bool) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener);
        let listener = listener.map_err(ServeError::NoThreads)?;
        let (tell, stopping) = watch::channel(false);
        let (app, graceful, door) =
            (AppState::new(site, stopping), GracefulShutdown::new(), door());
        while !stop() {
            let Ok(accepted) = tokio::time::timeout(PATIENCE, listener.accept()).await else {
                continue;
            };
            match accepted {
                Ok((stream, from)) => {
                    let peer = from.ip().to_canonical();
                    if let Some(place) = door.enter(peer) {
                        attend(stream, &app, &graceful, (peer, place));
                    }
                }
                // No descriptors are left, or the reader has gone: others may come.
                Err(_) => tokio::time::sleep(PATIENCE).await,
            }
        }
        drop(listener);
        // Streams end by themselves when they hear it; nobody may be listening.
        let _ = tell.send(true);
        let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
        Ok(())
    }
}

fn attend(
    stream: TcpStream,
    app: &AppState,
    graceful: &GracefulShutdown,
    (peer, place): (IpAddr, Place),
) {
    // Small answers are not to wait for more.
    let _ = stream.set_nodelay(true);
    // Without it the client is answered all the same: only clients that stall stay longer.
    let _ = set_stall_time(&stream, STALL_TIME);
    let mut protocol = hyper::server::conn::http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD);
    let (app, peer) = (app.clone(), Peer(peer));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let app = app.clone();
        async move { Ok::<_, Infallible>(answer(app, request.map(Body::new)).await) }
    });
    let connection = graceful.watch(protocol.serve_connection(TokioIo::new(stream), service));
    tokio::spawn(async move {
        let _place = place;
        // A reader who breaks off is no failure.
        let _ = connection.await;
    });
}

/// Ends the connection once nothing that was sent was taken for `time`. The system does so, since
/// much lies in its buffers when the last byte of an answer was written.
fn set_stall_time(stream: &impl AsFd, time: Duration) -> io::Result<()> {
    let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    Ok(rustix::net::sockopt::set_tcp_user_timeout(stream, milliseconds)?)
}

/// Answers, and notes that where it is to be noted.
async fn answer(app: AppState, request: Request) -> Response {
    let site = Arc::clone(&app.site);
    let Some(log) = &site.log else { return respond(State(app), request).await };
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let from = origin(&site, request.extensions(), request.headers());
    let response = respond(State(app), request).await;
    log.answered(RequestLog {
        method,
        path,
        status: response.status().as_u16(),
        bytes: response.body().size_hint().exact(),
        taken: begun.elapsed(),
        from,
    });
    response
}

/// Places for connections, which leave descriptors enough to read stores by.
fn door() -> Arc<Quota> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let room = limit.map_or(CONNECTIONS, |limit| limit as usize / 4 * 3);
    Arc::new(Quota::new(room.min(CONNECTIONS), CONNECTIONS_OF_ONE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn who_never_reads_is_hung_up_on() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let reader = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        set_stall_time(&stream, Duration::from_secs(1)).unwrap();
        // Only so that the test ends if nothing is hung up on.
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        let error = stream.write_all(&vec![0; 64 << 20]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(reader);
    }
}
