//! The pages of a request that has one response.

use virtual_finance::{Client, Isin};

async fn isin(client: &Client) {
    let _ = client.pages(Isin::new("IBM")).next().await;
}

fn main() {}
