//! The products of a build, as they come out of its sandbox: packed, to be checked and written.
//!
//! Only regular files and folders are accepted. Anything else is rejected and never reaches the
//! machine's folders.

use crate::{CompileError, say};
use certamen_i18n::{Localize, Message};
use std::{
    ffi::OsStr,
    fs::{self, DirBuilder, Permissions},
    os::unix::{
        ffi::OsStrExt,
        fs::{DirBuilderExt, PermissionsExt},
    },
    path::{Component, Path, PathBuf},
};

/// The maximum size of packed products, in bytes.
pub(crate) const MAX_PACKED: usize = 64 << 20;
/// Folders included.
const MAX_PRODUCTS: usize = 1_000;
/// The size of a header, and of the units of contents.
const BLOCK: usize = 512;

/// Why products are not acceptable.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum BadProducts {
    #[localize(say::products_large(MAX_PACKED >> 20))]
    TooLarge,
    #[localize(say::products_many(MAX_PRODUCTS))]
    TooMany,
    #[localize(Message::verbatim(_0))]
    Unpacked(String),
    #[localize(say::products_cut())]
    Cut,
    #[localize(say::products_size())]
    Size,
    #[localize(say::products_huge())]
    Huge,
    #[localize(say::products_mode())]
    Mode,
    #[localize(say::products_named(_0))]
    Named(PathBuf),
    #[localize(say::products_link(_0))]
    Link(PathBuf),
    #[localize(say::products_kind(_0))]
    Kind(PathBuf),
}

#[derive(PartialEq, Eq, Debug)]
struct Product<'a> {
    path: PathBuf,
    content: Content<'a>,
}

#[derive(PartialEq, Eq, Debug)]
enum Content<'a> {
    Folder,
    File { bytes: &'a [u8], executable: bool },
}

/// Writes what is packed in `bytes` into the folder `out`, which is emptied first, readable by all
/// users whatever the umask.
pub(crate) fn write(bytes: &[u8], out: &Path) -> Result<(), CompileError> {
    let products = unpack(bytes).map_err(CompileError::Products)?;
    let io = |error| CompileError::Io { path: out.to_owned(), error };
    fs::remove_dir_all(out).map_err(io)?;
    folder(out).map_err(io)?;
    for Product { path, content } in products {
        let path = out.join(path);
        let written = match content {
            Content::Folder => folder(&path),
            Content::File { bytes, executable } => fs::write(&path, bytes).and_then(|()| {
                let mode = if executable { 0o755 } else { 0o644 };
                fs::set_permissions(&path, Permissions::from_mode(mode))
            }),
        };
        written.map_err(|error| CompileError::Io { path, error })?;
    }
    Ok(())
}

fn folder(path: &Path) -> std::io::Result<()> {
    DirBuilder::new().mode(0o755).create(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

/// The content of a `ustar` archive, folders before their files.
fn unpack(mut bytes: &[u8]) -> Result<Vec<Product<'_>>, BadProducts> {
    let mut products = Vec::new();
    while let Some((head, rest)) = bytes.split_at_checked(BLOCK) {
        if head.iter().all(|byte| *byte == 0) {
            return Ok(products);
        }
        let size = octal(&head[124..136]).ok_or(BadProducts::Size)?;
        let filled = size.checked_next_multiple_of(BLOCK).ok_or(BadProducts::Huge)?;
        let (content, next) = rest.split_at_checked(filled).ok_or(BadProducts::Cut)?;
        bytes = next;
        if let Some(product) = product(head, &content[..size])? {
            products.push(product);
        }
        if products.len() > MAX_PRODUCTS {
            return Err(BadProducts::TooMany);
        }
    }
    Err(BadProducts::Cut)
}

/// One product; `None` for the root folder.
fn product<'a>(head: &[u8], bytes: &'a [u8]) -> Result<Option<Product<'a>>, BadProducts> {
    let (name, prefix) = (field(&head[..100]), field(&head[345..500]));
    let mut path = PathBuf::new();
    for component in Path::new(OsStr::from_bytes(prefix)).join(OsStr::from_bytes(name)).components()
    {
        match component {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            _ => return Err(BadProducts::Named(path)),
        }
    }
    let kind = match head[156] {
        b'0' | 0 => {
            let mode = octal(&head[100..108]).ok_or(BadProducts::Mode)?;
            Content::File { bytes, executable: mode & 0o100 != 0 }
        }
        b'5' => Content::Folder,
        b'2' => return Err(BadProducts::Link(path)),
        _ => return Err(BadProducts::Kind(path)),
    };
    let is_all = path.as_os_str().is_empty();
    Ok((!is_all).then_some(Product { path, content: kind }))
}

/// A text that may be ended by a NUL.
fn field(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

fn octal(bytes: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(field(bytes)).ok()?.trim();
    usize::from_str_radix(text, 8).ok().filter(|_| !text.starts_with('+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An archive of one entry.
    fn archive(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
        let mut head = [0; BLOCK];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[100..107].copy_from_slice(b"0000755");
        head[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        head[156] = kind;
        let mut bytes = [&head[..], content].concat();
        bytes.resize(bytes.len().next_multiple_of(BLOCK) + 2 * BLOCK, 0);
        bytes
    }

    #[test]
    fn files_and_folders_are_taken() {
        let bytes = archive("./a/b", b'0', b"made");
        let content = Content::File { bytes: b"made", executable: true };
        assert_eq!(unpack(&bytes).unwrap(), [Product { path: "a/b".into(), content }]);
        assert_eq!(
            unpack(&archive("./a/", b'5', b"")).unwrap(),
            [Product { path: "a".into(), content: Content::Folder }]
        );
        assert_eq!(unpack(&archive("./", b'5', b"")).unwrap(), []);
    }

    #[test]
    fn anything_else_is_refused() {
        let refused = |bytes: &[u8]| unpack(bytes).unwrap_err();
        assert_eq!(refused(&archive("./x", b'2', b"")), BadProducts::Link("x".into()));
        for kind in [b'1', b'3', b'4', b'6', b'x', b'L'] {
            assert_eq!(refused(&archive("./x", kind, b"")), BadProducts::Kind("x".into()));
        }
        for name in ["../x", "/x", "./a/../../x"] {
            assert!(matches!(refused(&archive(name, b'0', b"")), BadProducts::Named(_)), "{name}");
        }
        assert_eq!(refused(b""), BadProducts::Cut);
        assert_eq!(refused(&archive("x", b'0', b"made")[..600]), BadProducts::Cut);
    }

    #[test]
    fn sizes_are_numbers() {
        for size in ["+0000000004", "77777777777", "0000000008 ", "-1", ""] {
            let mut bytes = archive("x", b'0', b"made");
            bytes[124..136].fill(0);
            bytes[124..124 + size.len()].copy_from_slice(size.as_bytes());
            assert!(unpack(&bytes).is_err(), "{size}");
        }
    }

    #[test]
    fn too_many_are_refused() {
        let one = archive("./x", b'0', b"");
        let bytes = one[..BLOCK].repeat(MAX_PRODUCTS + 1);
        assert_eq!(unpack(&bytes).unwrap_err(), BadProducts::TooMany);
    }
}
