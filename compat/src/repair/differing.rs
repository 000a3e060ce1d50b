//! Dividends whose two records differ: a third witness decides, for all with the same factor between the records at once.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use super::dividends::Dividends;
use super::note::Reason;
use super::numbers::{BACK, LEAN, SAME, SIZE, SPLIT, SURE, count, log_distance};
use super::paid::{Paid, falls, of_row};

/// The difference of two records.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// By a unit, of amounts that are all possible.
    Unit,
    /// By a unit, where the event or the adjusted closes have an impossible amount.
    Impossible { is_event: bool },
    /// By another ratio.
    Ratio,
    /// The adjusted closes have more than the price, or a negative amount.
    Beyond,
    /// The adjusted closes have none.
    Lacks,
}

/// Dividends to decide together: their difference, the amount of the events divided by the amount in the adjusted
/// closes, and their rows. A witness compares the two records: greater if the events are right, less if the adjusted
/// closes are.
struct Group {
    kind: Kind,
    ratio: f64,
    rows: Vec<usize>,
}

impl Group {
    fn is_unit(&self) -> bool {
        matches!(self.kind, Kind::Unit | Kind::Impossible { .. })
    }
}

impl Dividends<'_> {
    /// Mends the dividends whose records differ.
    pub(super) fn mend_differing(&mut self) {
        let mut groups: Vec<Group> = Vec::new();
        for paid in self.all.iter().filter(|paid| !paid.is_right) {
            let (kind, ratio) = self.kind(paid);
            let is_of = |group: &&mut Group| {
                let is_near =
                    matches!(kind, Kind::Lacks | Kind::Beyond) || log_distance(ratio, group.ratio) < 0.12;
                group.kind == kind && is_near
            };
            match groups.iter_mut().find(is_of) {
                Some(group) => group.rows.push(paid.row),
                None => groups.push(Group { kind, ratio, rows: vec![paid.row] }),
            }
        }
        // The impossible ones of a unit first: they say something of the others.
        groups.sort_by_key(|group| match group.kind {
            Kind::Impossible { .. } => 0,
            Kind::Lacks => 2,
            _ => 1,
        });
        let mut impossible = [Equal; 2];
        for group in groups {
            let [small, great] = &mut impossible;
            let said = if group.ratio > 1.0 { great } else { small };
            let paid: Vec<Paid> =
                self.all.iter().filter(|paid| group.rows.contains(&paid.row)).copied().collect();
            let says = self.which(&group, &paid, if group.kind == Kind::Unit { *said } else { Equal });
            if matches!(group.kind, Kind::Impossible { .. }) {
                *said = says;
            }
            for paid in &paid {
                match group.kind {
                    Kind::Lacks => self.mend_lacking(*paid, says),
                    _ => self.mend_other(*paid, &group, says),
                }
            }
            if group.is_unit() && says.is_lt() && paid.len() >= 3 && paid.len() == self.all.len() {
                // Every dividend: those as well that nothing was adjusted for.
                for row in std::mem::take(&mut self.first) {
                    self.series.pay(row, self.series.paid[row] / group.ratio, Reason::DividendUnit);
                }
            }
        }
    }

    fn kind(&self, paid: &Paid) -> (Kind, f64) {
        let hidden = (0.003 * paid.amount).max((self.noise * paid.price).min(0.5 * paid.amount));
        let ratio = paid.amount / paid.adjusted;
        let is_unit = (ratio.ln().abs() - self.series.unit.ln()).abs() <= 0.1;
        let kind = match () {
            // A hundredth may be so small that rounding hides it.
            () if paid.adjusted.abs() <= hidden && !is_unit => Kind::Lacks,
            () if paid.adjusted <= 0.0 || paid.adjusted.is_infinite() => Kind::Beyond,
            () if !is_unit => Kind::Ratio,
            () if paid.amount >= paid.price => Kind::Impossible { is_event: true },
            () if paid.adjusted >= paid.price => Kind::Impossible { is_event: false },
            () => Kind::Unit,
        };
        (kind, ratio)
    }

    /// Mends a dividend that the adjusted closes lack. The only day near it at which they have its amount without an event is
    /// its own.
    fn mend_lacking(&mut self, paid: Paid, says: Ordering) {
        let is_its = |(row, amount): &&(usize, f64)| {
            row.abs_diff(paid.row) <= 2 * BACK && (amount - paid.amount).abs() <= SAME * paid.amount
        };
        let mut near = self.steps.iter().filter(is_its);
        if let (Some(&(row, _)), None) = (near.next(), near.next()) {
            self.series.pay(paid.row, 0.0, Reason::DividendDay);
            self.series.pay(row, paid.amount, Reason::DividendDay);
            self.steps.retain(|(known, _)| *known != row);
            if let Some(mut moved) = Paid::of(self.series, &self.closes, row) {
                moved.is_right = true;
                self.all.iter_mut().filter(|known| known.row == paid.row).for_each(|known| *known = moved);
            }
            return;
        }
        let small = paid.amount / self.series.unit;
        let is_small = says.is_le()
            && of_row(&paid, &self.right(), small, paid.amount) > 0
            && paid.beyond(small).abs() < 3.0;
        match says {
            _ if is_small => self.decide(paid.row, small, Reason::DividendUnit),
            Greater => self.adjust_for(paid.row, paid.amount, Reason::MissingDividend),
            Equal => self.doubt(paid.row, "is missing from the adjusted closes, and nothing else shows it"),
            Less => {
                self.doubt(paid.row, "is missing from the adjusted closes, and more than the price falls");
            }
        }
    }

    /// Mends a dividend whose two records have two amounts.
    fn mend_other(&mut self, paid: Paid, group: &Group, says: Ordering) {
        let reason = |other| if group.is_unit() { Reason::DividendUnit } else { other };
        if says.is_gt() {
            let is_double = log_distance(paid.adjusted, 2.0 * paid.amount) < 2.0 * SAME;
            let other = if is_double { Reason::DoubleDividend } else { Reason::OtherDividend };
            self.adjust_for(paid.row, paid.amount, reason(other));
        } else if says.is_lt() {
            let units = [paid.amount / self.series.unit, paid.amount * self.series.unit];
            let is_near = |amount: &f64| (0.95..1.05).contains(&(amount / paid.adjusted));
            let amount = units.into_iter().find(is_near).unwrap_or(paid.adjusted);
            let other = if self.is_split(&paid) { Reason::DividendSplit } else { Reason::OtherAmount };
            self.pay(paid.row, amount, reason(other));
        } else if group.is_unit() {
            self.doubt(paid.row, "is 100 times another than that of the adjusted closes");
        } else {
            self.doubt(paid.row, "is another than that of the adjusted closes");
        }
    }

    /// Returns which record of dividends is right. No witness may contradict another.
    fn which(&self, group: &Group, paid: &[Paid], said: Ordering) -> Ordering {
        let Group { kind, ratio, .. } = *group;
        let is_ratio = !matches!(kind, Kind::Lacks | Kind::Beyond);
        let is_change = |size: f64| (ratio.ln().abs() - size).abs() < 0.05;
        if is_ratio && self.series.in_question.iter().any(|size| is_change(*size)) {
            // The prices are in question.
            return Equal;
        }
        // Nobody pays more than the price.
        let is_event_great = paid.iter().any(|paid| paid.amount >= paid.price);
        let is_other_great = kind == Kind::Beyond || paid.iter().any(|paid| paid.adjusted >= paid.price);
        let by = match kind {
            Kind::Lacks => falls(paid.iter().map(|paid| (*paid, paid.amount, 0.0))),
            _ if is_event_great || is_other_great => 0.0,
            _ => falls(paid.iter().map(|paid| (*paid, paid.amount, paid.adjusted))),
        };
        let price = sign(by, SURE);
        // An event is changed to another amount only if its row says so.
        let sure = if price.is_lt() && kind == Kind::Ratio { Equal } else { price };
        let mut signs =
            vec![false.cmp(&is_event_great), is_other_great.cmp(&false), sure, self.of_rows(kind, paid, by)];
        let is_moved =
            |paid: &Paid| self.series.moved.iter().any(|rows| rows.start <= paid.row && paid.row <= rows.end);
        if is_ratio
            && is_change(self.series.unit.ln())
            && paid.iter().all(is_moved)
            && !signs.contains(&Greater)
        {
            return Less;
        }
        if is_ratio && self.series.in_question.is_empty() && paid.iter().all(|paid| self.is_split(paid)) {
            signs.push(Less);
        }
        // The impossible ones of this factor say otherwise: only the price may.
        let contrary = said.reverse();
        let is_contrary =
            said.is_ne() && signs.contains(&contrary) && sure != contrary && sign(by, LEAN) != contrary;
        match (signs.contains(&Greater), signs.contains(&Less)) {
            _ if is_contrary => Equal,
            (true, false) if price.is_ge() => Greater,
            (false, true) if price.is_le() => Less,
            (false, false) => of_size(group, paid, by),
            _ => Equal,
        }
    }

    /// Returns what the rows of most of the dividends say, if the falls lean their way, or all rows are certain.
    fn of_rows(&self, kind: Kind, paid: &[Paid], by: f64) -> Ordering {
        let right = self.right();
        let row = |paid: &Paid| f64::from(of_row(paid, &right, paid.amount, paid.adjusted.max(1e-12)));
        let (sum, all): (f64, f64) = (paid.iter().map(row).sum(), count(paid.len()));
        let certain = if matches!(kind, Kind::Ratio | Kind::Lacks) { 3.0 } else { 2.0 };
        let is_said =
            sum.abs() > all / 2.0 && (sign(by, LEAN) == sign(sum, 0.0) || sum.abs() >= certain * all);
        if is_said && kind != Kind::Beyond { sign(sum, 0.0) } else { Equal }
    }

    /// Returns true if the event has the amount of the adjusted closes before the later splits.
    fn is_split(&self, paid: &Paid) -> bool {
        let later: f64 = self.series.splits.range(paid.row..).map(|(_, ratio)| ratio).product();
        log_distance(later, 1.0) > SPLIT && log_distance(paid.amount / paid.adjusted, later) < 0.02
    }
}

/// Returns the side of zero of a number beyond a limit.
fn sign(by: f64, limit: f64) -> Ordering {
    by.partial_cmp(&0.0).filter(|_| by.abs() > limit).unwrap_or(Equal)
}

/// Returns the record whose amounts are usual, if the falls lean its way.
fn of_size(group: &Group, paid: &[Paid], by: f64) -> Ordering {
    let are_usual = |amount: fn(&Paid) -> f64| {
        let usual = paid.iter().filter(|paid| SIZE.contains(&paid.part(amount(paid)))).count();
        count(usual) > 0.8 * count(paid.len())
    };
    let (events, adjusted) = (are_usual(|paid| paid.amount), are_usual(|paid| paid.adjusted));
    let usual = events.cmp(&adjusted);
    match group.kind {
        Kind::Unit | Kind::Impossible { .. } if sign(by, LEAN) == usual => usual,
        // Nothing speaks against the event but that it is absent elsewhere.
        Kind::Lacks if events && by > -1.0 => Greater,
        _ => Equal,
    }
}
