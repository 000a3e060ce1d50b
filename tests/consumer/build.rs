//! Makes the client of the tide gauges from its table.

fn main() {
    virtual_finance_codegen::Generator::new("api/tides.yaml")
        .converters("src/converters")
        // Requests are the keys of a cache.
        .derive("Eq")
        .derive("Hash")
        .run();
}
