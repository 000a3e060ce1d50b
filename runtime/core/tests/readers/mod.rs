//! The readers of the core, on bytes.

#[cfg(test)]
mod json;
#[cfg(test)]
mod markup;
#[cfg(test)]
mod one_of;
#[cfg(test)]
mod redaction;
#[cfg(test)]
mod tables;
