//! The export of a contest, written while it is sent: it need not fit into memory.

use crate::{
    Slug,
    desk::{AppState, run_blocking},
    http_error::HttpError,
};
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use certamen_contest::Folder;
use certamen_game::Language;
use certamen_i18n::UserError;
use std::{
    io::{self, BufWriter, Write},
    sync::Arc,
};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio_stream::wrappers::ReceiverStream;

/// The exporter of a contest, given by the creator of the site.
pub type ExportWriter = Arc<dyn Fn(&Folder, &mut dyn Write) -> Result<(), UserError> + Send + Sync>;

/// The size of a chunk in bytes, and the number of chunks queued for a slow reader.
const PIECE: usize = 64 << 10;
const WAITING: usize = 4;

/// Sends the export of a contest, if its matches are public and a permit is free.
pub(crate) async fn sent(app: &AppState, slug: &Slug) -> Result<Response, HttpError> {
    let view = Arc::clone(app.site.exhibit(slug)?);
    let Some(write) = app.site.write_out.clone() else { return Err(HttpError::NotYet) };
    // Rejected before anything is sent.
    let stored = Arc::clone(&view);
    run_blocking(&app.writers, move || stored.matches().map(drop)).await?;
    let place = Arc::clone(&app.exports).try_acquire_owned().map_err(|_| HttpError::Busy)?;
    let (send, receive) = mpsc::channel(WAITING);
    let folder = view.folder.clone();
    tokio::task::spawn_blocking(move || write_out(&write, &folder, (send, place)));
    let name = format!("attachment; filename=\"{}.jsonl\"", view.slug);
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl"),
        (header::CONTENT_DISPOSITION, name.as_str()),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(ReceiverStream::new(receive))).into_response())
}

/// The chunks, and the permit that is released after the last one.
type ExportStream = (mpsc::Sender<io::Result<Bytes>>, OwnedSemaphorePermit);

fn write_out(write: &ExportWriter, folder: &Folder, (send, _place): ExportStream) {
    let mut out = BufWriter::with_capacity(PIECE, PieceWriter(&send));
    let done = write(folder, &mut out).map_err(|error| io::Error::other(error.get(Language::En)));
    if let Err(error) = done.and_then(|()| out.flush()) {
        // The client sees that the export is incomplete; it may be gone.
        let _ = send.blocking_send(Err(error));
    }
}

/// Sends each chunk.
struct PieceWriter<'a>(&'a mpsc::Sender<io::Result<Bytes>>);

impl Write for PieceWriter<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Ok(Bytes::copy_from_slice(piece)));
        sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
