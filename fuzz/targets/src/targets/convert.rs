//! Converters: the first field is an endpoint with its parameters, `history?ticker=IBM&range=5d`, the others are replies.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use url::form_urlencoded;
use virtual_finance::request::{Context, Endpoint, ParamMap, RawReply};
use virtual_finance_tests::requests::check_round_trip;
use virtual_finance_tests::{HOSTS, NOW, each_request};

use crate::{SEPARATOR, memory};

/// The memory that a conversion may take beside its response, as a multiple of its replies.
const MULTIPLE: usize = 40;

/// The memory in bytes that it may take whatever its replies are: a reply of a megabyte and less may consist of the
/// smallest values.
const FREE: usize = 48 << 20;

pub(super) fn run(data: &[u8]) {
    let mut fields = data.split(|byte| *byte == SEPARATOR);
    let Some(asked) = fields.next().and_then(|field| std::str::from_utf8(field).ok()) else { return };
    let (command, params) = asked.trim().split_once('?').unwrap_or((asked.trim(), ""));
    let params: ParamMap = form_urlencoded::parse(params.as_bytes())
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    let bodies: Vec<&[u8]> = fields.collect();
    macro_rules! check {
        ($request:ident) => {
            if command == virtual_finance::$request::INFO.command {
                if let Ok(request) = virtual_finance::$request::from_params(&params) {
                    convert(&request, &bodies);
                }
                return;
            }
        };
    }
    each_request!(check);
}

fn convert<E>(request: &E, bodies: &[&[u8]])
where
    E: Endpoint,
    E::Response: Serialize + DeserializeOwned + PartialEq + Debug,
{
    if request.validate().is_err() {
        return;
    }
    let cx = Context::new(&HOSTS, NOW.into());
    let replies: Vec<_> = bodies.iter().map(|body| RawReply::new(body)).collect();
    let (result, peak) = memory::peak(|| request.convert(&cx, &replies));
    let length: usize = bodies.iter().map(|body| body.len()).sum();
    assert!(peak <= FREE + MULTIPLE * length, "{peak} bytes of memory for {length}");
    match result {
        Ok(converted) => check_round_trip(&converted.response).unwrap(),
        Err(error) => {
            assert!([404, 422].contains(&error.status()), "{error}");
            assert!(error.to_string().chars().count() < 600, "{error}");
        }
    }
}
