//! A download of an endpoint whose reply is converted.

use virtual_finance::{Client, Isin};

fn main() {
    let client = Client::new().unwrap();
    let _ = client.download(&Isin::new("IBM"));
}
