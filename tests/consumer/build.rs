//! Makes the clients of the tide gauges and of the buoys from their tables.

use virtual_finance_codegen::Generator;

fn main() {
    Generator::new("api/tides.yaml")
        .converters("src/converters")
        // Requests are the keys of a cache.
        .derive("Eq")
        .derive("Hash")
        .run();
    Generator::new("api/waves.yaml")
        .converters("src/wave_converters")
        .output("waves")
        // Both tables have it; there is one of them in Rust.
        .extern_type("Unit", "crate::Unit")
        .run();
}
