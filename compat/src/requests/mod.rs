//! The request classes: each wraps the generated request of its name, is fetched through the same client,
//! and gives frames that keep the standardized structure.

mod financials;
mod history;
mod holders;
mod options;
mod profile;

pub use financials::{Financials, FinancialsFrames, Periods};
pub use history::{Adjust, History, HistoryFrames};
pub use holders::{Holders, HoldersFrames};
pub use options::{Expiration, Options, OptionsFrames};
pub use profile::{COMPONENTS, Profile, ProfileFrames};

/// Declares how a class is fetched. The class has `to_request`, its frames have `of_reply`.
macro_rules! fetching {
    ($class:ident -> $frames:ident, $response:ty) => {
        impl $class {
            /// Fetches it through a client.
            ///
            /// # Errors
            /// As for [`virtual_finance::Client::request`].
            pub async fn fetch(&self, client: &virtual_finance::Client) -> Result<$frames, crate::Error> {
                $frames::of_reply(self, client.reply(&self.to_request()).await)
            }

            /// Fetches the standardized structure instead of frames.
            ///
            /// # Errors
            /// As for [`virtual_finance::Client::request`].
            pub async fn standardized(
                &self,
                client: &virtual_finance::Client,
            ) -> Result<$response, crate::Error> {
                Ok(client.request(&self.to_request()).await?)
            }

            /// [`fetch`](Self::fetch) for programs that are not asynchronous.
            ///
            /// # Errors
            /// As there, and [`virtual_finance::Error::BlockingInAsync`].
            #[cfg(feature = "blocking")]
            pub fn fetch_blocking(
                &self,
                client: &virtual_finance::blocking::Client,
            ) -> Result<$frames, crate::Error> {
                $frames::of_reply(self, client.reply(&self.to_request()))
            }

            /// [`standardized`](Self::standardized) for programs that are not asynchronous.
            ///
            /// # Errors
            /// As there, and [`virtual_finance::Error::BlockingInAsync`].
            #[cfg(feature = "blocking")]
            pub fn standardized_blocking(
                &self,
                client: &virtual_finance::blocking::Client,
            ) -> Result<$response, crate::Error> {
                Ok(client.request(&self.to_request())?)
            }
        }

        impl $frames {
            /// The standardized structure that the frames are made of; it serializes as JSON.
            #[must_use]
            pub const fn response(&self) -> &$response {
                &self.response
            }

            /// The standardized structure itself.
            #[must_use]
            pub fn into_response(self) -> $response {
                self.response
            }
        }
    };
}

use fetching;
