//! A request without the second of its two required parameters.

use virtual_finance_golden::Label;

fn main() {
    let _ = Label::new("fig");
}
