//! Makes the client from the table.

use virtual_finance_codegen::Generator;

fn main() {
    Generator::new("api/api.yaml").schemas(true).editor_schema("api/api.schema.json").run();
}
