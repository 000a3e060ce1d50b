//! Builds the programs of a workspace and runs them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::figures::{Figure, Figures};

/// The functions whose instructions are counted.
const COUNTED: [&str; 2] = ["speed::work::measured_conversion", "speed::work::measured_request"];

/// The settings of glibc's allocator with which it keeps all that is freed at hand. Otherwise what an allocation costs depends
/// on the order of those before, which the seeds of hash tables change: up to 4 % of a conversion.
const ALLOCATOR: &str = "glibc.malloc.tcache_count=60000:glibc.malloc.mmap_threshold=1073741824:\
                         glibc.malloc.trim_threshold=4294967295:glibc.malloc.top_pad=67108864";

/// The beginnings of the environment variables that cargo sets for a program that it runs.
const OWN_VARIABLES: [&str; 3] = ["CARGO_MANIFEST_", "CARGO_PKG_", "OUT_DIR"];

/// The program of a workspace, in a folder of its own: another build may take its place.
pub(super) struct Program {
    folder: PathBuf,
    inputs: PathBuf,
}

impl Program {
    /// Builds the program of a workspace below the target folder of `root`, which may be another one, with the profile of
    /// releases.
    pub(super) fn build(root: &Path, workspace: &Path) -> Result<Self, String> {
        let target = root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
        let is_other = root != workspace;
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--quiet", "--release", "-p", "virtual-finance-speed"]);
        // Into which of several units a function falls depends on all others, and moves figures by 5 %.
        for package in ["core", "runtime"] {
            let key = format!("profile.release.package.virtual-finance-{package}.codegen-units=1");
            cargo.args(["--config", &key]);
        }
        if !is_other {
            cargo.arg("--locked");
        }
        // Of this program; build scripts such as ring's would run again for them, and everything above be built once more.
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(|name| OWN_VARIABLES.iter().any(|own| name.starts_with(own))) {
                cargo.env_remove(name);
            }
        }
        output(cargo.current_dir(workspace).env("CARGO_TARGET_DIR", &target))?;
        let folder = target.join("speed").join(if is_other { "before" } else { "now" });
        let program = format!("speed{}", std::env::consts::EXE_SUFFIX);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::copy(target.join("release").join(&program), folder.join(program)))
            .map_err(|error| format!("{} cannot be written: {error}; make room", folder.display()))?;
        Ok(Self { folder, inputs: target.join("speed/inputs") })
    }

    /// Invents the replies, and counts instructions and allocations.
    pub(super) fn measured(&self) -> Result<Figures, String> {
        self.invent()?;
        self.counted()
    }

    /// Writes the replies that are converted.
    pub(super) fn invent(&self) -> Result<(), String> {
        output(&mut self.speed("inputs")).map(drop)
    }

    /// Counts instructions and allocations.
    pub(super) fn counted(&self) -> Result<Figures, String> {
        let allocations = lines(&output(&mut self.speed("allocations"))?);
        let mut figures = Figures { machine: machine(), ..Figures::default() };
        for (name, count) in allocations {
            figures.of.insert(name, Figure { allocations: Some(count), ..Figure::default() });
        }
        if !has_valgrind() {
            return Ok(figures);
        }
        for (name, count) in self.instructions()? {
            figures.of.entry(name).or_default().instructions = Some(count);
        }
        Ok(figures)
    }

    /// Returns the minimum time of each thing, in nanoseconds.
    pub(super) fn times(&self) -> Result<BTreeMap<String, u64>, String> {
        Ok(lines(&output(&mut self.speed("times"))?).into_iter().collect())
    }

    /// Counts the instructions of a second run of each thing, so that what is done once falls out.
    fn instructions(&self) -> Result<Vec<(String, u64)>, String> {
        let out = self.folder.join("callgrind.speed");
        let mut command = valgrind(&out);
        // With the names of both it counts nothing: an option replaces the other of the same name.
        command.args(["--combine-dumps=yes", "--toggle-collect=*::measured_*"]);
        command.args(COUNTED.map(|function| format!("--dump-after={function}")));
        command.arg(self.folder.join("speed")).arg("twice").arg(&self.inputs);
        let names = lines(&output(&mut command)?);
        let counts = totals(&out)?;
        // A part for each call; what remains at the end is nothing.
        let pairs = counts.as_chunks::<2>().0;
        if pairs.len() != names.len() {
            return Err(format!(
                "{} has {} parts for {} things; check that {} are the functions that are counted",
                out.display(),
                counts.len(),
                names.len(),
                COUNTED.join(" and ")
            ));
        }
        Ok(names.into_iter().zip(pairs).map(|((name, _), [_, second])| (name, *second)).collect())
    }

    fn speed(&self, task: &str) -> Command {
        let mut command = Command::new(self.folder.join("speed"));
        command.arg(task).arg(&self.inputs);
        command
    }
}

fn valgrind(out: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind"]).arg(format!("--callgrind-out-file={}", out.display()));
    command.env("GLIBC_TUNABLES", ALLOCATOR);
    command
}

fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Returns the kind of the processor and the C library, as far as they choose the instructions.
fn machine() -> String {
    #[cfg(target_arch = "x86_64")]
    let features = if std::arch::is_x86_feature_detected!("avx2") { " with AVX2" } else { "" };
    #[cfg(not(target_arch = "x86_64"))]
    let features = "";
    let libc = output(Command::new("getconf").arg("GNU_LIBC_VERSION")).unwrap_or_default();
    format!("{}{features}, {}", std::env::consts::ARCH, libc.trim())
}

/// Returns the instructions of each part of a file of callgrind.
fn totals(path: &Path) -> Result<Vec<u64>, String> {
    let text =
        fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let totals = text.lines().filter_map(|line| line.strip_prefix("totals: "));
    totals
        .map(|total| total.trim().parse().map_err(|_| format!("{} has totals {total:?}", path.display())))
        .collect()
}

/// Returns the names and figures of an output, a line each.
fn lines(text: &str) -> Vec<(String, u64)> {
    let line = |line: &str| {
        let (number, name) = line.split_once('\t')?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

/// Runs a command and returns what it printed.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program} cannot be run: {error}; install it"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
