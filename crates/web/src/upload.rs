//! The body of a form: a few short texts, and perhaps a file, within limits.

use crate::{
    address::typed,
    http_error::{AccessDenied, HttpError},
};
use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, header},
};
use multer::{Constraints, Multipart, SizeLimit};
use std::time::Duration;

/// The maximum size of a form without a file, and of the texts of one with a file.
const MAX_FORM: usize = 64 << 10;
/// The maximum time without a file, and with one: a slow sender holds a permit that others wait
/// for.
const TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT_WITH_FILE: Duration = Duration::from_secs(60);
const INVALID_FORM: HttpError = HttpError::Barred(AccessDenied::Form);

#[derive(Debug, Default)]
pub(crate) struct SentForm {
    texts: Vec<(String, String)>,
    pub(crate) file: Option<Upload>,
}

#[derive(Debug)]
pub(crate) struct Upload {
    /// Its name as the client sent it.
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

impl SentForm {
    /// The value of `key`; empty if the form has none.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.texts.iter().find(|(known, _)| known == key).map_or("", |(_, text)| text)
    }

    /// Reads `body`, with a file of at most `most` bytes, within the time limit.
    pub(crate) async fn read(
        headers: &HeaderMap,
        body: Body,
        most: usize,
    ) -> Result<Self, HttpError> {
        let timeout = if most == 0 { TIMEOUT } else { TIMEOUT_WITH_FILE };
        let read = tokio::time::timeout(timeout, SentForm::read_body(headers, body, most));
        read.await.map_err(|_| INVALID_FORM)?
    }

    async fn read_body(headers: &HeaderMap, body: Body, most: usize) -> Result<Self, HttpError> {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default();
        if let Ok(boundary) = multer::parse_boundary(kind) {
            return SentForm::with_file(body, boundary, most).await;
        }
        let bytes = to_bytes(body, MAX_FORM)
            .await
            .map_err(|_| HttpError::Barred(AccessDenied::TooLarge(MAX_FORM)))?;
        let text = str::from_utf8(&bytes).map_err(|_| INVALID_FORM)?;
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        let texts = pairs.map(|(key, value)| Ok::<_, HttpError>((typed(key)?, typed(value)?)));
        let texts: Result<Vec<_>, _> = texts.collect();
        let texts = texts.map_err(|_| INVALID_FORM)?;
        Ok(SentForm { texts, file: None })
    }

    async fn with_file(body: Body, boundary: String, most: usize) -> Result<Self, HttpError> {
        let all =
            SizeLimit::new().whole_stream((most + MAX_FORM) as u64).for_field("file", most as u64);
        let bounds = Constraints::new().size_limit(all.per_field(MAX_FORM as u64));
        let mut parts = Multipart::with_constraints(body.into_data_stream(), boundary, bounds);
        let mut form = SentForm::default();
        let wrong = |error: multer::Error| match error {
            multer::Error::StreamSizeExceeded { .. } | multer::Error::FieldSizeExceeded { .. } => {
                HttpError::Barred(AccessDenied::TooLarge(most))
            }
            _ => INVALID_FORM,
        };
        while let Some(part) = parts.next_field().await.map_err(wrong)? {
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(ToOwned::to_owned);
            let content = part.bytes().await.map_err(wrong)?.to_vec();
            if name == "file" {
                let name = file.unwrap_or_default();
                // Browsers send an empty one where none was chosen.
                form.file = (!name.is_empty()).then_some(Upload { name, content });
            } else {
                let text = String::from_utf8(content).map_err(|_| INVALID_FORM)?;
                form.texts.push((name, text));
            }
        }
        Ok(form)
    }
}
