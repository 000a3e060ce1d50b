//! The tests of the generator, in one program: each program links the whole crate once more.

mod codes;
mod diff;
mod docs;
mod draft;
mod faults;
mod filled;
mod format;
mod generator;
mod golden;
mod include;
mod keys;
mod python;
mod readers;
mod robust;
mod schema;
