//! Lines over TLS 1.3 with raw public keys (RFC 7250) on both sides: who is at the other end is a
//! key, and no certificate or name matters.
//!
//! A connection blocks its thread. Every wait has a deadline, however slowly bytes arrive.

use crate::{PeerLimits, Stop, identity::PrivateKey, seal::PublicKey, stop::Waking};
use certamen_i18n::{Localize, Message};
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, DistinguishedName,
    Error, ServerConfig, ServerConnection, SignatureScheme,
    client::{
        AlwaysResolvesClientRawPublicKeys, Resumption,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{self, CryptoProvider, ring},
    pki_types::{
        CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer,
        UnixTime,
    },
    server::{
        AlwaysResolvesServerRawPublicKeys, NoServerSessionStorage,
        danger::{ClientCertVerified, ClientCertVerifier},
    },
    sign::CertifiedKey,
    version::TLS13,
};
use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

mod say {
    certamen_i18n::texts!("locales/channel");
}

/// The name of the protocol in the handshake.
const ALPN: &[u8] = b"certamen-peer/1";
/// What precedes the 32 bytes of an ed25519 key as `SubjectPublicKeyInfo` (RFC 8410).
const SPKI: [u8; 12] = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0];
/// What precedes the 32 bytes of an ed25519 seed as PKCS#8 version 1.
const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
/// A peer that has not read within this time what is sent is gone.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// The name that a client must give to the library; it is not sent.
const SERVER_NAME: &str = "certamen-peer";

/// The settings of both ends for one key.
#[derive(Clone)]
pub struct TlsConfigs {
    provider: Arc<CryptoProvider>,
    own: Arc<CertifiedKey>,
}

impl TlsConfigs {
    /// The settings for this key.
    pub fn new(key: &PrivateKey) -> TlsConfigs {
        let provider = Arc::new(ring::default_provider());
        let pkcs8 = [&PKCS8[..], &key.raw()].concat();
        let pkcs8 = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(pkcs8));
        let signing = provider.key_provider.load_private_key(pkcs8);
        let signing = signing.expect("any 32 bytes are an ed25519 seed");
        let spki = [&SPKI[..], &key.public_key().0].concat();
        let own = CertifiedKey::new(vec![CertificateDer::from(spki)], signing);
        TlsConfigs { provider, own: Arc::new(own) }
    }

    fn server(&self) -> ServerConfig {
        let verifier = KeyVerifier { provider: Arc::clone(&self.provider), expected: None };
        let mut config = ServerConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(&[&TLS13])
            .expect("ring has TLS 1.3")
            .with_client_cert_verifier(Arc::new(verifier))
            .with_cert_resolver(Arc::new(AlwaysResolvesServerRawPublicKeys::new(Arc::clone(
                &self.own,
            ))));
        config.alpn_protocols = vec![ALPN.to_vec()];
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        config
    }

    fn client(&self, expected: ExpectedKey) -> ClientConfig {
        let provider = Arc::clone(&self.provider);
        let verifier = KeyVerifier { provider, expected: Some(expected) };
        let mut config = ClientConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(&[&TLS13])
            .expect("ring has TLS 1.3")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_client_cert_resolver(Arc::new(AlwaysResolvesClientRawPublicKeys::new(
                Arc::clone(&self.own),
            )));
        config.alpn_protocols = vec![ALPN.to_vec()];
        config.resumption = Resumption::disabled();
        config.enable_sni = false;
        config
    }
}

/// The key that a client expects, and the one that it found instead.
#[derive(Clone, Debug)]
struct ExpectedKey {
    key: PublicKey,
    found: Arc<Mutex<Option<PublicKey>>>,
}

/// Accepts ed25519 keys: a client the expected one only, a server any, as its caller decides.
#[derive(Debug)]
struct KeyVerifier {
    provider: Arc<CryptoProvider>,
    expected: Option<ExpectedKey>,
}

impl KeyVerifier {
    fn check(&self, spki: &[u8]) -> Result<(), Error> {
        let found = key_of(spki).ok_or(CertificateError::BadEncoding)?;
        match &self.expected {
            Some(expected) if expected.key != found => {
                *expected.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
                Err(CertificateError::ApplicationVerificationFailure.into())
            }
            _ => Ok(()),
        }
    }
}

fn key_of(spki: &[u8]) -> Option<PublicKey> {
    spki.strip_prefix(&SPKI)?.try_into().ok().map(PublicKey)
}

