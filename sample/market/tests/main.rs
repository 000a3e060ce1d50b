//! The tests of the sample host, in one program: each program links the whole crate once more.

mod chart;
mod hosts;
mod http;
mod instruments;
mod prices;
mod shapes;
mod today;
mod upgrade;
mod wire;
mod worlds;
