//! Tests what the compiler takes and refuses, in one program. See the description of the package.

mod changes;
mod checked;
mod compile_fail;
mod hostile_names;
mod imported;
