//! Walks the catalogue: prints every endpoint with its parameters, and sends its first example.
//!
//! Nothing here names an endpoint, so that the program serves any table. It asks the sample host, which
//! invents its data, and needs no network:
//!
//! ```text
//! cargo run -p virtual-finance --example catalogue
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use virtual_finance::ENDPOINTS;
use virtual_finance_sample::SampleHost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let sample = SampleHost::start()?;
    let client = sample.client_builder().build()?;

    for info in ENDPOINTS {
        println!("{} {{{}}}/{}", info.method, info.host.name, info.path);
        for param in info.params {
            let default = param.default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
            println!("  {}{}{default}", param.name, if param.required { " (required)" } else { "" });
        }
        let Some(example) = info.examples.first() else { continue };
        // The parameters are text; a mistake in them is an error here, before anything is sent.
        let request = (info.build)(&example.param_map(info))?;
        let reply = client.reply_erased(&*request).await?;
        let json = reply.response.to_value()?.to_string();
        println!("  {}: {} bytes of JSON from the {}", reply.request, json.len(), reply.source);
    }
    Ok(())
}
