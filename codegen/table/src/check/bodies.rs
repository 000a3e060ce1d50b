//! Checks of the body of an example: it is what the parameters of the example and the defaults send.

use serde_json::{Map, Value as Json};
use virtual_finance_core::DateTime;
use virtual_finance_core::examples::differences;
use virtual_finance_core::request::{Request as _, RequestBody};

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;
use super::addresses::pairs;

/// The fault of a body that is not JSON.
const OTHER: &str = "this is not what the parameters of the example send";

/// The advice for a body that is not what is sent.
const ADVICE: &str = "correct it, or 'params'";

impl Checker<'_, '_> {
    /// Checks the bodies of examples. Only the tests of the client know bodies that a function makes.
    pub(super) fn example_bodies(&mut self, endpoint: Located<'_, Endpoint>) {
        if endpoint.body.is_some() || self.has_records_at_fault() {
            return;
        }
        for (_, found) in endpoint.examples().entries() {
            let Some(body) = found.body().some() else { continue };
            let Some(sent) =
                self.request(endpoint, found).and_then(|request| request.body(DateTime::from(0)).ok()?)
            else {
                continue;
            };
            let fault = match sent {
                RequestBody::Json(sent) => json_fault(endpoint.value(), &sent, &body),
                RequestBody::Form(sent) => (pairs(body.trim()) != pairs(&sent)).then(|| {
                    codes::EXAMPLE_BODY.fault(OTHER, format!("write '{sent}', or correct 'params'"))
                }),
                // Only the tests of the client know the line between the parts.
                RequestBody::Multipart { .. } => None,
                other => (other.text() != body.trim()).then(|| codes::EXAMPLE_BODY.fault(OTHER, ADVICE)),
            };
            self.key(body, fault);
        }
    }
}

/// Returns the fault of a body in JSON that is not what is sent.
fn json_fault(endpoint: &Endpoint, sent: &Json, body: &str) -> Option<Fault> {
    let given: Json = serde_json::from_str(body).ok()?;
    let none = Json::Object(Map::new());
    // The document is the table's.
    let variables = |body| Json::get(body, "variables").unwrap_or(&none);
    let (given, sent) = match endpoint.graphql {
        Some(_) => (variables(&given), variables(sent)),
        None => (&given, sent),
    };
    let difference = differences(given, sent).into_iter().next()?;
    Some(codes::EXAMPLE_BODY.fault(format!("the body differs: {difference}"), ADVICE))
}
