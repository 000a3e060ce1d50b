//! Live prices against scripted hosts of websockets on loopback.

#[cfg(test)]
mod connections;
#[cfg(test)]
mod messages;
