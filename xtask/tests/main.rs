//! The tests of the tasks, in one program: each program links the whole crate once more.

mod bench;
mod dependencies;
mod import;
mod programs;
mod table;
mod tasks;
