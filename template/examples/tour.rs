//! Every endpoint against the sample host: `cargo run --example tour`.

use std::error::Error;

use my_api::{ENDPOINTS, HOSTS, Offers, Product};
use virtual_finance_core::Client;
use virtual_finance_sample_host::SampleHost;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // The host answers the requests of the examples in the table until it is dropped.
    let host = SampleHost::of(ENDPOINTS).start()?;
    // `Client::new()?` asks the real hosts.
    let client = host.configure(Client::builder(), HOSTS).build()?;

    let product = client.request(&Product::new(7)).await?;
    println!("{} costs {}", product.name, product.price);

    for offer in client.request(&Offers::new()).await?.offers {
        println!("{} costs {} today", offer.product, offer.price);
    }
    Ok(())
}
