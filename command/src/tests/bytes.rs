//! Bytes in a file: as they came, whatever the name of the file says.

use virtual_finance::catalogue::{EndpointInfo, RawKind};
use virtual_finance::request::ErasedResponse;
use virtual_finance::responses::Bytes;
use virtual_finance_tables::tabular::Outline;

use crate::arguments::Program;
use crate::writing::Output;

static PROGRAM: Program = Program::new("vfapi", &[]);

#[test]
fn bytes_are_written_as_they_are() {
    let info = EndpointInfo {
        raw: RawKind::Bytes,
        ..EndpointInfo::new("Photo", &virtual_finance::hosts::QUERY_URL)
    };
    let outline = Outline::of(&info);
    assert!(outline.is_bytes);
    let mut photo = Bytes::default();
    photo.content = b"\x89PNG\0\xff\n".to_vec();
    let folder = tempfile::tempdir().unwrap();
    // Names that stand for formats of tables, and for none.
    for name in ["photo.png", "photo.csv", "photo.jpg"] {
        let file = folder.path().join(name);
        let response: &dyn ErasedResponse = &photo;
        Output::of_bytes(&PROGRAM, Some(&file)).response(response, &outline).unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), photo.content, "{name}");
    }
}
