//! Invented pages.

/// Returns a page of the store era around the JSON text of one store.
#[must_use]
pub fn page(store: &str, value: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><title>t</title></head><body><p>text</p>\n<script>\n\
         root.App.now = 1;\nroot.App.main = {{\"context\":{{\"dispatcher\":{{\"stores\":{{\
         \"PageStore\":{{\"text\":\"a \\\"{store}\\\": in a string }};(this)\"}},\
         \"{store}\":{value},\"LastStore\":{{}}}}}}}}}};\n}}(this));\n</script></body></html>"
    )
}

/// Returns a page of today around the replies of services: the path and query of each, its status and its body.
#[must_use]
pub fn script_page(replies: &[(&str, u16, &str)]) -> String {
    let scripts: String = replies
        .iter()
        .map(|(address, status, body)| {
            let text = serde_json::json!({"status": status, "statusText": "", "headers": {}, "body": body});
            let (address, text) = (address.replace('&', "&amp;"), text.to_string().replace("</", "<\\/"));
            format!(
                "<script type=\"application/json\" data-sveltekit-fetched \
                 data-url=\"https://query.example{address}\" data-ttl=\"1\">{text}</script>\n"
            )
        })
        .collect();
    format!(
        "<!DOCTYPE html><html><head><title>t</title><script>let a = \"<b>\";</script></head>\
         <body><p>text</p>{scripts}<script type=module src='/x.js'></script></body></html>"
    )
}

/// Returns a page around a piece of HTML.
#[must_use]
pub fn html(body: &str) -> String {
    format!("<!DOCTYPE html><html><head><title>t</title></head><body>{body}</body></html>")
}
