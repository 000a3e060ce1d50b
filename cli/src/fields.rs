//! The subcommand `fields`: the fields that conditions of the custom screener can have, without a network.

use std::io::{self, Write as _};

use virtual_finance::screening::{FieldInfo, InstrumentKind, Takes};
use virtual_finance_command::clap::{Arg, Command};
use virtual_finance_command::parts::without_results;
use virtual_finance_command::{Arguments, Failure, Subcommand};

/// The argument.
const WORD: &str = "word";

/// The subcommand.
pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    group: Some("Market"),
    words: &["screener-values"],
    ..Subcommand::new("fields", command, run)
};

/// The number of values of a field that a line shows.
const SHOWN: usize = 4;

#[expect(clippy::unnecessary_wraps, reason = "subcommands of other programs may be without one")]
fn command(_: &'static virtual_finance_command::Program) -> Option<Command> {
    let word = Arg::new(WORD).value_name("WORD").help(
        "Lists only fields whose names or meanings have that word; a name alone has its values listed too",
    );
    Some(Command::new("fields").about("The fields of screener conditions, from a list of its own").arg(word))
}

fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    without_results(arguments)?;
    let word = arguments.get_one::<String>(WORD).map(|word| word.to_lowercase());
    let text = listed(word.as_deref().unwrap_or_default());
    if text.is_empty() {
        let word = word.unwrap_or_default();
        return Err(Failure::usage(format!(
            "no field has {word:?} in its name or meaning; try a part of it"
        )));
    }
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::other(format!("the fields cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Returns a line for each field that has a word in its name or meaning.
fn listed(word: &str) -> String {
    let has_it = |text: &str| text.to_lowercase().contains(word);
    // A usual name such as `P/E` or `market cap`.
    let usual = FieldInfo::full_name(&word.replace(' ', "")).to_owned();
    let is_meant = |field: &&FieldInfo| has_it(field.id) || has_it(field.doc) || field.id == usual;
    let fields = FieldInfo::all().iter().filter(is_meant);
    let lines = fields.map(|field| {
        let (id, doc) = (field.id, field.doc.trim().trim_end_matches('.'));
        let values = match field.takes {
            Takes::OneOf(values) if field.id == word => format!("; one of {}", values.join(", ")),
            Takes::OneOf(values) => {
                format!("; such as {}", values.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", "))
            }
            _ => String::new(),
        };
        let kinds = match field.kinds {
            [InstrumentKind::Equity] => String::new(),
            kinds => {
                let kinds = kinds.iter().map(|kind| kind.as_str().to_lowercase()).collect::<Vec<_>>();
                format!(" ({})", kinds.join(", "))
            }
        };
        format!("{id}{kinds}\n    {doc}{values}\n")
    });
    lines.collect()
}
