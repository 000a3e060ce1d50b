//! Dividends whose two records differ: a third witness decides, for all with the same factor between the records at once.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::collections::BTreeMap;

use super::bars::Column;
use super::dividends::Dividends;
use super::note::Reason;
use super::numbers::{BACK, LEAN, SAME, SIZE, SPLIT, SURE, count, log_distance};
use super::paid::{Paid, falls, of_row};

/// The difference of two records, in the order of the decisions: the impossible ones say something of the others of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// By a unit, and one of the amounts is impossible.
    Impossible,
    /// By a unit, of amounts that are all possible.
    Unit,
    /// By another ratio.
    Ratio,
    /// The adjusted closes have more than the price, or a negative amount.
    Beyond,
    /// The adjusted closes have none.
    Lacks,
}

impl Kind {
    const fn is_unit(self) -> bool {
        matches!(self, Self::Impossible | Self::Unit)
    }
}

impl Dividends<'_> {
    /// Mends the dividends whose records differ.
    pub(super) fn mend_differing(&mut self) {
        let differing = self.all.iter().filter(|paid| !paid.is_right);
        let mut differing: Vec<(Kind, f64, Paid)> = differing.map(|paid| self.kind(paid)).collect();
        differing.sort_by(|one, next| one.0.cmp(&next.0).then(one.1.total_cmp(&next.1)));
        let mut said: BTreeMap<bool, Ordering> = BTreeMap::new();
        for group in differing.chunk_by(|one, next| one.0 == next.0 && log_distance(one.1, next.1) < 0.12) {
            let Some((kind, ratio, _)) = group.first().copied() else { continue };
            let all: Vec<Paid> = group.iter().map(|(.., paid)| *paid).collect();
            let before = said.get(&(ratio > 1.0)).copied().filter(|_| kind == Kind::Unit);
            let says = self.which(kind, ratio, &all, before.unwrap_or(Equal));
            if kind == Kind::Impossible {
                said.insert(ratio > 1.0, says);
            }
            for paid in &all {
                match kind {
                    Kind::Lacks => self.mend_lacking(*paid, says),
                    _ => self.mend_other(*paid, kind, says),
                }
            }
            if kind.is_unit() && says.is_lt() && all.len() >= 3 && all.len() == self.all.len() {
                // Every dividend: those as well that nothing was adjusted for.
                for row in std::mem::take(&mut self.first) {
                    self.series.pay(row, self.series.at(Column::Paid, row) / ratio, Reason::DividendUnit);
                }
            }
        }
    }

    /// Returns the difference of the records of a dividend, and the ratio of the event's amount to the adjusted closes' amount.
    fn kind(&self, paid: &Paid) -> (Kind, f64, Paid) {
        let hidden = (0.003 * paid.amount).max((self.noise * paid.price).min(0.5 * paid.amount));
        let ratio = paid.amount / paid.adjusted;
        let is_unit = (ratio.ln().abs() - self.series.unit.ln()).abs() <= 0.1;
        match () {
            // A hundredth may be so small that rounding hides it.
            () if paid.adjusted.abs() <= hidden && !is_unit => (Kind::Lacks, 1.0, *paid),
            () if paid.adjusted <= 0.0 || paid.adjusted.is_infinite() => (Kind::Beyond, 1.0, *paid),
            () if !is_unit => (Kind::Ratio, ratio, *paid),
            () if paid.amount.max(paid.adjusted) >= paid.price => (Kind::Impossible, ratio, *paid),
            () => (Kind::Unit, ratio, *paid),
        }
    }

    /// Mends a dividend that the adjusted closes lack. The only day near it at which they have its amount without an event is
    /// its own.
    fn mend_lacking(&mut self, paid: Paid, says: Ordering) {
        let is_its = |(row, amount): &&(usize, f64)| {
            row.abs_diff(paid.row) <= 2 * BACK && (amount - paid.amount).abs() <= SAME * paid.amount
        };
        let near: Vec<usize> = self.steps.iter().filter(is_its).map(|(row, _)| *row).collect();
        if let [row] = near[..] {
            self.series.pay(paid.row, 0.0, Reason::DividendDay);
            self.series.pay(row, paid.amount, Reason::DividendDay);
            self.steps.retain(|(known, _)| *known != row);
            if let Some(moved) = Paid::of(self.series, &self.closes, row) {
                let of_day = self.all.iter_mut().filter(|known| known.row == paid.row);
                of_day.for_each(|known| *known = Paid { is_right: true, ..moved });
            }
            return;
        }
        let small = paid.amount / self.series.unit;
        let is_small =
            of_row(&paid, &self.right(), small, paid.amount) > 0.0 && paid.beyond(small).abs() < 3.0;
        match says {
            Equal | Less if is_small => self.decide(paid.row, Some(small), Some(small), Reason::DividendUnit),
            Greater => self.decide(paid.row, None, Some(paid.amount), Reason::MissingDividend),
            Equal => self.doubt(paid.row, "is missing from the adjusted closes, and nothing else shows it"),
            Less => {
                self.doubt(paid.row, "is missing from the adjusted closes, and more than the price falls");
            }
        }
    }

    /// Mends a dividend whose two records have two amounts.
    fn mend_other(&mut self, paid: Paid, kind: Kind, says: Ordering) {
        let Paid { row, amount, adjusted, .. } = paid;
        let reason = |other| if kind.is_unit() { Reason::DividendUnit } else { other };
        let is_double = log_distance(adjusted, 2.0 * amount) < 2.0 * SAME;
        match says {
            Greater if is_double => self.decide(row, None, Some(amount), reason(Reason::DoubleDividend)),
            Greater => self.decide(row, None, Some(amount), reason(Reason::OtherDividend)),
            Less => {
                let by = self.series.to_unit(|by| (0.95..1.05).contains(&(amount * by / adjusted)));
                let other = if self.is_split(&paid) { Reason::DividendSplit } else { Reason::OtherAmount };
                self.decide(row, Some(by.map_or(adjusted, |by| amount * by)), None, reason(other));
            }
            Equal => self.doubt(row, "differs from the dividend in the adjusted closes"),
        }
    }

    /// Returns which record of dividends is right: greater if the events are, less if the adjusted closes are. No witness may
    /// contradict another. `said` is the answer for the impossible ones of the same unit.
    fn which(&self, kind: Kind, ratio: f64, paid: &[Paid], said: Ordering) -> Ordering {
        let is_ratio = !matches!(kind, Kind::Lacks | Kind::Beyond);
        if is_ratio && self.series.is_in_question(ratio.ln().abs()) {
            return Equal;
        }
        // Nobody pays more than the price.
        let is_event_great = paid.iter().any(|paid| paid.amount >= paid.price);
        let is_other_great = kind == Kind::Beyond || paid.iter().any(|paid| paid.adjusted >= paid.price);
        let by = match kind {
            Kind::Lacks => falls(paid, |paid| paid.amount, |_| 0.0),
            _ if is_event_great || is_other_great => 0.0,
            _ => falls(paid, |paid| paid.amount, |paid| paid.adjusted),
        };
        let price = sign(by, SURE);
        // An event is changed to another amount only if its row says so.
        let sure = if price.is_lt() && kind == Kind::Ratio { Equal } else { price };
        let mut signs =
            vec![false.cmp(&is_event_great), is_other_great.cmp(&false), sure, self.of_rows(kind, paid, by)];
        let is_moved =
            |paid: &Paid| self.series.moved.iter().any(|rows| rows.start <= paid.row && paid.row <= rows.end);
        if kind.is_unit() && paid.iter().all(is_moved) && !signs.contains(&Greater) {
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
            (false, false) => of_size(kind, paid, by),
            _ => Equal,
        }
    }

    /// Returns what the rows of most of the dividends say, if the falls lean their way, or all rows are certain.
    fn of_rows(&self, kind: Kind, paid: &[Paid], by: f64) -> Ordering {
        let right = self.right();
        let rows = paid.iter().map(|paid| of_row(paid, &right, paid.amount, paid.adjusted.max(1e-12)));
        let (sum, all) = (rows.sum::<f64>(), count(paid.len()));
        let certain = if kind.is_unit() { 2.0 } else { 3.0 };
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
fn of_size(kind: Kind, paid: &[Paid], by: f64) -> Ordering {
    let are_usual = |amount: fn(&Paid) -> f64| {
        let usual = paid.iter().filter(|paid| SIZE.contains(&paid.part(amount(paid)))).count();
        count(usual) > 0.8 * count(paid.len())
    };
    let events = are_usual(|paid| paid.amount);
    let usual = events.cmp(&are_usual(|paid| paid.adjusted));
    match kind {
        Kind::Impossible | Kind::Unit if sign(by, LEAN) == usual => usual,
        // Nothing speaks against the event but that it is absent elsewhere.
        Kind::Lacks if events && by > -1.0 => Greater,
        _ => Equal,
    }
}
