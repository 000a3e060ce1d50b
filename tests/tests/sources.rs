//! Every source of every endpoint of the table, asked of the sample host: which one gives the response in
//! which era of pages, and which errors end a request.

use virtual_finance::request::{ErasedRequest, ParamMap};
use virtual_finance::{Client, ENDPOINTS, Error, HOSTS, RequestParams, Source, SourceChoice};
use virtual_finance_sample::{Crumb, Era, SampleHost};
use virtual_finance_tests::hosts::{client_builder, fixed};

fn client(host: &SampleHost, choice: SourceChoice) -> Client {
    let params = RequestParams::new().no_provider_at(&virtual_finance::hosts::TIINGO_URL);
    host.client_builder().source(choice).request_params(params).build().unwrap()
}

/// `profile IBM` as a request.
fn request(line: &str) -> Box<dyn ErasedRequest> {
    let (command, subject) = line.split_once(' ').unwrap_or((line, ""));
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    let required = info.params.iter().filter(|param| param.required);
    let params: ParamMap = required.map(|param| (param.name, subject)).collect();
    (info.build)(&params).unwrap()
}

/// The source that gave the response, or the status of the error and those of its other sources.
type Outcome = Result<Source, (Option<u16>, Vec<Option<u16>>)>;

async fn outcome(client: &Client, line: &str) -> Outcome {
    let reply = client.reply_erased(&*request(line)).await;
    reply.map(|reply| reply.source).map_err(|error| {
        let others = match &error {
            Error::Conversion(error) => error.others(),
            Error::Api(error) => error.others(),
            _ => &[],
        };
        (error.status(), others.iter().map(|other| other.error.status()).collect())
    })
}

const PAGES: [&str; 6] =
    ["profile IBM", "financials IBM", "holders IBM", "screeners", "screener DAY_GAINERS", "index ^DJI"];

/// The source of each response of [`PAGES`], by era.
const IN_ERAS: [(Era, [Source; 6]); 3] = {
    use Source::{Api, Page};
    [
        (Era::Stores, [Page, Page, Page, Page, Page, Page]),
        (Era::Sealed, [Api, Api, Api, Api, Api, Api]),
        // Today's pages have the earnings, but no statements and no components.
        (Era::Scripts, [Page, Api, Page, Page, Page, Api]),
    ]
};

#[tokio::test]
async fn each_era_of_pages_is_read_or_passed_over() {
    for (era, sources) in IN_ERAS {
        let host = SampleHost::builder().era(era).start().unwrap();
        for (line, source) in PAGES.into_iter().zip(sources) {
            assert_eq!(outcome(&client(&host, SourceChoice::Auto), line).await, Ok(source), "{era:?} {line}");
            assert_eq!(
                outcome(&client(&host, SourceChoice::Api), line).await,
                Ok(Source::Api),
                "{era:?} {line}"
            );
            let page = outcome(&client(&host, SourceChoice::Page), line).await;
            assert_eq!(page.is_ok(), source == Source::Page, "{era:?} {line}: {page:?}");
        }
    }
}

#[tokio::test]
async fn what_has_one_source_is_asked_whatever_is_chosen() {
    let host = SampleHost::start().unwrap();
    for choice in SourceChoice::ALL {
        let client = client(&host, choice);
        for (line, source) in [
            ("history IBM", Source::Api),
            ("options IBM", Source::Api),
            ("quote IBM", Source::Api),
            ("isin IBM", Source::Page),
        ] {
            assert_eq!(outcome(&client, line).await, Ok(source), "{choice} {line}");
        }
    }
}

#[tokio::test]
async fn errors_of_hosts_end_a_request_or_lead_to_the_next_source() {
    let host = SampleHost::start().unwrap();
    let failed = |status| Err((Some(status), Vec::new()));
    let both = |first, other| Err((Some(first), vec![Some(other)]));
    for (line, expected) in [
        // The page cannot be converted, and the service has the data.
        ("profile SEALED", Ok(Source::Api)),
        ("profile GONE", Ok(Source::Api)),
        ("profile LOCKED", Ok(Source::Api)),
        ("profile OTHER", Ok(Source::Api)),
        ("profile CUTSCRIPT", Ok(Source::Api)),
        ("financials MODERN", Ok(Source::Api)),
        ("holders OTHER", Ok(Source::Api)),
        // Both fail.
        ("profile NOTFOUND", both(404, 404)),
        ("holders LIMITED", both(429, 429)),
        ("profile BROKEN", both(500, 500)),
        ("profile CUT", both(422, 422)),
        ("profile HTML", both(422, 422)),
        // One source, and an error inside its reply.
        ("history DELISTED", failed(404)),
        ("history ERROR200", failed(422)),
        ("history LIMITED200", failed(429)),
        ("history DOWN", failed(422)),
        ("options NOTHING", failed(404)),
        ("quote BADCRUMB", failed(401)),
    ] {
        assert_eq!(outcome(&client(&host, SourceChoice::Auto), line).await, expected, "{line}");
    }
    let client = client(&host, SourceChoice::Api);
    for (line, status) in [
        ("profile NOTFOUND", 404),
        ("profile ERROR200", 422),
        ("profile LIMITED200", 429),
        ("profile DOWN", 422),
        ("holders BADCRUMB", 401),
        ("financials LIMITED", 429),
    ] {
        assert_eq!(outcome(&client, line).await, failed(status), "api {line}");
    }
}

#[tokio::test]
async fn pages_are_read_where_no_session_can_be_had() {
    for crumb in [Crumb::Html, Crumb::Limited, Crumb::Limited200, Crumb::Refused] {
        let host = SampleHost::builder().crumb(crumb).start().unwrap();
        assert_eq!(outcome(&client(&host, SourceChoice::Auto), "profile IBM").await, Ok(Source::Page));
        let reply = client(&host, SourceChoice::Api).reply_erased(&*request("profile IBM")).await;
        assert!(matches!(reply, Err(Error::Session { .. })), "{crumb:?}");
        // A page that needs the service then has its own error first.
        let error = client(&host, SourceChoice::Auto).reply_erased(&*request("profile SEALED")).await;
        let Err(Error::Conversion(error)) = error else { unreachable!("{crumb:?}") };
        assert!(matches!(error.others()[0].error, Error::Session { .. }), "{crumb:?}");
    }
}

#[tokio::test]
async fn a_word_of_the_reply_hides_the_caller_s_secret_wherever_it_stands() {
    const SECRET: &str = "CanaryOfTheCaller";
    let body = format!(
        r#"{{"quoteSummary": {{"result": [{{"components": {{"components": ["IBM", "{SECRET}"]}}}}], "error": null}},
            "quoteResponse": {{"result": [{{"symbol": "{SECRET}", "regularMarketPrice": "x"}}], "error": null}}}}"#
    );
    let host = fixed(200, "application/json", body);
    let params = RequestParams::new().no_proxy().query("crumb", SECRET);
    let builder = client_builder(HOSTS, host.url()).request_params(params).source(SourceChoice::Api);
    let client = builder.build().unwrap();
    let error = client.reply_erased(&*request("index ^DJI")).await.map(drop).unwrap_err();
    assert!(error.to_string().contains("regularMarketPrice is of another type"), "{error}");
    assert!(!format!("{error} {error:?}").contains(SECRET), "{error:?}");
}
