//! Bodies that are handed over piece by piece, for programs that are not asynchronous.

use std::fmt;
use std::io::{self, Read};

use super::client::Client;
use crate::error::Error;
use crate::request::{Endpoint, Unconverted};

/// The body of a reply as it comes, from [`Client::download`]. It is a reader; its errors have the request's error as
/// the inner error.
///
/// The body goes on only while [`read`](Read::read) waits.
///
/// ```no_run
/// # use virtual_finance_core::{Bytes, Endpoint, blocking::Client};
/// # fn example(client: Client, photo: impl Endpoint<Response = Bytes>) -> std::io::Result<()> {
/// let mut download = client.download(&photo).map_err(std::io::Error::other)?;
/// std::io::copy(&mut download, &mut std::fs::File::create("photo.png")?)?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is read before read() is called"]
pub struct Download {
    download: crate::Download,
    client: Client,
    /// The bytes that were not read yet.
    rest: io::Cursor<Vec<u8>>,
}

impl Client {
    /// Sends a request as [`crate::Client::download`] does, and returns the body as it comes.
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn download<E: Endpoint<Response: Unconverted>>(&self, request: &E) -> Result<Download, Error> {
        let download = self.wait(self.client.download(request))?;
        Ok(Download { download, client: self.clone(), rest: io::Cursor::default() })
    }
}

impl Download {
    /// See [`media_type`](crate::Download::media_type) of the asynchronous one.
    pub fn media_type(&self) -> Option<&str> {
        self.download.media_type()
    }

    /// See [`length`](crate::Download::length) of the asynchronous one.
    pub const fn length(&self) -> Option<u64> {
        self.download.length()
    }
}

impl Read for Download {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.rest.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let chunk = self.client.wait(self.download.chunk()).map_err(io::Error::other)?;
            let Some(chunk) = chunk else { return Ok(0) };
            self.rest = io::Cursor::new(chunk);
        }
    }
}

impl fmt::Debug for Download {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.download.fmt(f)
    }
}
