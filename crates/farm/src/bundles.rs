//! Bundles of bots: too large for one message, so they are stored on the server in parts.

use crate::{
    BusError, Transport, layout,
    message::{packed, unpacked},
};
use std::{fs, path::Path};

/// The largest part.
pub(crate) const PART: usize = 512 << 10;

/// A bundle that is to be put on the server.
#[derive(Clone, Debug)]
pub struct BundleParts {
    /// Its hash.
    pub id: String,
    parts: Vec<Vec<u8>>,
}

impl BundleParts {
    /// The bundle with these bytes.
    pub fn of(bytes: Vec<u8>) -> BundleParts {
        let id = blake3::hash(&bytes).to_hex().to_string();
        let parts = packed(bytes).chunks(PART).map(<[u8]>::to_vec).collect();
        BundleParts { id, parts }
    }

    /// How many parts it has.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// Puts it on the server.
    pub(crate) fn put(&self, transport: &dyn Transport) -> Result<(), BusError> {
        for (number, part) in self.parts.iter().enumerate() {
            transport.put_part(&layout::bundle_part(&self.id, number), part.clone())?;
        }
        Ok(())
    }
}

/// The bytes of a bundle: from the folder `cache`, else from the server. Content with another hash
/// is ignored.
pub(crate) fn fetch(
    transport: &dyn Transport,
    cache: &Path,
    (id, parts): (&str, usize),
) -> Result<Vec<u8>, BusError> {
    let is_it = |bytes: &[u8]| blake3::hash(bytes).to_hex().as_str() == id;
    let wrong = || BusError::Refused { what: id.to_owned(), why: "BLAKE3".to_owned() };
    if !layout::is_hash(id) {
        return Err(wrong());
    }
    let path = cache.join(id);
    if let Ok(bytes) = fs::read(&path)
        && is_it(&bytes)
    {
        return Ok(bytes);
    }
    let mut whole = Vec::new();
    for number in 0..parts {
        whole.extend(transport.part(&layout::bundle_part(id, number))?);
    }
    let bytes = unpacked(&whole).map_err(|_| wrong())?;
    if !is_it(&bytes) {
        return Err(wrong());
    }
    // What cannot be cached is fetched again next time; a partial file is never used.
    let draft = cache.join(format!("{id}-{}", std::process::id()));
    let kept = fs::create_dir_all(cache).and_then(|()| fs::write(&draft, &bytes));
    if kept.is_ok() {
        let _ = fs::rename(&draft, &path);
    }
    Ok(bytes)
}
