//! The columns of a table and the order of its rows, as they are asked for.

use std::borrow::Cow;
use std::cmp::Ordering;

use virtual_finance_core::catalogue::ViewInfo;

use super::Rendering;
use crate::tabular::{Cell, Column, Kind, KnownColumn, NAME, Outline, Possible, Table, VALUE, likely};
use crate::text::Failure;

impl Rendering {
    /// Returns true if columns or an order are asked for.
    pub const fn is_arranged(&self) -> bool {
        !self.columns.is_empty() || self.sort.is_some()
    }

    /// Returns the column by which rows are sorted, and true if they go down.
    fn order(&self) -> Option<(&str, bool)> {
        let sort = self.sort.as_deref()?;
        Some(sort.strip_prefix('-').map_or((sort, false), |name| (name, true)))
    }

    /// Returns the names of the wanted columns and the column of the order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str).chain(self.order().map(|(name, _)| name))
    }

    /// Returns true if rows are asked for by their columns, their order or their number.
    pub const fn is_of_rows(&self) -> bool {
        self.is_arranged() || self.limit.is_some()
    }

    /// Returns a table with the columns, the order and the number of rows that are asked for. A column that says which request
    /// or part of it a row is of stays if there are several.
    ///
    /// # Errors
    /// The table has no column of a name.
    pub fn arranged<'t, 'v>(
        &self,
        table: Cow<'t, Table<'v>>,
        outline: &Outline,
    ) -> Result<Cow<'t, Table<'v>>, Failure> {
        let mut lacking = Vec::new();
        let table = self.arranged_where_known(table, outline, &mut lacking)?;
        match lacking.into_iter().next() {
            Some((_, failure)) => Err(failure),
            None => Ok(table),
        }
    }

    /// Returns a table as [`arranged`](Self::arranged) does. A missing column is null and goes to the missing columns with
    /// the failure: another request may have it.
    pub(super) fn arranged_where_known<'t, 'v>(
        &self,
        table: Cow<'t, Table<'v>>,
        outline: &Outline,
        lacking: &mut Vec<(String, Failure)>,
    ) -> Result<Cow<'t, Table<'v>>, Failure> {
        // An order is that of all rows.
        let table = if self.sort.is_none() { self.limited(table, outline) } else { table };
        if !self.is_arranged() {
            return Ok(table);
        }
        let view = &outline.view.unwrap_or(ViewInfo::new(None));
        let mut table = table.into_owned();
        if !self.columns.is_empty() {
            let known = outline.table(&table.name);
            let row = self.facts_as_row(&table, known.as_ref(), outline);
            let is_row = row.is_some();
            let columns = known.map(|known| if is_row { known.facts } else { known.columns });
            table = with_absent(row.unwrap_or(table), columns.unwrap_or_default());
        }
        for name in self.names() {
            if let Err(failure) = column(&table, name, view) {
                lacking.push((name.to_owned(), failure));
                table.columns.push(Column::new(Cow::Owned(name.to_owned()), vec![Cell::Null; table.rows]));
            }
        }
        if let Some((name, is_down)) = self.order() {
            let column = column(&table, name, view)?;
            let mut order: Vec<usize> = (0..table.rows).collect();
            let cell = |row: &usize| column.cells.get(*row).unwrap_or(&Cell::Null);
            order.sort_by(|one, other| compared(cell(one), cell(other), is_down));
            for column in &mut table.columns {
                let cells = order.iter().map(|row| column.cells.get(*row).cloned().unwrap_or(Cell::Null));
                column.cells = cells.collect();
            }
        }
        if !self.columns.is_empty() {
            let columns = self.columns.iter().map(|name| column(&table, name, view).cloned());
            let mut columns: Vec<Column<'v>> = columns.collect::<Result<_, _>>()?;
            let is_new = |key: &&Column<'v>| columns.iter().all(|column| column.name != key.name);
            let keys = table.columns.iter().filter(|column| column.is_key && column.varies()).filter(is_new);
            let keys: Vec<Column<'v>> = keys.cloned().collect();
            columns.splice(..0, keys);
            table.columns = columns;
        }
        Ok(if self.sort.is_some() { self.limited(Cow::Owned(table), outline) } else { Cow::Owned(table) })
    }

    /// Returns the rows of a table up to the number that is asked for: the first ones, and of bars in the order of time the
    /// newest.
    fn limited<'t, 'v>(&self, table: Cow<'t, Table<'v>>, outline: &Outline) -> Cow<'t, Table<'v>> {
        let Some(limit) = self.limit.filter(|limit| table.rows > *limit) else { return table };
        let times = || table.columns.iter().find(|column| column.kind() == Kind::Time).map(Column::times);
        let are_bars = self.sort.is_none() && outline.has_chart() && outline.is_main(&table.name);
        let is_newest = are_bars && times().is_some_and(Iterator::is_sorted);
        Cow::Owned(if is_newest { table.last(limit) } else { table.first(limit).into_owned() })
    }

    /// Returns a table of names and values as one row with a column for each name, if other columns than its own are asked
    /// for.
    fn facts_as_row<'v>(
        &self,
        table: &Table<'v>,
        known: Option<&Possible>,
        outline: &Outline,
    ) -> Option<Table<'v>> {
        let [names, values] = table.columns.as_slice() else { return None };
        let is_own = |name: &String| [NAME, VALUE].iter().any(|own| name.eq_ignore_ascii_case(own));
        let has_facts = table.has_facts() || known.is_some_and(|known| !known.facts.is_empty());
        let are_own = names.name == NAME && values.name == VALUE;
        if !has_facts || !are_own || self.columns.iter().any(is_own) {
            return None;
        }
        let columns = names.cells.iter().zip(&values.cells).filter_map(|(name, value)| {
            let name = name.text()?;
            let column = Column::new(Cow::Borrowed(name), vec![value.clone()]);
            Some(Column { granularity: outline.granularity(name), ..column })
        });
        Some(Table { name: table.name.clone(), columns: columns.collect(), rows: table.rows.min(1) })
    }
}

