//! The Python files of a package for any table of endpoints: its requests, the types of its responses, and the clients,
//! replies and frames that every table has. The native module beside them is that of `python/native`.
//!
//! The build script of that module writes them:
//!
//! ```ignore
//! let table = Generator::new("api/weather.yaml").python("weather");
//! virtual_finance_python_package::run(&table, Path::new("../weather"), weather::ENDPOINTS);
//! ```

use std::io::Write as _;
use std::path::Path;

use virtual_finance_codegen::{GeneratedFile, Generator, GeneratorError, Mode, ensure};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::python;

/// Returns the names and texts of files of the market's package.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../virtual_finance/", $name)))),*]
    };
}

/// The files that every table has, from the market's package, where its tests hold them to what they promise.
const FILES: &[(&str, &str)] = files![
    "_any.pyi"
    "_await.py"
    "_base.py"
    "_concat.py"
    "_hooks.py"
    "_html.py"
    "_missing.py"
    "_needs.py"
    "_pandas.py"
    "_plot.py"
    "_reply.py"
    "_request.py"
    "_settings.py"
    "_values.py"
    "errors.py"
    "testing.py"
];

/// The file by which type checkers know that a package has types.
const TYPED: &str = "py.typed";

/// Writes the Python files of a table into the folder of the build script, below that of [`Generator::python`]. `root` is
/// the folder of the table's crate, which the paths of the generator are from.
///
/// Errors of the table are errors of the build.
pub fn run(generator: &Generator, root: &Path, endpoints: &[&EndpointInfo]) {
    let watch = |path: &Path| {
        // Without cargo there is nobody to report to.
        let _ = writeln!(std::io::stdout(), "cargo::rerun-if-changed={}", path.display());
    };
    let included = generator.included(root);
    for path in generator.watched().into_iter().chain(included.iter().map(String::as_str)) {
        watch(&root.join(path));
    }
    let written = files(generator, root, endpoints).and_then(|(package, files)| {
        // Files that somebody removed are written again.
        watch(&Path::new(package).join(TYPED));
        Ok(ensure(Path::new("."), &files, None, Mode::Write)?)
    });
    if let Err(error) = written {
        let _ = writeln!(std::io::stderr(), "{error}");
        std::process::exit(1);
    }
}

/// Returns the folder of the package, and its files.
fn files<'g>(
    generator: &'g Generator,
    root: &Path,
    endpoints: &[&EndpointInfo],
) -> Result<(&'g str, Vec<GeneratedFile>), GeneratorError> {
    let (package, mut files) = generator.python_files(root)?;
    let mut add = |name: &str, text: String| {
        files.push(GeneratedFile { path: format!("{package}/{name}"), text });
    };
    for (name, text) in FILES {
        // The native module of any table has the types of it alone.
        add(
            &name.replace("_any", "_native"),
            format!("# @generated from {name} of virtual-finance; do not edit.\n{text}"),
        );
    }
    add("responses.py", python("cargo build", endpoints));
    add(TYPED, String::new());
    Ok((package, files))
}
