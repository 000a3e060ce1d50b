//! Bodies that are handed over piece by piece, of endpoints that are `raw: bytes`.

use std::fmt;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use futures_util::stream::{self, BoxStream, Stream, StreamExt as _};

use super::body::{Begun, Body};
use super::handle::Client;
use crate::error::{Error, RequestName};
use crate::http::Deadline;
use crate::request::{Endpoint, Unconverted};

/// The body of a reply that is still coming, from [`Client::download`].
///
/// It is a stream of pieces; [`chunk`](Self::chunk) needs no other crate. At most one piece is in memory. Dropping it
/// ends the request.
///
/// ```no_run
/// # use virtual_finance_core::{Bytes, Client, Endpoint};
/// # async fn example(client: Client, photo: impl Endpoint<Response = Bytes>) -> std::io::Result<()> {
/// let download = client.download(&photo).await.map_err(std::io::Error::other)?;
/// download.write_to(&mut std::fs::File::create("photo.png")?).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is read before chunk() is awaited"]
pub struct Download {
    request: RequestName,
    status: u16,
    media_type: Option<String>,
    length: Option<u64>,
    chunks: BoxStream<'static, Result<Vec<u8>, Error>>,
}

impl Client {
    /// Sends a request of an endpoint that is `raw: bytes`, and returns the body as it comes. It may be longer than
    /// [`max_body`](crate::ClientBuilder::max_body), which is for bodies in memory.
    ///
    /// The deadline and the retries of the client are for the head of the reply; then each piece has the time between
    /// two reads, and the body the minimum speed. The cache has no part in it. A client that records reads the whole
    /// body first, within its bounds; a client that replays gives it from the record.
    ///
    /// # Errors
    /// As for `request`.
    pub async fn download<E: Endpoint<Response: Unconverted>>(&self, request: &E) -> Result<Download, Error> {
        let (begun, body) = self.start_body(request, true, Deadline::between_reads).await?;
        let Begun { status, head, length, .. } = begun;
        let name = body.request.clone();
        let next = |mut body: Body| async move { Ok(body.chunk().await?.map(|chunk| (chunk, body))) };
        let chunks = stream::try_unfold(body, next).boxed();
        Ok(Download { request: name, status, media_type: head.media_type, length, chunks })
    }
}

impl Download {
    /// Returns the name of the request.
    pub const fn request(&self) -> &RequestName {
        &self.request
    }

    /// Returns the HTTP status, below 400.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the media type that the host gives, such as `image/png`.
    pub fn media_type(&self) -> Option<&str> {
        self.media_type.as_deref()
    }

    /// Returns the length of the whole body in bytes, if the host says it.
    pub const fn length(&self) -> Option<u64> {
        self.length
    }

    /// Waits for the next bytes. Returns `None` at the end of a body that came whole.
    ///
    /// # Errors
    /// The body breaks off, does not have the declared length, or comes too slowly. After an error it ends.
    pub async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Error> {
        self.chunks.next().await.transpose()
    }

    /// Writes the rest of the body, and returns the number of bytes. The writer is flushed.
    ///
    /// # Errors
    /// Those of the writer, and those of [`chunk`](Self::chunk) as the inner error. What came before is written.
    pub async fn write_to(mut self, out: &mut (impl Write + Send)) -> io::Result<u64> {
        let mut written = 0_u64;
        while let Some(chunk) = self.chunk().await.map_err(io::Error::other)? {
            out.write_all(&chunk)?;
            written = written.saturating_add(u64::try_from(chunk.len()).unwrap_or(u64::MAX));
        }
        out.flush()?;
        Ok(written)
    }
}

impl Stream for Download {
    type Item = Result<Vec<u8>, Error>;

    /// Returns the next piece of the body.
    fn poll_next(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        self.chunks.as_mut().poll_next(cx)
    }
}

impl fmt::Debug for Download {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download")
            .field("request", &self.request)
            .field("media_type", &self.media_type)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}