/// What a client and a server check in the same way: the signature of the handshake, with the raw key.
macro_rules! raw_key_checks {
    () => {
        fn verify_tls12_signature(
            &self,
            _message: &[u8],
            _cert: &CertificateDer<'_>,
            _dss: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Err(Error::General("TLS 1.3 is required".to_owned()))
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            spki: &CertificateDer<'_>,
            signature: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            let spki = SubjectPublicKeyInfoDer::from(spki.as_ref());
            let known = &self.provider.signature_verification_algorithms;
            crypto::verify_tls13_signature_with_raw_key(message, &spki, signature, known)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            vec![SignatureScheme::ED25519]
        }

        fn requires_raw_public_keys(&self) -> bool {
            true
        }
    };
}

impl ServerCertVerifier for KeyVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.check(end_entity).map(|()| ServerCertVerified::assertion())
    }

    raw_key_checks!();
}

impl ClientCertVerifier for KeyVerifier {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.check(end_entity).map(|()| ClientCertVerified::assertion())
    }

    raw_key_checks!();
}

/// A connection to a peer whose key is known.
pub struct Connection {
    tls: rustls::Connection,
    socket: TcpStream,
    their_key: PublicKey,
    /// What arrived and is not yet a line.
    buffer: Vec<u8>,
    /// How much of it has no end of line.
    searched: usize,
    max_line: usize,
    /// How many bytes are accepted, and how many of them are left.
    permitted: u64,
    left: u64,
    /// While it lives, a request to stop ends a wait for input.
    _waking: Option<Waking>,
}

impl Connection {
    /// The opener's end of `socket`; any key is accepted.
    ///
    /// # Errors
    ///
    /// If the handshake fails or takes too long.
    pub fn accept(
        socket: TcpStream,
        configs: &TlsConfigs,
        limits: &PeerLimits,
    ) -> Result<Connection, LinkError> {
        let tls = ServerConnection::new(Arc::new(configs.server())).map_err(LinkError::Tls)?;
        Connection::shake_hands(tls.into(), socket, limits)
    }

    /// The challenger's end of `socket`, at whose other end must be `key`.
    ///
    /// # Errors
    ///
    /// If another key is there, or the handshake fails or takes too long.
    pub fn call(
        socket: TcpStream,
        key: PublicKey,
        configs: &TlsConfigs,
        limits: &PeerLimits,
    ) -> Result<Connection, LinkError> {
        let found = Arc::default();
        let expected = ExpectedKey { key, found: Arc::clone(&found) };
        let config = Arc::new(configs.client(expected));
        let name = ServerName::try_from(SERVER_NAME).expect("it is a valid name");
        let tls = ClientConnection::new(config, name).map_err(LinkError::Tls)?;
        Connection::shake_hands(tls.into(), socket, limits).map_err(|error| {
            let found = *found.lock().unwrap_or_else(PoisonError::into_inner);
            found.map_or(error, |found| LinkError::OtherKey { expected: key, found })
        })
    }

    fn shake_hands(
        mut tls: rustls::Connection,
        socket: TcpStream,
        limits: &PeerLimits,
    ) -> Result<Connection, LinkError> {
        let deadline = Instant::now() + limits.handshake;
        tls.set_buffer_limit(Some(2 * limits.line));
        socket.set_nodelay(true)?;
        let mut connection = Connection {
            tls,
            socket,
            their_key: PublicKey([0; 32]),
            buffer: Vec::new(),
            searched: 0,
            max_line: limits.line,
            permitted: limits.bytes_before_match,
            left: limits.bytes_before_match,
            _waking: None,
        };
        while connection.tls.is_handshaking() {
            connection.pump(deadline)?;
        }
        connection.flush(deadline)?;
        if connection.tls.alpn_protocol() != Some(ALPN) {
            return Err(LinkError::OtherProtocol);
        }
        let spki = connection.tls.peer_certificates().and_then(<[_]>::first);
        connection.their_key =
            spki.and_then(|spki| key_of(spki)).ok_or(LinkError::OtherProtocol)?;
        Ok(connection)
    }

    /// The key at the other end.
    pub fn their_key(&self) -> PublicKey {
        self.their_key
    }

