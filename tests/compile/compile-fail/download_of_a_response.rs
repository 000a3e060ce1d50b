//! A download of a reply that is converted.

use virtual_finance::{Client, Isin};

async fn isin(client: &Client) {
    let _ = client.download(&Isin::new("IBM")).await;
}

fn main() {}
