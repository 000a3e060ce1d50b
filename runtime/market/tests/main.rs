//! The tests of the market, in one program: each program links the whole crate once more.

#[cfg(test)]
mod http;
mod stream;
