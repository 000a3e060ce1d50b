//! A request without its required choice.

use virtual_finance_golden::Visit;

fn main() {
    let _ = Visit::new("anna");
}
