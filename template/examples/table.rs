//! Tools for the table: `cargo run --example table -- fmt`, `diff OLD.yaml` or `import OPENAPI.yaml`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use virtual_finance_codegen::{Generator, Mode, ensure};
use virtual_finance_openapi::{ImportOptions, import};

fn main() -> Result<(), Box<dyn Error>> {
    let (generator, root) = (Generator::new("api/api.yaml").schemas(true), Path::new("."));
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["fmt"] => {
            ensure(root, &generator.formatted(root)?, None, Mode::Write)?;
        }
        ["diff", old] => {
            let (old, new) = (fs::read_to_string(old)?, fs::read_to_string(generator.table())?);
            generator.diff(&old, &new)?.iter().for_each(|change| println!("{change}"));
        }
        ["import", document] => {
            let converters = generator.converter_names(root)?;
            let options = ImportOptions { converters: &converters, ..ImportOptions::default() };
            let import = import(&fs::read_to_string(document)?, &options)?;
            import.notes.iter().for_each(|note| eprintln!("{document}: {note}"));
            print!("{}", import.table);
        }
        _ => return Err("write fmt, diff OLD.yaml or import OPENAPI.yaml".into()),
    }
    Ok(())
}
