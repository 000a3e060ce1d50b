//! Replies in files: the request with its parameters, the bodies of its replies, and below them the response with its notes,
//! or the error (see `tests/cases`). A body that begins with `page STORE` or `html` is the inner part of a page.

use virtual_finance::request::{Context, RawReply};
use virtual_finance::{DateTime, ENDPOINTS};
use virtual_finance_cases::{Case, check};
use virtual_finance_tests::{HOSTS, NOW, html, page};

fn whole(body: &str) -> String {
    match body.split_once(' ') {
        Some(("html", inner)) => html(inner),
        Some(("page", inner)) => {
            let (store, value) = inner.split_once(' ').unwrap();
            page(store, value)
        }
        _ => body.to_owned(),
    }
}

fn told(_: &str, case: &Case) -> Vec<String> {
    let (request, bodies) = case.inputs.split_first().unwrap();
    let mut words = request.split(' ');
    let command = words.next().unwrap();
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    let request = (info.build)(&words.map(|word| word.split_once('=').unwrap()).collect()).unwrap();
    let bodies: Vec<String> = bodies.iter().map(|body| whole(body)).collect();
    let replies: Vec<_> = bodies.iter().map(|body| RawReply::new(body.as_bytes())).collect();
    match request.convert_erased(&Context::new(&HOSTS, DateTime::from(NOW)), &replies) {
        Ok(found) => {
            let response = found.response.to_value().unwrap().to_string();
            std::iter::once(response).chain(found.notes.lines()).collect()
        }
        Err(error) => vec![format!("{} {error}", error.status())],
    }
}

#[test]
fn replies_become_responses_with_their_notes() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/market/invented/replies"), "", told);
}