/// Returns a table with the columns that it lacks and others of its kind have, which are null.
fn with_absent(mut table: Table<'_>, possible: Vec<KnownColumn>) -> Table<'_> {
    for KnownColumn { name, .. } in possible {
        if table.column(&name).is_none() {
            table.columns.push(Column::new(Cow::Owned(name), vec![Cell::Null; table.rows]));
        }
    }
    table
}

/// Returns the column of a name, in any case, or of a heading. Without its signs and spaces either will do, where one column
/// alone has it: `pe`, `market cap`.
fn column<'t, 'v>(table: &'t Table<'v>, name: &str, view: &ViewInfo) -> Result<&'t Column<'v>, Failure> {
    let is_named = |column: &&Column<'_>| column.name.eq_ignore_ascii_case(name);
    let is_headed = |column: &&Column<'_>| {
        let mut labels = view.labels.iter().filter(|(known, _)| *known == column.name);
        labels.any(|(_, label)| label.eq_ignore_ascii_case(name))
    };
    let columns = || table.columns.iter();
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric() || *letter == '%');
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    let is_like = |column: &&Column<'_>| {
        let labels = view.labels.iter().filter(|(known, _)| *known == column.name).map(|(_, label)| *label);
        !wanted.is_empty() && labels.chain([&*column.name]).any(|text| plain(text) == wanted)
    };
    let alone = || {
        let mut like = columns().filter(is_like);
        like.next().filter(|_| like.next().is_none())
    };
    let found = table.column(name).or_else(|| columns().find(is_named)).or_else(|| columns().find(is_headed));
    found.or_else(alone).ok_or_else(|| {
        let label = |column: &&Column<'_>| view.labels.iter().find(|(known, _)| *known == column.name);
        let names = columns().map(|column| &*column.name);
        let labels = columns().filter_map(|column| Some(label(&column)?.1));
        let advice = match likely(name, &names.chain(labels).collect::<Vec<_>>()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => {
                let shown = columns().map(|column| match label(&column) {
                    Some((name, heading)) => format!("{name} ({heading})"),
                    None => column.name.to_string(),
                });
                format!("write one of {}", shown.collect::<Vec<_>>().join(", "))
            }
        };
        Failure::usage(format!("the table {} has no column {name:?}: {advice}", table.name))
    })
}

/// Compares two cells; those without a value come last, whichever way the others go. Cells of another kind, such as a text
/// among numbers, stand together.
fn compared(one: &Cell<'_>, other: &Cell<'_>, is_down: bool) -> Ordering {
    let is_null = |cell: &Cell<'_>| *cell == Cell::Null;
    let nulls = is_null(one).cmp(&is_null(other));
    let values = || match (one, other) {
        (Cell::Time(one), Cell::Time(other)) => one.cmp(other),
        (Cell::Boolean(one), Cell::Boolean(other)) => one.cmp(other),
        (Cell::Text(one), Cell::Text(other)) if percent(one).is_none() && percent(other).is_none() => {
            one.cmp(other)
        }
        _ => rank(one).cmp(&rank(other)).then_with(|| number(one).total_cmp(&number(other))),
    };
    nulls.then_with(|| if is_down { values().reverse() } else { values() })
}

/// Returns the place of a kind of cells among the others.
fn rank(cell: &Cell<'_>) -> u8 {
    match cell {
        Cell::Number(_) | Cell::Formatted(..) => 0,
        Cell::Text(text) if percent(text).is_some() => 1,
        Cell::Time(_) => 2,
        Cell::Boolean(_) => 3,
        _ => 4,
    }
}

/// Returns the number of a cell; cells of other kinds share one number.
fn number(cell: &Cell<'_>) -> f64 {
    cell.double().or_else(|| percent(cell.text()?)).unwrap_or(f64::NAN)
}

/// Returns the number of a text such as `-0.25%`, as pages have them.
fn percent(text: &str) -> Option<f64> {
    text.strip_suffix('%')?.parse().ok()
}
