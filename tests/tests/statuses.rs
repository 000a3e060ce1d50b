//! Statuses with a meaning of their own, as the consumer's table declares them, over real HTTP on loopback.

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use virtual_finance_consumer::{
    Conflict, ENDPOINTS, Gauges, HOSTS, Notice, Outage, Refusal, Report, Withdraw,
};
use virtual_finance_core::catalogue::{StatusInfo, StatusMeaning};
use virtual_finance_core::{Client, ClientBuilder, Error, ErrorKind, Fault, RequestParams};
use virtual_finance_loopback::{LoopbackHost, reply};

fn host(status: u16, body: &'static str) -> LoopbackHost {
    LoopbackHost::saying(reply(status, &[("content-type", "application/json")], body))
}

fn builder(host: &LoopbackHost) -> ClientBuilder {
    let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    builder.request_params(RequestParams::new().no_proxy())
}

/// Returns the error of a report, when its host answers so.
async fn refused(status: u16, body: &'static str) -> Error {
    let client = builder(&host(status, body)).build().unwrap();
    client.request(&Report::new("quay", 250)).await.unwrap_err()
}

#[tokio::test]
async fn a_reply_without_data_is_none() {
    for (status, body, number) in [
        (201, r#"{ "number": 7 }"#, Some(7)),
        (200, r#"{ "number": 7 }"#, Some(7)),
        (202, "", None),
        (202, r#"{ "number": 7 }"#, None),
        (202, "thank you", None),
    ] {
        let client = builder(&host(status, body)).build().unwrap();
        let reply = client.reply(&Report::new("quay", 250)).await.unwrap();
        assert_eq!((reply.status, reply.response.map(|receipt| receipt.number)), (status, number));
    }
    // Another status says nothing of the kind.
    let client = builder(&host(201, "")).build().unwrap();
    let error = client.request(&Report::new("quay", 250)).await.unwrap_err();
    assert!(matches!(&error, Error::Conversion(error) if *error.fault() == Fault::Empty), "{error}");
    // Null in place of the whole reply says that the host knows nothing.
    let client = builder(&host(201, " null\n")).build().unwrap();
    let error = client.request(&Report::new("quay", 250)).await.unwrap_err();
    assert!(error.to_string().contains("the host knows nothing: it gives no report"), "{error}");
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let client =
        builder(&LoopbackHost::saying("HTTP/1.1 204 Gone\r\nconnection: close\r\n\r\n")).build().unwrap();
    let () = client.request(&Withdraw::new("quay", 7)).await.unwrap();
}

#[tokio::test]
async fn the_body_of_an_error_is_the_record_of_its_status() {
    let error = refused(409, r#"{ "height": 2.40, "keeper": "anna" }"#).await;
    let conflict = error.body_as::<Conflict>().unwrap().unwrap();
    assert_eq!((conflict.height.to_string().as_str(), conflict.keeper.as_deref()), ("2.4", Some("anna")));
    assert_eq!((error.status(), error.kind()), (Some(409), ErrorKind::Host));
    // A body that is no such record, and a status that has none.
    let fault = refused(409, r#"{ "keeper": "anna" }"#).await.body_as::<Conflict>().unwrap_err();
    assert_eq!(fault.to_string(), "height is missing");
    let fault = refused(409, r#"{ "height": "high" }"#).await.body_as::<Conflict>().unwrap_err();
    assert!(fault.to_string().contains("height cannot be read"), "{fault}");
    for body in ["", "null", "<html></html>"] {
        assert!(refused(409, body).await.body_as::<Conflict>().is_err(), "{body}");
    }
    let error = refused(422, r#"{ "height": 2.40 }"#).await;
    assert_eq!(error.body_as::<Conflict>().unwrap(), None);
    // Nor has that status of another request one.
    let client = builder(&host(409, r#"{ "height": 2.40 }"#)).build().unwrap();
    let error = client.request(&Gauges::new(["north"])).await.unwrap_err();
    assert_eq!(error.body_as::<Conflict>().unwrap(), None);
}

#[tokio::test]
async fn the_record_of_a_status_is_had_beside_other_errors() -> Result<(), Error> {
    let client = builder(&host(409, r#"{ "height": 2.40 }"#)).build()?;
    // ANCHOR: conflict
    match client.request(&Report::new("quay", 250)).await {
        Ok(receipt) => println!("{receipt:?}"),
        Err(error) => match error.body_as::<Conflict>() {
            Ok(Some(conflict)) => println!("there is a reading of {} already", conflict.height),
            _ => return Err(error),
        },
    }
    // ANCHOR_END: conflict
    Ok(())
}

#[tokio::test]
async fn a_range_has_the_record_of_every_status_without_one_of_its_own() {
    let error = refused(422, r#"{ "reason": "too high" }"#).await;
    assert_eq!(error.body_as::<Refusal>().unwrap().unwrap().reason, "too high");
    assert_eq!(error.body_as::<Outage>().unwrap(), None);
    for status in [500, 501, 599] {
        let outage = refused(status, r#"{ "until": 1719554400 }"#).await.body_as::<Outage>().unwrap();
        assert_eq!(outage.unwrap().until.epoch_seconds(), 1_719_554_400, "{status}");
    }
    // What has a meaning of its own is not of the range.
    for status in [403, 409, 410] {
        let error = refused(status, r#"{ "reason": "too high", "height": 1 }"#).await;
        assert_eq!(error.body_as::<Refusal>().unwrap(), None, "{status}");
    }
}

#[tokio::test]
async fn a_text_is_the_response_and_its_errors_are_records() {
    for body in ["Closed on Sundays.", "", " \n", "{ \"not\": \"read\" }"] {
        let client = builder(&host(200, body)).build().unwrap();
        assert_eq!(client.request(&Notice::new("quay")).await.unwrap(), body);
    }
    let client = builder(&host(403, r#"{ "reason": "closed" }"#)).build().unwrap();
    let error = client.request(&Notice::new("quay")).await.unwrap_err();
    assert_eq!(error.body_as::<Refusal>().unwrap().unwrap().reason, "closed");
}

#[tokio::test]
async fn a_status_means_what_the_table_says() {
    for (status, kind, amounts_to) in
        [(410, ErrorKind::NotFound, 404), (403, ErrorKind::RateLimited, 429), (401, ErrorKind::Host, 401)]
    {
        let error = refused(status, r#"{ "problem": { "kind": "closed", "text": "not on Sundays" } }"#).await;
        assert_eq!((error.kind(), error.status()), (kind, Some(amounts_to)), "{error}");
        let Error::Api(error) = error else { panic!("{error}") };
        assert_eq!(error.status(), status);
        // The envelope is that of the table, too.
        assert_eq!((error.code(), error.description()), (Some("closed"), Some("not on Sundays")));
        let said =
            format!("Report quay: the host answered with status {status} (\"closed\": \"not on Sundays\"); ");
        assert!(error.to_string().starts_with(&said), "{error}");
    }
}

#[tokio::test]
async fn a_replay_has_the_record_too() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("statuses-{}", std::process::id()));
    for (status, body) in [(409, r#"{ "height": 2.40 }"#), (202, "")] {
        let host = host(status, body);
        let report = Report::new("quay", 250);
        let live = builder(&host).record(&folder).build().unwrap().request(&report).await;
        let replayed = builder(&host).replay(&folder).build().unwrap().request(&report).await;
        assert_eq!(host.requests().len(), 1);
        match (live, replayed) {
            (Ok(live), Ok(replayed)) => assert_eq!((live, replayed), (None, None)),
            (Err(live), Err(replayed)) => {
                let record = live.body_as::<Conflict>().unwrap();
                assert!(record.is_some());
                assert_eq!(replayed.body_as::<Conflict>().unwrap(), record);
                assert_eq!(replayed.to_string(), live.to_string());
            }
            other => panic!("{other:?}"),
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn the_catalogue_has_the_statuses() {
    let info = |name| ENDPOINTS.iter().find(|info| info.name == name).unwrap();
    let report = info("Report");
    let listed: Vec<_> = report.statuses.iter().map(|info| (info.status, info.meaning)).collect();
    assert_eq!(
        listed,
        [
            (202, StatusMeaning::Empty),
            (403, StatusMeaning::RateLimited),
            (409, StatusMeaning::Record("Conflict")),
            (410, StatusMeaning::NotFound),
            (500, StatusMeaning::Record("Outage")),
            (400, StatusMeaning::Record("Refusal"))
        ]
    );
    let ranges = report.statuses.iter().filter(|info| info.is_range());
    assert_eq!(ranges.map(StatusInfo::key).collect::<Vec<_>>(), ["5XX", "4XX"]);
    let schema = report.statuses[2].schema.unwrap()();
    assert_eq!(schema["$ref"], "#/$defs/Conflict");
    assert_eq!(schema["$defs"]["Conflict"]["required"], json!(["height"]));
    assert_eq!(report.schema.unwrap()()["anyOf"], json!([{ "$ref": "#/$defs/Receipt" }, { "type": "null" }]));
    assert_eq!(info("Withdraw").schema.unwrap()()["type"], "null");
}
