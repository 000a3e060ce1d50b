//! A request of more symbols than the host takes at once: it is sent in batches, and the responses are one.

use expect_test::expect;
use serde_json::{Value, json};
use virtual_finance::http::Response;
use virtual_finance::notes::WrongValues;
use virtual_finance::request::{
    Batch, Context, Endpoint as _, ErasedRequest, ParamMap, Request as _, convert_reply, message,
};
use virtual_finance::responses::Field;
use virtual_finance::settings::Retries;
use virtual_finance::{
    Client, DateTime, Error, ErrorKind, HOSTS, Insights, Interval, Isin, Quote, Range, RequestParams, Spark,
};
use virtual_finance_loopback::{LoopbackHost, reply, target};
use virtual_finance_tests::hosts::client_builder;

fn host() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let Some(symbols) = symbols(target(request)) else { return reply(404, &[], "no page") };
        if symbols.iter().any(|symbol| symbol == "REFUSED") {
            return reply(403, &[], "refused");
        }
        spark(&symbols)
    })
}

fn spark(symbols: &[String]) -> Vec<u8> {
    let known = symbols.iter().filter(|symbol| symbol.starts_with('K'));
    let rows: Vec<Value> = known
        .map(|symbol| {
            json!({"symbol": symbol, "response": [{
                "meta": {"symbol": symbol},
                "timestamp": [1719581400],
                "indicators": {"quote": [{"close": [1.5]}]},
            }]})
        })
        .collect();
    reply(200, &[], json!({"spark": {"result": rows, "error": null}}).to_string())
}

fn symbols(target: &str) -> Option<Vec<String>> {
    let (_, rest) = target.split_once("/v7/finance/spark?symbols=")?;
    let list = rest.split('&').next().unwrap();
    Some(list.split("%2C").map(str::to_owned).collect())
}

fn client(host: &LoopbackHost) -> Client {
    client_builder(HOSTS, host.url()).build().unwrap()
}

#[test]
fn a_program_with_http_of_its_own_sends_the_batches_itself() {
    let cx = Context::new(&[], DateTime::from(0));
    let request = Spark::new(names("K", 21));
    let error = message(&request, &cx).unwrap_err();
    assert!(error.to_string().contains("write at most 20"), "{error}");
    let responses = request.batches().into_iter().map(|batch| {
        let message = message(&batch, &cx).unwrap();
        let reply = spark(&symbols(&message.uri().to_string()).unwrap());
        let reply = String::from_utf8(reply).unwrap();
        let (_, body) = reply.split_once("\r\n\r\n").unwrap();
        Batch::Response(convert_reply(&batch, &Response::new(body), &cx).unwrap().response)
    });
    let joined = request.join(responses.collect()).unwrap();
    assert_eq!(joined.series.len(), 21);
}

fn names(begin: &str, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{begin}{number}")).collect()
}

fn lengths(host: &LoopbackHost) -> Vec<usize> {
    let mut lengths: Vec<_> =
        host.targets().iter().filter_map(|target| Some(symbols(target)?.len())).collect();
    lengths.sort_unstable_by(|one, other| other.cmp(one));
    lengths
}

#[tokio::test]
async fn two_hundred_symbols_are_one_response_in_their_order() {
    let host = host();
    let mut asked = names("K", 200);
    asked[57] = "NOSUCH".to_owned();
    let request = Spark::new(asked.clone()).range(Range::FiveDays).interval(Interval::OneDay);
    let batched = client(&host).batched(&request).await.unwrap();
    assert_eq!(lengths(&host), [20; 10]);
    assert!(host.targets().iter().all(|target| target.contains("&range=5d&interval=1d&")));
    let found: Vec<_> = batched.response.series.iter().map(|series| series.symbol.clone()).collect();
    asked.remove(57);
    assert_eq!(found, asked);
    assert_eq!(batched.response.unknown, ["NOSUCH"]);
    assert_eq!((batched.replies.len(), batched.failed.len()), (10, 0));
}

