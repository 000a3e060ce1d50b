//! Files in the place of JSON, and files that are sent.

use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{JsonKind, ParamKind};

use crate::arguments::given::value;

const FILE: ParamKind = ParamKind::Json { kind: &JsonKind::Bytes, nullable: false };
const FILES: ParamKind = ParamKind::Json { kind: &JsonKind::List(&JsonKind::Bytes), nullable: false };
const ANY: ParamKind = ParamKind::Json { kind: &JsonKind::Any, nullable: true };

#[track_caller]
fn read(kind: &ParamKind, text: &str) -> Value {
    serde_json::from_str(&value(kind, text.to_owned()).unwrap()).unwrap()
}

#[test]
fn a_file_that_is_sent_has_its_name_and_its_media_type() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (image, other) = (path("lamp.PNG", b"\x89PNG"), path("lamp.unknown", b""));
    let of_image = serde_json::json!({ "name": "lamp.PNG", "mediaType": "image/png", "base64": "iVBORw==" });
    let of_other = serde_json::json!({ "name": "lamp.unknown", "base64": "" });
    assert_eq!(read(&FILE, &image), of_image);
    assert_eq!(read(&FILES, &format!("{image}, {other}")), serde_json::json!([of_image, of_other]));
    assert_eq!(read(&ANY, &path("any.json", b"[1]\n")), serde_json::json!([1]));
}

#[test]
fn json_is_no_path() {
    for (kind, text) in [
        (FILE, r#" { "base64": "" }"#),
        (FILES, r#"[{ "base64": "" }]"#),
        (ANY, "null"),
        (ANY, "5"),
        (ANY, "\"day.json\""),
        (ParamKind::String, "day.json"),
        (ParamKind::Json { kind: &JsonKind::String, nullable: true }, "day.json"),
    ] {
        assert_eq!(value(&kind, text.to_owned()).as_deref(), Ok(text));
    }
    let absent = value(&FILE, "absent.png".to_owned()).unwrap_err();
    assert!(absent.starts_with("the file absent.png cannot be read: "), "{absent}");
    assert!(absent.ends_with("; write a path, or JSON"), "{absent}");
    let text = value(&ANY, "hello".to_owned()).unwrap_err();
    assert!(
        text.ends_with("; write a path, or JSON, and a text in quotes as JSON has them: '\"hello\"'"),
        "{text}"
    );
}
