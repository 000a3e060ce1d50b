//! Section 2.5.

use virtual_finance::Options;
use virtual_finance_tests::convert;

use super::{UNPROCESSABLE, failed};

fn reply(result: &str) -> String {
    format!(r#"{{"optionChain":{{"result":[{result}],"error":null}}}}"#)
}

#[test]
fn what_cannot_be_read_is_422() {
    let whole =
        r#"{"underlyingSymbol":"A","expirationDates":[],"strikes":[],"hasMiniOptions":false,"options":[]}"#;
    for missing in ["underlyingSymbol", "expirationDates", "strikes", "hasMiniOptions", "options"] {
        let result = whole.replace(&format!("\"{missing}\""), "\"other\"");
        assert_eq!(failed(convert(&Options::new("A"), reply(&result))), UNPROCESSABLE, "{missing}");
    }
    for (case, body) in [
        ("no envelope", "{}".to_owned()),
        ("HTML", "<!doctype html><html></html>".to_owned()),
        ("an error", r#"{"optionChain":{"result":[],"error":{"code":"x","description":"y"}}}"#.to_owned()),
        ("calls of another type", reply(&whole.replace(r#""options":[]"#, r#""options":[{"calls":{}}]"#))),
        ("strikes of another type", reply(&whole.replace(r#""strikes":[]"#, r#""strikes":["x"]"#))),
    ] {
        assert_eq!(failed(convert(&Options::new("A"), body)), UNPROCESSABLE, "{case}");
    }
}
