//! Makes the client of the weather from its table.

use virtual_finance_codegen::Generator;

fn main() {
    Generator::new("api/weather.yaml")
        // The responses of converters are in the OpenAPI document, too.
        .schemas(true)
        // What editors complete and check the table with.
        .editor_schema("api/weather.schema.json")
        .run();
}