#[tokio::test]
async fn a_request_of_one_batch_is_sent_as_it_is() {
    let host = host();
    let request = Spark::new(names("K", 20));
    assert!(request.batches().is_empty());
    let batched = client(&host).batched(&request).await.unwrap();
    assert_eq!(lengths(&host), [20]);
    assert_eq!(batched.response, client(&host).request(&request).await.unwrap());
    // A request without a list is a batch of its own, too.
    let error = client(&host).batched(&Isin::new("IBM")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

/// What no host could take is not sent, and costs no other value.
#[tokio::test]
async fn a_wrong_symbol_fails_alone_and_is_not_sent() {
    for (count, sent) in [(45, vec![20, 20, 2]), (5, vec![2])] {
        let host = host();
        let mut asked = names("K", count);
        asked[0] = "K\0".to_owned();
        asked[2] = "A,B".to_owned();
        asked[4] = "K".repeat(65);
        let batched = client(&host).batched(&Spark::new(asked.clone())).await.unwrap();
        assert_eq!(lengths(&host), sent);
        let failed: Vec<_> = batched.failed.iter().map(|(request, _)| request.get_symbols()).collect();
        assert_eq!(failed, [&asked[..1], &asked[2..3], &asked[4..5]]);
        for (_, error) in &batched.failed {
            let Error::Params(errors) = error else { panic!("{error:?}") };
            assert_eq!(errors.faults().len(), 1, "{errors}");
        }
        let found: Vec<_> = batched.response.series.iter().map(|series| series.symbol.clone()).collect();
        let good = [&asked[1..2], &asked[3..4], &asked[5..]].concat();
        assert_eq!(found, good);
    }
    // Nothing is left to be sent.
    let host = host();
    let error = client(&host).batched(&Spark::new(["A,B", "\0"])).await.unwrap_err();
    assert!(matches!(&error, Error::Params(errors) if errors.faults().len() == 2), "{error}");
    assert_eq!(lengths(&host), [0; 0]);
}

/// A request that is known at run time alone has no place for requests that failed, and says in a note what it left out.
#[tokio::test]
async fn a_wrong_symbol_of_an_erased_request_is_told_in_a_note() {
    let host = host();
    let params = ParamMap::from_iter([("symbols", json!(["K1", " ", "K3"]))]);
    let request = (Spark::INFO.build)(&params).unwrap();
    let reply = client(&host).reply_erased(&*request).await.unwrap();
    assert_eq!(lengths(&host), [2]);
    let WrongValues(wrong) = reply.notes.get::<WrongValues>().unwrap();
    assert_eq!(wrong[0].0, " ");
    expect![[r#"not sent: Spark: 'symbols' is " ": it is empty; write a symbol such as IBM"#]]
        .assert_eq(&reply.notes.lines().collect::<String>());
    // All of them are an error of the request, as one is of a request with its type.
    let all = (Spark::INFO.build)(&ParamMap::from_iter([("symbols", json!([" "]))])).unwrap();
    assert!(matches!(client(&host).reply_erased(&*all).await, Err(Error::Params(_))));
    let typed = client(&host).request(&Spark::new(["K1", " "])).await;
    assert!(matches!(typed, Err(Error::Params(_))));
    assert_eq!(lengths(&host), [2]);
}

/// Every address is short enough, and shorter still where the way to the host drops those of more than 3,500 bytes.
#[tokio::test]
async fn long_symbols_go_in_shorter_batches() {
    for limit in [8_000, 3_500] {
        let host = LoopbackHost::start(move |request| match target(request) {
            "/" => reply(404, &[("set-cookie", "A3=x")], ""),
            "/v1/test/getcrumb" => reply(200, &[], "crumb"),
            address if address.len() > limit => Vec::new(),
            address => {
                let (_, rest) = address.split_once("symbols=").unwrap();
                let list = rest.split('&').next().unwrap().replace("%5E", "^");
                let rows: Vec<Value> =
                    list.split("%2C").map(|symbol| json!({"symbol": symbol, "quoteType": "INDEX"})).collect();
                reply(200, &[], json!({"quoteResponse": {"result": rows, "error": null}}).to_string())
            }
        });
        // Sixty characters, each of three bytes in an address.
        let asked: Vec<String> = (0..150).map(|number| format!("{}{number:03}", "^".repeat(60))).collect();
        let params = RequestParams::new().no_proxy().retries(Retries::none());
        let client = client_builder(HOSTS, host.url()).request_params(params).build().unwrap();
        let batched = client.batched(&Quote::new(asked.clone())).await.unwrap();
        assert_eq!((batched.response.unknown.len(), batched.failed.len()), (0, 0), "{limit}");
        let found: Vec<_> = batched.response.quotes.iter().map(|quote| quote.symbol.clone()).collect();
        assert_eq!(found, asked.into_iter().map(Field::Value).collect::<Vec<_>>());
        assert!(host.targets().iter().all(|target| target.len() < 8_000));
    }
}

#[tokio::test]
async fn a_refused_symbol_fails_alone_and_the_rest_is_kept() {
    let host = host();
    let mut asked = names("K", 45);
    asked[30] = "REFUSED".to_owned();
    let batched = client(&host).batched(&Spark::new(asked.clone())).await.unwrap();
    // The batches, and the halves of the one with the symbol.
    assert_eq!(lengths(&host), [20, 20, 10, 10, 5, 5, 5, 3, 2, 2, 1, 1, 1]);
    let [(request, error)] = batched.failed.as_slice() else { panic!("{batched:?}") };
    assert_eq!(request.get_symbols(), ["REFUSED"]);
    assert_eq!(error.status(), Some(403));
    let found: Vec<_> = batched.response.series.iter().map(|series| series.symbol.clone()).collect();
    asked.remove(30);
    assert_eq!(found, asked, "in the order of the request");
    // It can be sent again.
    assert_eq!(client(&host).request(request).await.unwrap_err().status(), Some(403));
}

#[tokio::test]
async fn a_refused_symbol_of_a_request_that_is_sent_at_once_fails_alone() {
    let host = host();
    let batched = client(&host).batched(&Spark::new(["K1", "REFUSED", "NOSUCH", "K2"])).await.unwrap();
    assert_eq!(lengths(&host), [4, 2, 2, 1, 1]);
    let found: Vec<_> = batched.response.series.iter().map(|series| series.symbol.as_str()).collect();
    assert_eq!(
        (found.as_slice(), batched.response.unknown.as_slice()),
        (&["K1", "K2"][..], &["NOSUCH".to_owned()][..])
    );
    let [(request, error)] = batched.failed.as_slice() else { panic!("{batched:?}") };
    assert_eq!((request.get_symbols(), error.status()), (&["REFUSED".to_owned()][..], Some(403)));
}

#[tokio::test]
async fn a_host_that_refuses_all_is_not_asked_for_each_symbol() {
    for (status, body) in [
        (400, "{}"),
        (403, "no"),
        (422, "{}"),
        (200, r#"{"spark":{"result":null,"error":{"code":"Bad Request","description":"no"}}}"#),
    ] {
        let host = LoopbackHost::start(move |request| match symbols(target(request)) {
            Some(_) => reply(status, &[], body),
            None => reply(404, &[], "no page"),
        });
        let error = client(&host).batched(&Spark::new(names("K", 60))).await.unwrap_err();
        assert_eq!(lengths(&host), [20, 20, 20, 10, 10, 10, 10, 10, 10], "{status}");
        // It is the whole that was refused.
        assert!(error.to_string().contains("K1,K2,K3,"), "{error}");
        let host = LoopbackHost::start(move |_| reply(status, &[], body));
        client(&host).batched(&Spark::new(names("K", 12))).await.unwrap_err();
        assert_eq!(lengths(&host), [12, 6, 6, 3, 3, 3, 3], "{status}");
    }
}

/// A failure of the network, the host or the caller would meet each half, too.
#[tokio::test]
async fn what_is_no_fault_of_a_symbol_is_not_halved() {
    for (status, body) in
        [(401, "{}"), (429, "{}"), (500, "{}"), (503, "{}"), (200, "Too Many Requests"), (200, "{\"spark\":")]
    {
        let host = LoopbackHost::start(move |request| match symbols(target(request)) {
            Some(_) => reply(status, &[], body),
            None => reply(404, &[], "no page"),
        });
        client(&host).batched(&Spark::new(names("K", 4))).await.unwrap_err();
        assert_eq!(lengths(&host), [4], "{status} {body}");
    }
}

/// A host may call a symbol that it does not know an error of all.
#[tokio::test]
async fn a_symbol_for_which_all_is_not_found_is_unknown() {
    let host = LoopbackHost::start(|request| match symbols(target(request)) {
        Some(symbols) if symbols.iter().all(|symbol| symbol.starts_with('K')) => spark(&symbols),
        _ => reply(404, &[], "{}"),
    });
    let batched = client(&host).batched(&Spark::new(["K1", "NOSUCH", "K2"])).await.unwrap();
    assert_eq!((batched.response.series.len(), batched.failed.len()), (2, 0));
    assert_eq!(batched.response.unknown, ["NOSUCH"]);
}

fn quotes() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let target = target(request);
        let Some(symbols) = quoted(target) else {
            let cookie = "A3=d=1; Max-Age=31557600";
            return match target {
                "/v1/test/getcrumb" => reply(200, &[], "c.rumb"),
                _ => reply(200, &[("set-cookie", cookie)], ""),
            };
        };
        if symbols.iter().any(|symbol| symbol == "REFUSED") {
            let error = json!({"code": "Bad Request", "description": "no such symbol"});
            return reply(400, &[], json!({"quoteResponse": {"result": null, "error": error}}).to_string());
        }
        let known = symbols.iter().filter(|symbol| symbol.starts_with('K'));
        let rows: Vec<Value> =
            known.map(|symbol| json!({"symbol": symbol, "regularMarketPrice": 1.5})).collect();
        reply(200, &[], json!({"quoteResponse": {"result": rows, "error": null}}).to_string())
    })
}

/// The table declares the response of `Quote`, which has no module that joins.
#[tokio::test]
async fn a_refused_quote_fails_alone() {
    let host = quotes();
    let mut asked = names("K", 250);
    asked[130] = "REFUSED".to_owned();
    asked[240] = "NOSUCH".to_owned();
    let batched = client(&host).batched(&Quote::new(asked.clone())).await.unwrap();
    let mut lengths: Vec<usize> =
        host.targets().iter().filter_map(|target| Some(quoted(target)?.len())).collect();
    lengths.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(lengths, [100, 100, 50, 50, 50, 25, 25, 13, 12, 7, 6, 4, 3, 2, 1, 1, 1]);
    let found: Vec<_> =
        batched.response.quotes.iter().filter_map(|quote| quote.symbol.get().cloned()).collect();
    asked.retain(|symbol| symbol.starts_with('K'));
    assert_eq!(found, asked);
    assert_eq!(batched.response.unknown, ["NOSUCH"]);
    let [(request, error)] = batched.failed.as_slice() else { panic!("{batched:?}") };
    assert_eq!((request.get_symbols(), error.status()), (&["REFUSED".to_owned()][..], Some(400)));
    assert!(error.to_string().contains("no such symbol"), "{error}");
}

/// Many symbols may be refused: the number of requests is bounded all the same.
#[tokio::test]
async fn the_halves_of_a_batch_are_bounded() {
    let host = quotes();
    let mut asked = names("K", 100);
    asked.iter_mut().skip(50).step_by(2).for_each(|symbol| "REFUSED".clone_into(symbol));
    let batched = client(&host).batched(&Quote::new(asked)).await.unwrap();
    assert_eq!(host.targets().iter().filter(|target| quoted(target).is_some()).count(), 1 + 2 * 16);
    let failed: usize = batched.failed.iter().map(|(request, _)| request.get_symbols().len()).sum();
    assert_eq!(batched.response.quotes.len() + failed, 100);
}

fn quoted(target: &str) -> Option<Vec<String>> {
    let (_, rest) = target.split_once("/v7/finance/quote?symbols=")?;
    let list = rest.split('&').next().unwrap();
    Some(list.split("%2C").map(str::to_owned).collect())
}

#[tokio::test]
async fn the_symbols_of_a_batch_without_a_known_one_are_unknown() {
    let host = host();
    let asked = [names("NO", 20), names("K", 19), vec!["NOT".to_owned(), "K".to_owned()]].concat();
    let batched = client(&host).batched(&Spark::new(asked)).await.unwrap();
    assert_eq!(batched.response.series.len(), 20);
    let unknown = [names("NO", 20), vec!["NOT".to_owned()]].concat();
    assert_eq!(batched.response.unknown, unknown, "in the order of the request");
    assert!(batched.failed.is_empty());
}

#[tokio::test]
async fn an_error_if_every_batch_fails() {
    let host = host();
    let error = client(&host).batched(&Spark::new(names("NO", 30))).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    // The symbols of the others may be known: the host did not say.
    let asked = [names("NO", 20), vec!["REFUSED".to_owned()]].concat();
    let error = client(&host).batched(&Spark::new(asked)).await.unwrap_err();
    assert_eq!(error.status(), Some(403));
}

#[tokio::test]
async fn nothing_is_sent_if_another_parameter_is_wrong() {
    let host = host();
    let error = client(&host).batched(&Insights::new(["K1", "K2"]).reports(-1)).await.unwrap_err();
    assert!(matches!(error, Error::Params(_)), "{error}");
    assert!(host.requests().is_empty());
}

#[tokio::test]
async fn a_single_request_says_how_to_send_it() {
    let host = host();
    let error = client(&host).request(&Spark::new(names("K", 21))).await.unwrap_err();
    expect![[
        r#"Spark: 'symbols' is 21 values: write at most 20, or send the request with `Client::batched`"#
    ]]
    .assert_eq(&error.to_string());
    assert!(host.requests().is_empty());
}

#[tokio::test]
async fn a_request_that_is_known_at_run_time_has_batches() {
    let host = host();
    let params = [("symbols", names("K", 41).join(","))].into_iter().collect();
    let request: Box<dyn ErasedRequest> = (Spark::INFO.build)(&params).unwrap();
    let batched = client(&host).batched(&request).await.unwrap();
    assert_eq!(lengths(&host), [20, 20, 1]);
    let response = batched.response.to_value().unwrap();
    assert_eq!(response["series"].as_array().unwrap().len(), 41);
    assert_eq!(request.subject().as_deref(), Some("K1,K2,K3,…"));
}

#[test]
fn a_client_without_async_sends_batches_too() {
    let host = host();
    let client = client_builder(HOSTS, host.url()).build_blocking().unwrap();
    let batched = client.wait(client.asynchronous().batched(&Spark::new(names("K", 21)))).unwrap();
    assert_eq!((batched.response.series.len(), lengths(&host)), (21, vec![20, 1]));
}