    /// Ends waits for input when `stop` is set.
    pub(crate) fn stopping(self, stop: &Stop) -> io::Result<Connection> {
        let socket = self.socket.try_clone()?;
        // Only the half that is read: the other side is still informed.
        let waking = stop.waking(move || drop(socket.shutdown(Shutdown::Read)));
        Ok(Connection { _waking: Some(waking), ..self })
    }

    /// Another handle of the socket, to break the connection from another thread.
    pub(crate) fn socket(&self) -> io::Result<TcpStream> {
        self.socket.try_clone()
    }

    /// Accepts this many more bytes from now on.
    pub(crate) fn permit(&mut self, bytes: u64) {
        (self.permitted, self.left) = (bytes, bytes);
    }

    /// Accepts as many more bytes as the connection that it replaces.
    pub(crate) fn replacing(self, other: &Connection) -> Connection {
        Connection { permitted: other.permitted, left: other.left, ..self }
    }

    /// Sends one line; its end is added.
    ///
    /// # Errors
    ///
    /// If the connection is broken.
    pub fn send(&mut self, line: &str) -> Result<(), LinkError> {
        let mut writer = self.tls.writer();
        writer.write_all(line.as_bytes())?;
        writer.write_all(b"\n")?;
        self.flush(Instant::now() + WRITE_TIME)
    }

    /// Receives one line, without its end.
    ///
    /// # Errors
    ///
    /// If there is none until `deadline`, or it is too long, or the connection is closed or broken.
    pub fn receive(&mut self, deadline: Instant) -> Result<Vec<u8>, LinkError> {
        loop {
            if let Some(end) = self.buffer[self.searched..].iter().position(|it| *it == b'\n') {
                let end = self.searched + end;
                if end > self.max_line {
                    return Err(LinkError::LongLine { max: self.max_line });
                }
                let rest = self.buffer.split_off(end + 1);
                let mut line = std::mem::replace(&mut self.buffer, rest);
                line.pop();
                self.searched = 0;
                return Ok(line);
            }
            self.searched = self.buffer.len();
            if self.searched > self.max_line {
                return Err(LinkError::LongLine { max: self.max_line });
            }
            self.pump(deadline)?;
        }
    }

