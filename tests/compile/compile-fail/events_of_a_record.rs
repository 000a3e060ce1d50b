//! The events of a reply that is a record of the table, with a client of the core.

use virtual_finance_consumer::Observations;
use virtual_finance_core::blocking::Client;

fn observations(client: &Client, observations: &Observations) {
    let _ = client.events(observations);
}

fn main() {}
