//! Replies that are written otherwise than their records, in a table with `replies: lenient` and in a strict one: those of
//! the consumer's buoys and of its gauges.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_consumer::buoys::{self, AllSwells, LatestSwell, SwellEvents, SwellLines};
use virtual_finance_consumer::{Gauges, Station};
use virtual_finance_core::request::Endpoint;
use virtual_finance_core::{
    Client, ClientBuilder, Context, DateTime, Field, Leniencies, Notes, RawReply, RequestParams, SkippedRows,
};
use virtual_finance_loopback::{LoopbackHost, reply};

const AT_EASE: &str = r#"{"buoy":"west","height":1.5,"waves":3,"isRough":false}"#;

/// Converts a reply to a response, as JSON text, and its notes, or to the message of the fault.
fn converted<E: Endpoint>(request: &E, reply: &str) -> Result<(String, Notes), String>
where
    E::Response: serde::Serialize,
{
    let context = Context::new(&[], DateTime::from(0));
    match request.convert(&context, &[RawReply::new(reply.as_bytes())]) {
        Ok(converted) => Ok((serde_json::to_string(&converted.response).unwrap(), converted.notes)),
        Err(error) => Err(error.fault().to_string()),
    }
}

fn swell(members: &str) -> Result<(String, String), String> {
    let reply = format!(r#"{{"data":[{{"buoy":"west",{members}}}]}}"#);
    converted(&LatestSwell::new("west"), &reply).map(|(response, notes)| (response, said(&notes)))
}

fn said(notes: &Notes) -> String {
    notes.lines().collect::<Vec<_>>().join("|")
}

#[test]
fn loose_values_are_what_the_record_says() {
    for (members, response, note) in [
        (r#""height":"1.50""#, r#""height":1.5"#, "data[0].height, a string as a number"),
        (r#""height":"-2""#, r#""height":-2"#, "data[0].height, a string as a number"),
        (r#""height":1,"waves":"7""#, r#""height":1,"waves":7"#, "data[0].waves, a string as an integer"),
        (r#""height":1,"waves":"7.0""#, r#""height":1,"waves":7"#, "data[0].waves, a string as an integer"),
        (r#""height":1,"waves":3.0"#, r#""height":1,"waves":3"#, "data[0].waves, a double as an integer"),
        (r#""height":1,"waves":-0"#, r#""height":1,"waves":0"#, "data[0].waves, a double as an integer"),
        (
            r#""height":1,"isRough":"true""#,
            r#""height":1,"isRough":true"#,
            "data[0].isRough, a string as a bool",
        ),
        (
            r#""height":1,"parts":[{"from":"90","wind":null},{"from":"180","wind":{"speed":"4.25"}}]"#,
            r#""height":1,"parts":[{"from":90,"wind":null},{"from":180,"wind":{"speed":4.25}}]"#,
            "data[0].parts[].from, a string as an integer (2 times); data[0].parts[].wind.speed, a string as a number",
        ),
        (
            r#""height":1,"highest":{"2024":"4.10","2025":"3"}"#,
            r#""height":1,"highest":{"2024":4.1,"2025":3}"#,
            "data[0].highest.*, a string as a number (2 times)",
        ),
        // What the table allows is no leniency.
        (r#""height":1,"battery":"80""#, r#""height":1,"battery":80"#, ""),
        (
            r#""height":1,"battery":"80.0""#,
            r#""height":1,"battery":80"#,
            "data[0].battery, a string as an integer",
        ),
    ] {
        let response = format!(r#"{{"buoy":"west",{response}}}"#);
        let note = if note.is_empty() { String::new() } else { format!("read leniently: {note}") };
        assert_eq!(swell(members), Ok((response, note)), "{members}");
    }
}

#[test]
fn a_member_that_may_be_null_may_be_absent() {
    for (members, response, note) in [
        (
            r#""height":1,"parts":[{"from":"90"},{ "from" : 180 , "wind":{"speed":"4"}},{"from":1,"wind":null}]"#,
            r#""height":1,"parts":[{"from":90,"wind":null},{"from":180,"wind":{"speed":4}},{"from":1,"wind":null}]"#,
            "data[0].parts[].wind, nothing as null; data[0].parts[].from, a string as an integer; \
             data[0].parts[].wind.speed, a string as a number",
        ),
        (
            r#""height":1,"parts":[{"\u0066rom":7},{"from":8}]"#,
            r#""height":1,"parts":[{"from":7,"wind":null},{"from":8,"wind":null}]"#,
            "data[0].parts[].wind, nothing as null (2 times)",
        ),
    ] {
        let response = format!(r#"{{"buoy":"west",{response}}}"#);
        assert_eq!(swell(members), Ok((response, format!("read leniently: {note}"))), "{members}");
    }
    // What may not be null is missing, in an object without members, too.
    let error = swell(r#""height":1,"parts":[{}]"#).unwrap_err();
    assert!(error.contains("parts[0].from is missing"), "{error}");
    assert!(swell("").unwrap_err().contains("data[0]"));
}

#[test]
fn a_null_among_objects_is_no_item() {
    for list in
        ["null,A,null,B", "A,B,null", "null , null, A , null ,B ,null", " A ,null,null, B", "A,null,B"]
    {
        let list = list.replace('A', r#"{"from":1,"wind":null}"#).replace('B', r#"{"from":2,"wind":null}"#);
        let (response, note) = swell(&format!(r#""height":1,"parts":[{list}]"#)).unwrap();
        let expected =
            r#"{"buoy":"west","height":1,"parts":[{"from":1,"wind":null},{"from":2,"wind":null}]}"#;
        assert_eq!(response, expected, "{list}");
        assert!(note.starts_with("read leniently: data[0].parts[], null as no item"), "{note}");
    }
    for list in ["null", "null,null", " null , null "] {
        let (response, _) = swell(&format!(r#""height":1,"parts":[{list}]"#)).unwrap();
        assert_eq!(response, r#"{"buoy":"west","height":1,"parts":[]}"#);
    }
    // A null where a number is to be is an error, and in a list of another table.
    assert!(swell(r#""height":1,"highest":{"2024":null}"#).is_err());
    assert!(converted(&Gauges::new(["north"]), "[null]").is_err());
}

#[test]
fn a_number_keeps_its_digits_or_is_an_error() {
    for (written, read) in [
        (r#""height":1,"waves":9007199254740993.0"#, "9007199254740993"),
        (r#""height":1,"waves":"9223372036854775807""#, "9223372036854775807"),
        (r#""height":1,"waves":6.99E10"#, "69900000000"),
        (r#""height":"18446744073709551615""#, "18446744073709551615"),
        (r#""height":"0.1234567890123456""#, "0.1234567890123456"),
        (r#""height":"2.5e-7""#, "2.5e-7"),
    ] {
        let (response, _) = swell(written).unwrap();
        assert!(response.contains(read), "{response}");
    }
    for (written, place) in [
        (r#""height":"0.12345678901234567891""#, "data[0].height"),
        (r#""height":"36893488147419103233""#, "data[0].height"),
        (r#""height":1,"waves":9223372036854775808.0"#, "data[0].waves"),
        (r#""height":1,"waves":3.5"#, "data[0].waves"),
    ] {
        assert!(swell(written).unwrap_err().contains(place), "{written}");
    }
}

#[test]
fn what_is_no_number_is_an_error_at_its_place() {
    for text in ["", " 5", "5 ", "+5", "0x5", "007", "5,0", "1_000", "NaN", "1e999", "5m", ".5", "5."] {
        for member in ["height", "waves"] {
            let members = if member == "height" { String::new() } else { r#""height":1,"#.to_owned() };
            let error = swell(&format!(r#"{members}"{member}":"{text}""#)).unwrap_err();
            assert!(error.contains(&format!("data[0].{member}")), "{error}");
        }
    }
    for written in [r#""True""#, r#""yes""#, r#""1""#, "1", r#""""#] {
        let error = swell(&format!(r#""height":1,"isRough":{written}"#)).unwrap_err();
        assert!(error.contains("data[0].isRough"), "{error}");
    }
    // A date in digits is no time in seconds.
    assert!(swell(r#""height":1,"time":"20240628""#).is_err());
    // One thing that is wrong is not hidden behind what is not.
    let error = swell(r#""height":"1","waves":"many""#).unwrap_err();
    assert!(error.contains("data[0].waves"), "{error}");
    let error = swell(r#""height":"1","height":"2""#).unwrap_err();
    assert!(error.contains("twice") || error.contains("duplicate"), "{error}");
}

#[test]
fn absent_and_null_and_zero_are_three_things() {
    let response = |members: &str| {
        let reply = format!(r#"{{"data":[{{"buoy":"west","height":"1"{members}}}]}}"#);
        let context = Context::new(&[], DateTime::from(0));
        LatestSwell::new("west").convert(&context, &[RawReply::new(reply.as_bytes())]).unwrap().response.waves
    };
    assert_eq!(response(""), Field::Absent);
    assert_eq!(response(r#","waves":null"#), Field::Null);
    assert_eq!(response(r#","waves":"0""#), Field::Value(0));
    assert_eq!(response(r#","waves":-0.0"#), Field::Value(0));
    assert!(swell(r#""height":null"#).unwrap_err().contains("data[0].height is missing"));
}

#[test]
fn the_same_replies_are_errors_of_a_strict_table() {
    let station = json!({ "data": [{ "name": "Old Quay", "place": { "lat": "54.5", "lon": -3 } }] });
    let error = converted(&Station::new("quay"), &station.to_string()).unwrap_err();
    assert!(error.contains("data[0].place.lat cannot be read"), "{error}");
    assert!(converted(&Gauges::new(["north"]), r#"[{"name":1}]"#).is_err());
}

#[test]
fn replies_as_the_table_says_have_no_note() {
    let (response, notes) =
        converted(&LatestSwell::new("west"), &format!(r#"{{"data":[{AT_EASE}]}}"#)).unwrap();
    assert_eq!((response.as_str(), notes.is_empty()), (AT_EASE, true));
}

#[test]
fn a_place_is_noted_once_and_rows_fail_alone() {
    let rows: Vec<Value> =
        (0..2_000).map(|index| json!({ "buoy": index.to_string(), "height": "1.5" })).collect();
    let (_, notes) = converted(&AllSwells::new(), &json!({ "data": rows }).to_string()).unwrap();
    let found = notes.get::<Leniencies>().unwrap();
    let [one] = &*found.0 else { panic!("{found}") };
    assert_eq!((one.place.as_str(), one.count), ("data[].height", 2_000));

    let rows =
        r#"{"data":[{"buoy":"a","height":"1"},{"buoy":"b","height":"high"},7,{"buoy":"c","height":2}]}"#;
    let (response, notes) = converted(&AllSwells::new(), rows).unwrap();
    assert_eq!(response, r#"{"swells":[{"buoy":"a","height":1},{"buoy":"c","height":2}]}"#);
    assert_eq!(notes.get::<SkippedRows>().unwrap().0.len(), 2);
    assert_eq!(notes.get::<Leniencies>().unwrap().to_string(), "data[].height, a string as a number");
}

#[test]
fn lines_and_events_are_read_as_lists_are() {
    let expected = r#"[{"buoy":"a","height":1.5},{"buoy":"b","height":2}]"#;
    let note = "read leniently: [].height, a string as a number (2 times)";
    let lines = "{\"buoy\":\"a\",\"height\":\"1.5\"}\n\n {\"buoy\":\"b\",\"height\":\"2\"}\r\n";
    let (response, notes) = converted(&SwellLines::new(), lines).unwrap();
    assert_eq!((response.as_str(), said(&notes).as_str()), (expected, note));

    let events = ": hello\ndata: {\"buoy\":\"a\",\"height\":\"1.5\"}\n\ndata:{\"buoy\":\"b\",\ndata:\"height\":\"2\"}\n\n";
    let one_line = events.replace(",\ndata:", ",");
    let (response, notes) = converted(&SwellEvents::new(), &one_line).unwrap();
    assert_eq!((response.as_str(), said(&notes).as_str()), (expected, note));
    assert!(converted(&SwellEvents::new(), events).unwrap_err().contains("height"));
}

fn builder(host: &LoopbackHost) -> ClientBuilder {
    let hosts = virtual_finance_consumer::HOSTS.iter().chain(buoys::HOSTS);
    let builder = hosts.fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    builder.request_params(RequestParams::new().no_proxy())
}

#[tokio::test]
async fn another_media_type_is_read_with_a_note() {
    let body = format!(r#"{{"data":[{AT_EASE}]}}"#);
    for (media_type, note) in [
        ("text/plain; charset=utf-8", "read leniently: the reply, text/plain as JSON"),
        ("application/octet-stream", "read leniently: the reply, application/octet-stream as JSON"),
        ("application/json", ""),
        ("Application/Problem+JSON", ""),
    ] {
        let host = LoopbackHost::saying(reply(200, &[("content-type", media_type)], &body));
        let folder = format!("lenient-{}-{}", note.len(), std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let recording = builder(&host).record(&folder).build().unwrap();
        let recorded = recording.reply(&LatestSwell::new("west")).await.unwrap();
        let replaying = builder(&host).replay(&folder).build().unwrap();
        let replayed = replaying.reply(&LatestSwell::new("west")).await.unwrap();
        assert_eq!([said(&recorded.notes), said(&replayed.notes)], [note, note], "{media_type}");
        assert_eq!(replayed.response, recorded.response);
        fs::remove_dir_all(&folder).unwrap();
    }
    // A strict table says nothing of it, as before.
    let host = LoopbackHost::saying(reply(200, &[("content-type", "text/plain")], r#"[{"name":"north"}]"#));
    let strict = builder(&host).build().unwrap().reply(&Gauges::new(["north"])).await.unwrap();
    assert_eq!((strict.response.len(), strict.notes.is_empty()), (1, true));
}

proptest! {
    /// A text is a number where it would be one without quotes, and the same one.
    #[test]
    fn a_text_is_read_as_the_number_that_it_is(text in "-?[0-9.]{0,12}([eE][+-]?[0-9]{1,3})?") {
        for member in ["height", "waves"] {
            let members = if member == "height" { "" } else { r#""height":1,"# };
            let quoted = swell(&format!(r#"{members}"{member}":"{text}""#)).map(|(response, _)| response);
            let bare = swell(&format!(r#"{members}"{member}":{text}"#)).map(|(response, _)| response);
            if let Ok(quoted) = &quoted {
                prop_assert_eq!(Ok(quoted), bare.as_ref());
            }
            // An exponent may lead beyond what a number can keep.
            prop_assert!(quoted.is_ok() || bare.is_err() || text.contains(['e', 'E']), "{} {:?}", text, bare);
        }
    }

    /// Whatever a host writes, its reply is read or is an error.
    #[test]
    fn any_reply_is_read_or_an_error(reply in r#"[\[\]{}":,0-9a-z.\\ -]{0,60}"#, height in ".{0,6}") {
        for reply in [reply.clone(), format!(r#"{{"data":[{{"buoy":"a","height":{}}},{reply}]}}"#, json!(height))] {
            let _ = converted(&AllSwells::new(), &reply);
            let _ = converted(&SwellLines::new(), &reply);
            let _ = converted(&SwellEvents::new(), &format!("data: {reply}\n\n"));
        }
    }
}