    /// Sends what is to be sent and reads what has arrived, waiting until `deadline` for something.
    fn pump(&mut self, deadline: Instant) -> Result<(), LinkError> {
        // What the other side said before it closed is read, even if nothing can be sent any more.
        let unsent = self.flush(deadline.min(Instant::now() + WRITE_TIME)).err();
        let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
        self.socket.set_read_timeout(Some(left.ok_or(LinkError::Silent)?))?;
        let arrived = match self.tls.read_tls(&mut self.socket) {
            Ok(0) => return Err(unsent.unwrap_or(LinkError::Broken)),
            Ok(arrived) => arrived as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) if is_timeout(&error) => return Err(unsent.unwrap_or(LinkError::Silent)),
            Err(error) => return Err(unsent.unwrap_or_else(|| error.into())),
        };
        let too_much = LinkError::TooMuch { max: self.permitted };
        self.left = self.left.checked_sub(arrived).ok_or(too_much)?;
        let state = match self.tls.process_new_packets() {
            Ok(state) => state,
            Err(error) => {
                // The alert says why; if it cannot be sent, the other side sees a broken connection.
                let _ = self.flush(deadline);
                return Err(LinkError::Tls(error));
            }
        };
        let before = self.buffer.len();
        self.buffer.resize(before + state.plaintext_bytes_to_read(), 0);
        self.tls.reader().read_exact(&mut self.buffer[before..])?;
        if state.peer_has_closed() && before == self.buffer.len() {
            return Err(LinkError::Closed);
        }
        Ok(())
    }

    /// Sends what is to be sent until `deadline`, however slowly the other side reads.
    fn flush(&mut self, deadline: Instant) -> Result<(), LinkError> {
        while self.tls.wants_write() {
            let left = deadline.checked_duration_since(Instant::now());
            let left = left.filter(|left| !left.is_zero()).ok_or(LinkError::Broken)?;
            self.socket.set_write_timeout(Some(left))?;
            match self.tls.write_tls(&mut self.socket) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_timeout(&error) => return Err(LinkError::Broken),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Says that nothing more is sent, and waits until the other side has closed, too, at most until
    /// `deadline`. An open connection is not closed with unread input, which would discard what was
    /// sent last.
    pub(crate) fn close(&mut self, deadline: Instant) {
        self.tls.send_close_notify();
        if self.flush(deadline).is_err() || self.socket.shutdown(Shutdown::Write).is_err() {
            return;
        }
        self.left = u64::from(u16::MAX);
        while self.pump(deadline).is_ok() {
            self.buffer.clear();
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Why no line was sent or received.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum LinkError {
    /// Nothing arrived in time.
    Silent,
    /// The other side has closed the connection.
    Closed,
    /// The connection ended without being closed.
    Broken,
    /// A line is longer than this many bytes.
    LongLine { max: usize },
    /// More than this many bytes were sent.
    TooMuch { max: u64 },
    /// Another key than the expected one.
    OtherKey { expected: PublicKey, found: PublicKey },
    /// The other side speaks something else.
    OtherProtocol,
    /// Something between both sides or at the other one is wrong.
    #[localize(say::tls(_0.to_string()))]
    Tls(Error),
    #[localize(say::network(_0))]
    Network(io::Error),
}

impl From<io::Error> for LinkError {
    fn from(error: io::Error) -> LinkError {
        use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
        match error.kind() {
            ConnectionReset | BrokenPipe | ConnectionAborted | UnexpectedEof => LinkError::Broken,
            _ => LinkError::Network(error),
        }
    }
}

impl certamen_i18n::Argument for PublicKey {
    fn value(&self) -> certamen_i18n::Value {
        Message::verbatim(self.to_string()).value()
    }
}

impl LinkError {
    /// Whether the other side is at fault, and not the network.
    pub(crate) fn is_violation(&self) -> bool {
        matches!(self, LinkError::LongLine { .. } | LinkError::TooMuch { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{net::TcpListener, thread};

    /// Both ends of a connection.
    fn sockets() -> [TcpStream; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        [near, listener.accept().unwrap().0]
    }

    /// How the handshake ends on both sides, the client's first, if they know these protocols.
    fn shaken(client: &[&[u8]], server: &[&[u8]]) -> [Result<Connection, LinkError>; 2] {
        let [own, other] = [1, 2].map(|byte| PrivateKey::from_raw([byte; 32]));
        let protocols = |list: &[&[u8]]| list.iter().map(|name| name.to_vec()).collect();
        let expected = ExpectedKey { key: other.public_key(), found: Arc::default() };
        let mut client_config = TlsConfigs::new(&own).client(expected);
        client_config.alpn_protocols = protocols(client);
        let mut server_config = TlsConfigs::new(&other).server();
        server_config.alpn_protocols = protocols(server);
        let name = ServerName::try_from(SERVER_NAME).unwrap();
        let client = ClientConnection::new(Arc::new(client_config), name).unwrap();
        let server = ServerConnection::new(Arc::new(server_config)).unwrap();
        let [near, far] = sockets();
        let shake = |tls, socket| Connection::shake_hands(tls, socket, &PeerLimits::default());
        thread::scope(|scope| {
            let served = scope.spawn(|| shake(server.into(), far));
            [shake(client.into(), near), served.join().unwrap()]
        })
    }

    #[test]
    fn another_protocol_or_none_is_refused_by_both_ends() {
        assert!(shaken(&[ALPN], &[ALPN]).iter().all(Result::is_ok));
        for (client, server) in [
            (&[ALPN][..], &[&b"http/1.1"[..]][..]),
            (&[b"http/1.1"], &[ALPN]),
            (&[], &[ALPN]),
            (&[ALPN], &[]),
        ] {
            for (side, end) in shaken(client, server).into_iter().enumerate() {
                let refused = end.err().unwrap_or_else(|| panic!("{side}: {client:?} {server:?}"));
                let is_named = matches!(refused, LinkError::OtherProtocol | LinkError::Tls(_));
                assert!(is_named, "{side}: {refused}");
            }
        }
    }

    #[test]
    fn who_reads_nothing_cannot_hold_the_sender() {
        let [Ok(mut client), Ok(server)] = shaken(&[ALPN], &[ALPN]) else { panic!() };
        let part = vec![b'x'; 32 << 10];
        let started = Instant::now();
        // What the system stores for the other side is full at some time.
        let end = loop {
            client.tls.writer().write_all(&part).unwrap();
            if let Err(error) = client.flush(Instant::now() + Duration::from_millis(200)) {
                break error;
            }
        };
        assert!(matches!(end, LinkError::Broken), "{end}");
        assert!(started.elapsed() < WRITE_TIME, "{:?}", started.elapsed());
        drop(server);
    }
}
