//! Completions for shells, and man pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::builder::EnumValueParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use virtual_finance_tables::text::{Content, Failure};

use crate::arguments::{Arguments, COMPLETE, COMPLETIONS, DIR, FILES, MAN, OUTPUT, Program, ids::SHELL};
use crate::writing::Destination;

/// Returns the subcommands that write completions and man pages; none for a table in a file, whose name is no word of a
/// shell.
pub(crate) fn commands(program: &Program) -> Vec<Command> {
    if program.is_foreign { Vec::new() } else { vec![completions_command(program), man_command(program)] }
}

/// Returns the subcommand that writes completions.
fn completions_command(program: &Program) -> Command {
    Command::new(COMPLETIONS)
        .about("Write completions for a shell")
        .long_about(format!(
            "Write completions for a shell: of endpoints, options and the values of enumerations.\n\nThe shell reads \
             them when it starts:\n  bash: {0} completions bash -o \
             ~/.local/share/bash-completion/completions/{0}\n  zsh:  echo 'source <({0} completions zsh)' >> \
             ~/.zshrc, after its compinit\n  fish: {0} completions fish -o ~/.config/fish/completions/{0}.fish",
            program.name
        ))
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
fn man_command(program: &Program) -> Command {
    Command::new(MAN)
        .about("Write man pages to a folder")
        .long_about(format!(
            "Write man pages to a folder, one for each subcommand.\n\nman finds them in a folder man1 below one of \
             its own: {0} man ~/.local/share/man/man1, then man {0}-{1}.",
            program.name,
            program.example_line().split(' ').next().unwrap_or_default()
        ))
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
pub(crate) fn completions(mut command: Command, arguments: &Arguments<'_>) -> Result<(), Failure> {
    let Some(shell) = arguments.get_one::<Shell>(SHELL).copied() else {
        let name = arguments.program().name;
        return Err(Failure::other(format!("completions needs a shell; see {name} completions --help")));
    };
    let script = match script(arguments.program(), &shell.to_string()) {
        Some(script) => script.into_bytes(),
        None => {
            let name = command.get_name().to_owned();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, name, &mut script);
            script
        }
    };
    Destination::named(arguments.program(), arguments.get_one(OUTPUT))
        .write(Content::Text, |out| out.write_all(&script))
}

/// Writes the man pages of a command line.
pub(crate) fn man(command: Command, arguments: &Arguments<'_>) -> Result<(), Failure> {
    let Some(folder) = arguments.get_one::<PathBuf>(DIR) else {
        let name = arguments.program().name;
        return Err(Failure::other(format!("man needs a folder; see {name} man --help")));
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

/// Returns the script of a shell that asks for completions; `None` for a shell that has a longer one.
fn script(program: &Program, shell: &str) -> Option<String> {
    let name = program.name;
    let function = name.replace('-', "_");
    let is_files = |word: &str| format!("[[ {word} == '{FILES}' ]]");
    Some(match shell {
        "bash" => format!(
            "_{function}() {{\n    local IFS=$'\\n'\n    COMPREPLY=($(\"$1\" {COMPLETE} \
             \"${{COMP_WORDS[@]:1:COMP_CWORD}}\" 2>/dev/null))\n    if {}; then COMPREPLY=(); else compopt +o default \
             2>/dev/null; fi\n}}\ncomplete -o default -o nosort -F _{function} {name}\n",
            is_files("${COMPREPLY[0]-}")
        ),
        // The file is the function where zsh loads it by its name, and defines it where it is read by `source`.
        "zsh" => format!(
            "#compdef {name}\n_{function}() {{\n    local -a found\n    found=(${{(f)\"$($words[1] {COMPLETE} \
             \"${{(@)words[2,CURRENT]}}\" 2>/dev/null)\"}})\n    if {}; then _files; elif (( $#found )); then compadd \
             -U -- $found; fi\n}}\nif [[ $funcstack[1] == _{function} ]]; then _{function} \"$@\"; else compdef \
             _{function} {name}; fi\n",
            is_files("$found[1]")
        ),
        "fish" => format!(
            "function __{function}_complete\n    set -l found ({name} {COMPLETE} (commandline -opc)[2..] (commandline \
             -ct) 2>/dev/null)\n    if test \"$found\" = '{FILES}'\n        __fish_complete_path (commandline -ct)\n    \
             else if set -q found[1]\n        printf '%s\\n' $found\n    end\nend\ncomplete -c {name} -f -a \
             '(__{function}_complete)'\n"
        ),
        _ => return None,
    })
}
