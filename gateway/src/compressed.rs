//! Bodies in the coding that a caller takes.

use std::io::{self, Write as _};
use std::mem;

use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

use crate::headers::weighted;

/// The minimum length of a body that is worth compressing.
const MIN: usize = 1_024;

/// A coding of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    Gzip,
    #[cfg(feature = "zstd")]
    Zstd,
}

impl Coding {
    /// All codings of this build, the best first.
    pub(crate) const ALL: &[Self] = &[
        #[cfg(feature = "zstd")]
        Self::Zstd,
        Self::Gzip,
    ];

    /// Returns the coding that the caller likes best, and the best one of several that it likes as much; `None` if it takes
    /// none of them.
    pub(crate) fn accepted(headers: &HeaderMap) -> Option<Self> {
        let liked = Self::ALL.iter().map(|coding| (*coding, coding.weight(headers)));
        let liked = liked.filter(|(_, weight)| *weight > 0.0);
        let best = liked.reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map(|(coding, _)| coding)
    }

    /// Returns how much the caller likes the coding; 0 if it does not take it.
    fn weight(self, headers: &HeaderMap) -> f32 {
        let (mut named, mut any) = (None, None);
        for (name, weight) in weighted(headers, ACCEPT_ENCODING) {
            match name {
                "*" => any = Some(weight),
                name if name.strip_prefix("x-").unwrap_or(name) == self.name() => named = Some(weight),
                _ => {}
            }
        }
        named.or(any).unwrap_or(0.0)
    }

    /// Returns the name in headers, and behind entity tags.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            #[cfg(feature = "zstd")]
            Self::Zstd => "zstd",
        }
    }

    /// Returns the body in this coding; `None` if it is too short for that.
    pub(crate) fn encode(self, body: &[u8]) -> Option<Vec<u8>> {
        if body.len() < MIN {
            return None;
        }
        match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
                encoder.write_all(body).ok()?;
                encoder.finish().ok()
            }
            #[cfg(feature = "zstd")]
            Self::Zstd => zstd::bulk::compress(body, zstd::DEFAULT_COMPRESSION_LEVEL).ok(),
        }
    }

    /// Returns the encoder of a body that comes in parts.
    ///
    /// # Errors
    /// The library of the coding refuses it.
    #[cfg_attr(not(feature = "zstd"), expect(clippy::unnecessary_wraps, reason = "zstd alone may refuse"))]
    pub(crate) fn encoder(self) -> io::Result<Encoder> {
        Ok(match self {
            Self::Gzip => Encoder::Gzip(GzEncoder::new(Vec::new(), Compression::fast())),
            #[cfg(feature = "zstd")]
            Self::Zstd => {
                Encoder::Zstd(zstd::stream::write::Encoder::new(Vec::new(), zstd::DEFAULT_COMPRESSION_LEVEL)?)
            }
        })
    }
}

/// The encoder of a body that comes in parts.
pub(crate) enum Encoder {
    Gzip(GzEncoder<Vec<u8>>),
    #[cfg(feature = "zstd")]
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
}

impl Encoder {
    /// Encodes a part, all of which a reader then has.
    pub(crate) fn part(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let written = match self {
            Self::Gzip(encoder) => {
                encoder.write_all(bytes)?;
                encoder.flush()?;
                encoder.get_mut()
            }
            #[cfg(feature = "zstd")]
            Self::Zstd(encoder) => {
                encoder.write_all(bytes)?;
                encoder.flush()?;
                encoder.get_mut()
            }
        };
        Ok(mem::take(written))
    }

    /// Returns the end of the coding.
    pub(crate) fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "zstd")]
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}
