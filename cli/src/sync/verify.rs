//! The check of a folder of bars: every file against the manifest.

use virtual_finance_command::Failure;

use crate::sync::folder::{Entry, Folder};

/// A symbol or a folder that was checked.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) symbol: String,
    pub(crate) entry: Option<Entry>,
    /// The damage, and the advice.
    pub(crate) fault: Option<String>,
}

/// Checks every symbol of the manifest and every folder.
pub(crate) fn check(folder: &Folder) -> Result<Vec<Checked>, Failure> {
    let symbols = folder.symbols().iter();
    let mut all: Vec<Checked> = symbols
        .map(|(symbol, entry)| Checked {
            symbol: symbol.clone(),
            entry: Some(entry.clone()),
            fault: fault(folder, symbol, entry),
        })
        .collect();
    for found in folder.found()? {
        let (symbol, fault) = match found {
            Ok(symbol) if folder.symbols().contains_key(&symbol) => continue,
            Ok(symbol) => (symbol, "it is not in the manifest: sync it, or remove its folder".to_owned()),
            Err(folder) => {
                let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (name, "it is the folder of no symbol: remove it".to_owned())
            }
        };
        all.push(Checked { symbol, entry: None, fault: Some(fault) });
    }
    Ok(all)
}

/// Returns the fault of the file of a symbol.
fn fault(folder: &Folder, symbol: &str, expected: &Entry) -> Option<String> {
    match folder.read(symbol) {
        Ok(Some((_, entry))) if entry == *expected => None,
        Ok(Some((_, entry))) => Some(format!(
            "its file has {} bars up to {}, and is not that of the manifest: remove its folder and sync it",
            entry.bars, entry.last
        )),
        Ok(None) => Some("its file is missing: sync it".to_owned()),
        Err(reason) => Some(format!("its file is damaged ({}): sync it", reason.trim_end_matches('.'))),
    }
}
