//! Tools for the table: `cargo run --example table -- new NAME URL REPLY`, `fmt`, `diff OLD.yaml` or `import OPENAPI.yaml`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use virtual_finance_codegen::{Generator, Mode, TableFile, ensure};
use virtual_finance_openapi::{ImportOptions, Wanted, draft, import};

fn main() -> Result<(), Box<dyn Error>> {
    let (generator, root) = (Generator::new("api/api.yaml").schemas(true), Path::new("."));
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["new", name, url, reply] => {
            let (table, reply) = (TableFile { root, path: generator.table() }, fs::read(reply)?);
            let wanted = Wanted { name, url, reply: &reply, by_hand: false, is_complete: false };
            let draft = draft(table.path, &table.text()?, &table.included_files(), &wanted)?;
            fs::write(table.path, draft.table)?;
            if let Some((module, text)) = draft.converter {
                fs::write(format!("src/converters/{module}.rs"), text)?;
            }
        }
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
            import.notes.iter().for_each(|note| eprintln!("{}", note.in_file(document)));
            print!("{}", import.table);
        }
        _ => return Err("write new NAME URL REPLY, fmt, diff OLD.yaml or import OPENAPI.yaml".into()),
    }
    Ok(())
}
