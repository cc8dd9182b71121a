//! Takes connections in, within bounds, until it is to stop.

use crate::{
    desk::Desk,
    live::Streams,
    log::Answered,
    people::CLERKS,
    respond::{Peer, origin, respond},
    say,
    site::Site,
};
use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    response::Response,
};
use certamen_speech::{Message, Speak};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use std::{
    collections::HashMap,
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr, TcpListener},
    os::fd::OwnedFd,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    net::TcpStream,
    runtime,
    sync::{Semaphore, watch},
};

/// So many threads answer, and so many read stores.
const THREADS: usize = 2;
const READERS: usize = 4;
/// So many pages are thought out at a time, and so many more wait for that.
const THINKERS: usize = 1;
const QUEUE: usize = 16;
/// So many ask at a time whether something can be written.
const PROBES: usize = 1;
/// So many requests are in hand, streams open and connections kept.
const PLACES: usize = 512;
const STREAMS: usize = 1000;
/// So many contests are written out at a time.
const EXPORTS: usize = 2;
const CONNECTIONS: usize = 4096;
const CONNECTIONS_OF_ONE: usize = 64;
/// What a request says before its body: so much, within this time.
const HEAD: usize = 16 << 10;
const HEAD_TIME: Duration = Duration::from_secs(10);
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

impl Speak for ServeError {
    fn message(&self) -> Message {
        match self {
            ServeError::Taken { address, error } => {
                say::taken(address.to_string(), error.message())
            }
            ServeError::NoThreads(error) => say::no_threads(error.message()),
        }
    }
}

certamen_speech::error!(ServeError);

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
        threads
            .worker_threads(THREADS)
            .max_blocking_threads(READERS + THINKERS + PROBES + CLERKS + EXPORTS)
            .enable_all();
        let runtime = threads.build().map_err(ServeError::NoThreads)?;
        let served = runtime.block_on(self.accept(Arc::clone(site), stop));
        runtime.shutdown_timeout(PATIENCE);
        served
    }

    async fn accept(self, site: Arc<Site>, stop: &dyn Fn() -> bool) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener);
        let listener = listener.map_err(ServeError::NoThreads)?;
        let (tell, stopping) = watch::channel(false);
        let desk = Desk {
            site,
            pages: Arc::default(),
            writers: Arc::new(Semaphore::new(READERS)),
            thinkers: Arc::new(Semaphore::new(THINKERS)),
            queue: Arc::new(Semaphore::new(QUEUE)),
            probe: Arc::new(Semaphore::new(PROBES)),
            places: Arc::new(Semaphore::new(PLACES)),
            streams: Arc::new(Streams::new(STREAMS)),
            exports: Arc::new(Semaphore::new(EXPORTS)),
            stop: stopping,
        };
        let (graceful, door) = (GracefulShutdown::new(), Door::wide_enough());
        while !stop() {
            let Ok(accepted) = tokio::time::timeout(PATIENCE, listener.accept()).await else {
                continue;
            };
            match accepted {
                Ok((stream, from)) => {
                    if let Some(place) = door.enter(from.ip()) {
                        attend(stream, &desk, &graceful, place);
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

fn attend(stream: TcpStream, desk: &Desk, graceful: &GracefulShutdown, place: Place) {
    // Small answers are not to wait for more.
    let _ = stream.set_nodelay(true);
    let mut protocol = hyper::server::conn::http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD);
    let (desk, peer) = (desk.clone(), Peer(place.address));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let desk = desk.clone();
        async move { Ok::<_, Infallible>(answer(desk, request.map(Body::new)).await) }
    });
    let connection = graceful.watch(protocol.serve_connection(TokioIo::new(stream), service));
    tokio::spawn(async move {
        let _place = place;
        // A reader who breaks off is no failure.
        let _ = connection.await;
    });
}

/// Answers, and notes that where it is to be noted.
async fn answer(desk: Desk, request: Request) -> Response {
    let site = Arc::clone(&desk.site);
    let Some(log) = &site.log else { return respond(State(desk), request).await };
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let from = origin(&site, &request);
    let response = respond(State(desk), request).await;
    log.answered(Answered {
        method,
        path,
        status: response.status().as_u16(),
        bytes: response.body().size_hint().exact(),
        taken: begun.elapsed(),
        from,
    });
    response
}

/// Who is inside: so many in all, and so many of one address.
#[derive(Clone)]
struct Door {
    inside: Arc<Mutex<HashMap<IpAddr, usize>>>,
    most: usize,
}

/// A place inside, free again when it is dropped.
struct Place {
    door: Door,
    address: IpAddr,
}

impl Door {
    /// One that leaves descriptors enough to read stores by, however many stand in it.
    fn wide_enough() -> Door {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let room = limit.map_or(CONNECTIONS, |limit| limit as usize / 4 * 3);
        Door { inside: Arc::default(), most: room.min(CONNECTIONS) }
    }

    fn enter(&self, address: IpAddr) -> Option<Place> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = inside.values().sum();
        // A proxy on this machine speaks for many.
        let most = if address.is_loopback() { self.most } else { CONNECTIONS_OF_ONE };
        let own = inside.get(&address).copied().unwrap_or_default();
        if all >= self.most || own >= most {
            return None;
        }
        inside.insert(address, own + 1);
        Some(Place { door: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.door.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = inside.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_fill_the_house() {
        let door = Door { inside: Arc::default(), most: CONNECTIONS_OF_ONE + 2 };
        let enter = |text: &str| door.enter(text.parse().unwrap());
        let mut own: Vec<_> =
            (0..CONNECTIONS_OF_ONE).map(|_| enter("192.0.2.7").unwrap()).collect();
        assert!(enter("192.0.2.7").is_none(), "so many of one");
        let others = [enter("192.0.2.8").unwrap(), enter("127.0.0.1").unwrap()];
        assert!(enter("192.0.2.9").is_none() && enter("127.0.0.1").is_none(), "it is full");
        own.pop();
        assert!(enter("192.0.2.7").is_some(), "who goes makes room");
        drop((own, others));
        assert!(door.inside.lock().unwrap().is_empty(), "and nothing is kept of him");
    }
}
