//! Completions for shells, and man pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::builder::EnumValueParser;
use clap::{Arg, ArgMatches, Command, ValueHint};
use clap_complete::Shell;

use crate::destination::Destination;
use crate::failure::Failure;
use crate::ids::{COMPLETIONS, DIR, MAN, OUTPUT, SHELL};

/// Returns the subcommand that writes completions.
pub(crate) fn completions_command() -> Command {
    Command::new(COMPLETIONS)
        .about("Write completions for a shell")
        .long_about(
            "Write completions for a shell: of endpoints, options and the values of enumerations.\n\nThe shell reads \
             them when it starts:\n  bash: vfapi completions bash -o \
             ~/.local/share/bash-completion/completions/vfapi\n  zsh:  vfapi completions zsh -o DIR/_vfapi, with a DIR \
             of $fpath\n  fish: vfapi completions fish -o ~/.config/fish/completions/vfapi.fish",
        )
        .arg(
            Arg::new(SHELL)
                .value_name("SHELL")
                .required(true)
                .value_parser(EnumValueParser::<Shell>::new())
                .ignore_case(true)
                .help("The shell"),
        )
}

/// Returns the subcommand that writes man pages.
pub(crate) fn man_command() -> Command {
    Command::new(MAN)
        .about("Write man pages to a folder")
        .long_about(
            "Write man pages to a folder, one for each subcommand.\n\nman finds them in a folder man1 below one of \
             its own: vfapi man ~/.local/share/man/man1, then man vfapi-history.",
        )
        .arg(
            Arg::new(DIR)
                .value_name("DIR")
                .required(true)
                .value_parser(clap::value_parser!(PathBuf))
                .value_hint(ValueHint::DirPath)
                .help("The folder, which is made if it is missing"),
        )
}

/// Writes the completions of a command line.
pub(crate) fn completions(mut command: Command, arguments: &ArgMatches) -> Result<(), Failure> {
    let Some(shell) = arguments.get_one::<Shell>(SHELL).copied() else {
        return Err(Failure::other("completions needs a shell; see vfapi completions --help"));
    };
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    Destination::named(arguments.get_one(OUTPUT)).write(|out| out.write_all(&script))
}

/// Writes the man pages of a command line.
pub(crate) fn man(command: Command, arguments: &ArgMatches) -> Result<(), Failure> {
    let Some(folder) = arguments.get_one::<PathBuf>(DIR) else {
        return Err(Failure::other("man needs a folder; see vfapi man --help"));
    };
    pages(command, folder).map_err(|error| {
        let advice = "name a folder that can be written";
        Failure::other(format!("the man pages cannot be written to {}: {error}; {advice}", folder.display()))
    })
}

fn pages(command: Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}
