//! Requests with bodies and headers of any values: each is recorded, and found again by what it sent alone.

use std::path::Path;

use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use virtual_finance_consumer::{Gauge, HOSTS, Limit, Search, Subscribe, hosts};
use virtual_finance_core::settings::Secret;
use virtual_finance_core::{Client, ClientBuilder, Endpoint, Error, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply};

/// Starts a host whose answers have what was asked: the body and the page.
fn echo() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let body = request.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        let names = [body.to_owned(), header(request, "x-page").unwrap_or_default()];
        let gauges: Vec<_> = names.iter().map(|name| json!({ "name": name })).collect();
        let status = if body.len() % 5 == 0 { 404 } else { 200 };
        reply(status, &[("content-type", "application/json")], json!(gauges).to_string())
    })
}

fn builder(host: &LoopbackHost) -> ClientBuilder {
    let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    builder.secret(&hosts::LAB, Secret::key("lab-key-1")).request_params(RequestParams::new().no_proxy())
}

/// Returns the names in the response, or the message of the error.
fn asked(
    runtime: &Runtime,
    client: &Client,
    request: &impl Endpoint<Response = Vec<Gauge>>,
) -> Result<Vec<String>, Error> {
    let gauges = runtime.block_on(client.request(request))?;
    Ok(gauges.into_iter().map(|gauge| gauge.name).collect())
}

fn replaying(host: &LoopbackHost, folder: &Path) -> Client {
    builder(host).replay(folder).build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_record_is_found_by_body_and_headers(
        words in prop::collection::vec(".{1,12}", 1..4),
        coasts in prop::collection::vec("[a-z&=+%é ]{1,6}", 0..3),
        page in 1_i64..1000,
        above in any::<i64>(),
    ) {
        let (runtime, folder, host) =
            (Builder::new_current_thread().enable_all().build().unwrap(), TempDir::new().unwrap(), echo());
        let search = |words: &[String], page, above| {
            Search::new(words.iter().map(String::as_str), Limit::high(above)).coasts(coasts.clone()).page(page)
        };
        let own = search(&words, page, above);
        let live = asked(&runtime, &builder(&host).record(folder.path()).build().unwrap(), &own);
        prop_assume!(!matches!(live, Err(Error::Params(_))));
        let sent = host.requests().len();
        prop_assert_eq!(sent, 1);
        let replayed = asked(&runtime, &replaying(&host, folder.path()), &own);
        match (live, replayed) {
            (Ok(live), Ok(replayed)) => prop_assert_eq!(live, replayed),
            (Err(live), Err(replayed)) => prop_assert_eq!(live.to_string(), replayed.to_string()),
            (live, replayed) => prop_assert!(false, "{:?} became {:?}", live, replayed),
        }
        // Another body or header is another message.
        let longer: Vec<String> = words.iter().cloned().chain(["more".to_owned()]).collect();
        for other in
            [search(&longer, page, above), search(&words, page + 1, above), search(&words, page, above ^ 1)]
        {
            let found = asked(&runtime, &replaying(&host, folder.path()), &other);
            prop_assert!(matches!(found, Err(Error::Record { .. })), "{:?}", found);
        }
        prop_assert_eq!(host.requests().len(), 1);
    }

    /// Names and values of a form have characters that part them, and a list has several of one name.
    #[test]
    fn a_record_is_found_by_its_form(
        gauges in prop::collection::vec("[a-z&=+%é; ]{1,8}", 1..4),
        note in prop::option::of(".{1,12}"),
    ) {
        let (runtime, folder, host) =
            (Builder::new_current_thread().enable_all().build().unwrap(), TempDir::new().unwrap(), echo());
        let form = |gauges: &[String], note: Option<&str>| {
            Subscribe::new(gauges.iter().map(String::as_str)).note(note)
        };
        let own = form(&gauges, note.as_deref());
        let live = asked(&runtime, &builder(&host).record(folder.path()).build().unwrap(), &own);
        prop_assume!(!matches!(live, Err(Error::Params(_))));
        prop_assert_eq!(host.requests().len(), 1);
        let replayed = asked(&runtime, &replaying(&host, folder.path()), &own);
        match (live, replayed) {
            (Ok(live), Ok(replayed)) => prop_assert_eq!(live, replayed),
            (Err(live), Err(replayed)) => prop_assert_eq!(live.to_string(), replayed.to_string()),
            (live, replayed) => prop_assert!(false, "{:?} became {:?}", live, replayed),
        }
        // A list of one more, of one that has both, and another note are other forms.
        let longer: Vec<String> = gauges.iter().cloned().chain(["more".to_owned()]).collect();
        let joined = [gauges.join("&gauge=")];
        let other_note = note.as_deref().map_or_else(|| "a note".to_owned(), |note| format!("{note}."));
        let mut others = vec![form(&longer, note.as_deref()), form(&gauges, Some(&other_note))];
        others.extend((gauges.len() > 1).then(|| form(&joined, note.as_deref())));
        for other in others {
            let found = asked(&runtime, &replaying(&host, folder.path()), &other);
            prop_assert!(matches!(found, Err(Error::Record { .. })), "{:?}", found);
        }
        prop_assert_eq!(host.requests().len(), 1);
    }
}
