//! Writes the Python files that need no author.

use std::path::Path;

use virtual_finance_codegen::Generator;

fn main() {
    let table = Generator::new("api/weather.yaml").command("cargo build").python("weather");
    virtual_finance_python_package::run(&table, Path::new("../../../tests/weather"), weather::ENDPOINTS);
}
