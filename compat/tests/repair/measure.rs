//! The result of a repair of planted faults, cell by cell: mended, missed, mended otherwise, and right cells that it changed.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;
use virtual_finance::responses::Number;
use virtual_finance::responses::history::Response;
use virtual_finance_compat::repair::{Repairs, repair};

/// The cells of a history: its columns, and the dividends by their day.
type Cells = (Vec<Vec<Option<f64>>>, BTreeMap<i64, f64>);

fn cells(history: &Response) -> Cells {
    let bars = &history.ohlcdata;
    let columns = [&bars.open, &bars.high, &bars.low, &bars.close, &bars.adjclose, &bars.volume];
    let values = |column: &Option<Vec<Option<Number>>>| {
        column.iter().flatten().map(|value| value.as_ref().and_then(Number::as_f64)).collect()
    };
    let paid = history.dividends.iter().flatten();
    let paid = paid.map(|paid| (*paid.date.get().unwrap(), paid.amount.as_f64().unwrap_or_default()));
    let mut dividends = BTreeMap::new();
    for (date, amount) in paid {
        *dividends.entry(date).or_default() += amount;
    }
    (columns.map(values).to_vec(), dividends)
}

/// The counts of one kind of fault.
#[derive(Debug, Default, Clone)]
pub(crate) struct Count {
    pub(crate) tables: usize,
    pub(crate) to_mend: usize,
    pub(crate) mended: usize,
    pub(crate) missed: usize,
    pub(crate) otherwise: usize,
    /// Right rows that were changed.
    pub(crate) right_rows: usize,
    /// Tables of which something was missed, and nothing was told.
    pub(crate) silent: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tables, to_mend, mended, missed, otherwise, right_rows, silent } = self;
        write!(
            f,
            "{tables:>6} {to_mend:>9} {mended:>9} {missed:>8} {otherwise:>8} {right_rows:>8} {silent:>6}"
        )
    }
}

/// The counts by kind of fault.
#[derive(Default)]
pub(crate) struct Measure {
    kinds: BTreeMap<String, Count>,
    /// The first tables that are not mended as they should be, with what the repair tells.
    examples: Vec<String>,
}

impl Measure {
    pub(crate) fn add(
        &mut self,
        kind: &str,
        name: &str,
        clean: &Response,
        planted: &Response,
        gains: &[Value],
    ) {
        let mut fund = planted.clone();
        fund.capital_gains = serde_json::from_value(Value::from(gains)).unwrap();
        let found = repair(fund, None);
        let count = self.kinds.entry(kind.to_owned()).or_default();
        let before = count.clone();
        count.tables += 1;
        compare(count, clean, planted, &found.response);
        let is_silent = count.missed > before.missed && found.repairs.undecided.is_empty();
        count.silent += usize::from(is_silent);
        if count.mended - before.mended != count.to_mend - before.to_mend
            || count.right_rows > before.right_rows
        {
            self.example(kind, name, &before, &found.repairs);
        }
    }

    fn example(&mut self, kind: &str, name: &str, before: &Count, repairs: &Repairs) {
        let is_harmed = self.kinds[kind].right_rows > before.right_rows;
        if is_harmed || self.examples.iter().filter(|known| known.starts_with(kind)).count() < 3 {
            let now = &self.kinds[kind];
            let right = now.right_rows - before.right_rows;
            let (missed, otherwise) = (now.missed - before.missed, now.otherwise - before.otherwise);
            let told: String = repairs.to_string().lines().take(16).collect::<Vec<_>>().join("\n      ");
            self.examples.push(format!(
                "{kind}: {name}: missed {missed}, otherwise {otherwise}, right rows {right}\n      {told}"
            ));
        }
    }

    /// Returns the counts of all kinds but those that are to be told only.
    pub(crate) fn total(&self) -> Count {
        let mut total = Count::default();
        let is_mended = |kind: &str| !kind.starts_with("told");
        for count in self.kinds.iter().filter(|(kind, _)| is_mended(kind)).map(|(_, count)| count) {
            total.tables += count.tables;
            total.to_mend += count.to_mend;
            total.mended += count.mended;
            total.missed += count.missed;
            total.otherwise += count.otherwise;
            total.right_rows += count.right_rows;
            total.silent += count.silent;
        }
        total
    }

    pub(crate) fn harmful(&self) -> Vec<&str> {
        self.kinds.iter().filter(|(_, count)| count.right_rows > 0).map(|(kind, _)| kind.as_str()).collect()
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<44} tables   to mend    mended   missed  otherw.    right silent", "kind")?;
        for (kind, count) in &self.kinds {
            writeln!(f, "{kind:<44} {count}")?;
        }
        writeln!(f, "{:<44} {}", "all", self.total())?;
        self.examples.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

fn is_same(one: Option<f64>, other: Option<f64>, tolerance: f64) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= tolerance * other.abs(),
        (one, other) => one == other,
    }
}

fn compare(count: &mut Count, clean: &Response, planted: &Response, found: &Response) {
    let (clean, planted, found) = (cells(clean), cells(planted), cells(found));
    let rows = clean.0[0].len();
    let is_right: Vec<bool> = (0..rows)
        .map(|row| {
            (0..clean.0.len()).all(|column| is_same(planted.0[column][row], clean.0[column][row], 5e-6))
        })
        .collect();
    let mut is_harmed = vec![false; rows];
    let mut one = |row: Option<usize>, clean: Option<f64>, planted: Option<f64>, found: Option<f64>| {
        // A fault of less than half a part in a hundred thousand is rounding.
        if is_same(planted, clean, 5e-6) {
            if !is_same(found, planted, 1e-12) && !is_same(found, clean, 2e-4) {
                match row {
                    Some(row) if is_right[row] => is_harmed[row] = true,
                    // A right cell of a wrong row.
                    Some(_) => {
                        count.to_mend += 1;
                        count.otherwise += 1;
                    }
                    None => count.right_rows += 1,
                }
            }
            return;
        }
        count.to_mend += 1;
        match () {
            () if is_same(found, clean, 2e-4) => count.mended += 1,
            () if is_same(found, planted, 1e-12) => count.missed += 1,
            () => count.otherwise += 1,
        }
    };
    for (column, values) in clean.0.iter().enumerate() {
        for (row, value) in values.iter().enumerate() {
            one(Some(row), *value, planted.0[column][row], found.0[column][row]);
        }
    }
    let days: std::collections::BTreeSet<i64> = clean.1.keys().chain(planted.1.keys()).copied().collect();
    let of = |cells: &Cells, day: &i64| Some(cells.1.get(day).copied().unwrap_or_default());
    for day in &days {
        one(None, of(&clean, day), of(&planted, day), of(&found, day));
    }
    count.right_rows += is_harmed.into_iter().filter(|harmed| *harmed).count();
}
