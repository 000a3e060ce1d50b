//! The pages of a request that has one response.

use virtual_finance::{Client, Isin};

fn main() {
    let client = Client::new().unwrap();
    let _ = client.pages(Isin::new("IBM"));
}
