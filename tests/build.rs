//! Lists the requests of the table for the macro `each_request!`, and names the platform for tests that ask cargo.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

const TABLE: &str = "../spec/endpoints.yaml";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={TABLE}");
    println!("cargo::rustc-env=PLATFORM={}", env::var("TARGET")?);
    let table: serde_yaml::Value = serde_yaml::from_str(&fs::read_to_string(TABLE)?)?;
    let endpoints = table.get("endpoints").and_then(serde_yaml::Value::as_mapping);
    let names = endpoints.into_iter().flatten().filter_map(|(name, _)| name.as_str());
    let calls: String = names.map(|name| format!("        $each!({name});\n")).collect();
    let list = format!(
        "/// Calls a macro with the type of every request of the table: `each_request!(check);` is\n\
         /// `check!(Profile);` and so on.\n\
         #[macro_export]\nmacro_rules! each_request {{\n    ($each:ident) => {{\n{calls}    }};\n}}\n"
    );
    fs::write(Path::new(&env::var("OUT_DIR")?).join("each_request.rs"), list)?;
    Ok(())
}
