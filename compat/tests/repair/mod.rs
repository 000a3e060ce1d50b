//! The repair of histories: clean ones stay as they are, and each kind of fault is found and mended.

mod captured;
mod causes;
mod dice;
mod extreme;
mod fetched;
mod given;
mod invented;
mod made;
mod measure;
mod plant;
mod planted;
