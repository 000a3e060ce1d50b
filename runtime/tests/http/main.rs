//! The client over real HTTP against hosts on loopback.

#[cfg(test)]
mod address;
#[cfg(test)]
mod blocking;
#[cfg(test)]
mod bodies;
#[cfg(test)]
mod client;
#[cfg(test)]
mod exchange;
#[cfg(test)]
mod record;
#[cfg(test)]
mod redirects;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod session;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod support;
#[cfg(test)]
mod time;
