//! Dividends whose two records differ: a third witness decides, for all with the same factor between the records at once.

use super::dividends::Dividends;
use super::evidence::{Falls, Paid, falls, of_row};
use super::limits::{BACK, LEAN, SAME, SIZE, SPLIT};
use super::note::Reason;
use super::series::Series;
use super::statistics::{count, log_distance};

/// The difference of two records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// By a unit, of amounts that are all possible or not: an impossible one of each record.
    Unit { event: bool, adjusted: bool },
    /// By another ratio.
    Ratio,
    /// The adjusted closes have more than the price, or a negative amount.
    Beyond,
    /// The adjusted closes have none.
    Lacks,
}

/// Dividends that are one question.
struct Group {
    kind: Kind,
    /// The amount of the events divided by that of the adjusted closes.
    ratio: f64,
    /// The places among all dividends.
    members: Vec<usize>,
}

/// Which record is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Event,
    Adjusted,
    Unknown,
}

impl Says {
    /// Returns what a number says: above zero the events.
    const fn of(sign: i32) -> Self {
        match sign {
            1.. => Self::Event,
            0 => Self::Unknown,
            _ => Self::Adjusted,
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Event => Self::Adjusted,
            Self::Adjusted => Self::Event,
            Self::Unknown => Self::Unknown,
        }
    }

    const fn sign(self) -> f64 {
        match self {
            Self::Event => 1.0,
            Self::Adjusted => -1.0,
            Self::Unknown => 0.0,
        }
    }
}

impl Dividends<'_> {
    /// Mends the dividends whose records differ.
    pub(super) fn mend_differing(&mut self) {
        let mut groups = self.groups();
        // The impossible ones of a unit first: they say something of the others.
        groups.sort_by_key(|group| match group.kind {
            Kind::Unit { event, adjusted } if event || adjusted => 0,
            Kind::Lacks => 2,
            _ => 1,
        });
        let (mut small, mut great) = (Says::Unknown, Says::Unknown);
        let dividends = self.all.len();
        for group in groups {
            let said = if group.ratio > 1.0 { &mut great } else { &mut small };
            let (is_told, is_impossible) = match group.kind {
                Kind::Unit { event, adjusted } => (!event || !adjusted, event || adjusted),
                _ => (false, false),
            };
            let says = self.which(&group, if is_told { *said } else { Says::Unknown });
            if is_impossible {
                *said = says;
            }
            for index in &group.members {
                self.mend_member(*index, group.kind, says);
            }
            let is_unit = matches!(group.kind, Kind::Unit { .. });
            if is_unit
                && says == Says::Adjusted
                && group.members.len() >= 3
                && group.members.len() == dividends
            {
                // Every dividend: those as well that nothing was adjusted for.
                for row in std::mem::take(&mut self.first) {
                    let amount = self.series.now.paid[row] / group.ratio;
                    self.series.pay(row, amount, Reason::DividendUnit);
                }
            }
        }
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (index, paid) in self.all.iter().enumerate().filter(|(_, paid)| !paid.is_right) {
            let (kind, ratio) = self.kind(paid);
            let is_of = |group: &&mut Group| {
                let is_near =
                    matches!(kind, Kind::Lacks | Kind::Beyond) || log_distance(ratio, group.ratio) < 0.12;
                group.kind == kind && is_near
            };
            match groups.iter_mut().find(is_of) {
                Some(group) => group.members.push(index),
                None => groups.push(Group { kind, ratio, members: vec![index] }),
            }
        }
        groups
    }

    fn kind(&self, paid: &Paid) -> (Kind, f64) {
        let hidden = (0.003 * paid.amount).max((self.noise * paid.price).min(0.5 * paid.amount));
        let ratio = paid.amount / paid.adjusted;
        match () {
            // A hundredth may be so small that rounding hides it.
            () if paid.adjusted.abs() <= hidden && !is_unit(self.series, ratio) => (Kind::Lacks, 0.0),
            () if paid.adjusted <= 0.0 || paid.adjusted.is_infinite() => (Kind::Beyond, 0.0),
            () if is_unit(self.series, ratio) => {
                let [event, adjusted] = [paid.amount, paid.adjusted].map(|amount| amount >= paid.price);
                (Kind::Unit { event, adjusted }, ratio)
            }
            () => (Kind::Ratio, ratio),
        }
    }

    fn mend_member(&mut self, index: usize, kind: Kind, says: Says) {
        let Some(paid) = self.all.get(index).copied() else { return };
        let small = paid.amount / self.series.unit;
        if kind == Kind::Lacks {
            if self.move_to_step(index, paid) {
                return;
            }
            let is_small = says != Says::Event
                && of_row(&paid, &self.right(), small, paid.amount) > 0
                && paid.beyond(small).abs() < 3.0;
            match says {
                _ if is_small => self.decide(index, small, Reason::DividendUnit),
                Says::Event => self.adjust_for(paid.row, paid.amount, Reason::MissingDividend),
                Says::Adjusted => {
                    return self.doubt(
                        paid.row,
                        "is missing from the adjusted closes, and more than the price falls",
                    );
                }
                Says::Unknown => {
                    return self
                        .doubt(paid.row, "is missing from the adjusted closes, and nothing else shows it");
                }
            }
            return self.settle(index);
        }
        match says {
            Says::Event => {
                let reason = match kind {
                    Kind::Unit { .. } => Reason::DividendUnit,
                    _ if log_distance(paid.adjusted, 2.0 * paid.amount) < 2.0 * SAME => {
                        Reason::DoubleDividend
                    }
                    _ => Reason::OtherDividend,
                };
                self.adjust_for(paid.row, paid.amount, reason);
            }
            Says::Adjusted => {
                let great = paid.amount * self.series.unit;
                let is_near = |amount: &f64| (0.95..1.05).contains(&(amount / paid.adjusted));
                let amount = [small, great].into_iter().find(is_near).unwrap_or(paid.adjusted);
                let reason = match kind {
                    Kind::Unit { .. } => Reason::DividendUnit,
                    _ if self.is_split(&paid) => Reason::DividendSplit,
                    _ => Reason::OtherAmount,
                };
                self.series.pay(paid.row, amount, reason);
                if let Some(paid) = self.all.get_mut(index) {
                    paid.amount = amount;
                }
            }
            Says::Unknown => {
                return self.doubt(
                    paid.row,
                    match kind {
                        Kind::Unit { .. } => "is 100 times another than that of the adjusted closes",
                        _ => "is another than that of the adjusted closes",
                    },
                );
            }
        }
        self.settle(index);
    }

    fn settle(&mut self, index: usize) {
        if let Some(paid) = self.all.get_mut(index) {
            paid.is_right = true;
        }
    }

    /// Moves a dividend that the adjusted closes lack to the only day near it at which they have its amount without an event.
    fn move_to_step(&mut self, index: usize, paid: Paid) -> bool {
        let is_other = |row: usize, amount: f64| {
            row.abs_diff(paid.row) <= 2 * BACK && (amount - paid.amount).abs() <= SAME * paid.amount
        };
        let mut near = self.steps.iter().filter(|step| is_other(step.row, step.amount));
        let (Some(step), None) = (near.next().copied(), near.next()) else { return false };
        self.series.pay(paid.row, self.series.now.paid[paid.row] - paid.amount, Reason::DividendDay);
        self.series.pay(step.row, paid.amount, Reason::DividendDay);
        self.steps.retain(|known| known.row != step.row);
        if let (Some(known), Some(mut moved)) =
            (self.all.get_mut(index), Paid::of(self.series, &self.closes, step.row))
        {
            moved.is_right = true;
            *known = moved;
        }
        true
    }

    /// Returns which record of dividends is right. No witness may contradict another.
    fn which(&self, group: &Group, said: Says) -> Says {
        let paid: Vec<Paid> =
            group.members.iter().filter_map(|index| self.all.get(*index)).copied().collect();
        let (kind, ratio) = (group.kind, group.ratio);
        let is_ratio = matches!(kind, Kind::Unit { .. } | Kind::Ratio);
        let is_unit = matches!(kind, Kind::Unit { .. });
        let is_change = |size: f64| (ratio.ln().abs() - size).abs() < 0.05;
        if is_ratio && self.series.open.iter().any(|size| is_change(*size)) {
            // The prices are in question.
            return Says::Unknown;
        }
        // Nobody pays more than the price.
        let mut witnesses = Vec::new();
        witnesses.extend(paid.iter().any(|paid| paid.amount >= paid.price).then_some(Says::Adjusted));
        let is_beyond = |paid: &Paid| paid.adjusted >= paid.price;
        witnesses.extend((kind == Kind::Beyond || paid.iter().any(is_beyond)).then_some(Says::Event));
        let is_bound = !witnesses.is_empty();
        let price = Self::of_price(kind, ratio, &paid, is_bound);
        let mut sure = Says::of(price.sign);
        let price_says = sure;
        if sure == Says::Adjusted && is_ratio && !is_unit {
            // An event is changed to another amount only if its row says so.
            sure = Says::Unknown;
        }
        witnesses.push(sure);
        let is_moved = |paid: &Paid| {
            let moved = &self.series.moved;
            is_change(self.series.unit.ln())
                && moved.iter().any(|rows| rows.start <= paid.row && paid.row <= rows.end)
        };
        witnesses.push(self.of_rows(kind, &paid, price.by));
        if is_ratio && paid.iter().all(is_moved) && !witnesses.contains(&Says::Event) {
            return Says::Adjusted;
        }
        if is_ratio && self.series.open.is_empty() && paid.iter().all(|paid| self.is_split(paid)) {
            witnesses.push(Says::Adjusted);
        }
        if said != Says::Unknown && witnesses.contains(&said.other()) {
            // The impossible ones of this factor say otherwise: only the price may.
            let other = said.other();
            if sure != other && price.by * other.sign() <= LEAN {
                return Says::Unknown;
            }
        }
        match (witnesses.contains(&Says::Event), witnesses.contains(&Says::Adjusted)) {
            (true, true) => Says::Unknown,
            (true, false) if price_says != Says::Adjusted => Says::Event,
            (false, true) if price_says != Says::Event => Says::Adjusted,
            (false, false) => of_size(kind, &paid, price.by, said),
            _ => Says::Unknown,
        }
    }

    /// Returns what the falls say, towards the events.
    fn of_price(kind: Kind, ratio: f64, paid: &[Paid], is_bound: bool) -> Falls {
        let found = match kind {
            Kind::Lacks => falls(paid.iter().map(|paid| (*paid, paid.amount, 0.0))),
            Kind::Unit { .. } | Kind::Ratio if !is_bound => falls(paid.iter().map(|paid| {
                let adjusted = if paid.adjusted < paid.price { paid.adjusted.max(0.0) } else { paid.price };
                (*paid, paid.amount.max(adjusted), paid.amount.min(adjusted))
            })),
            _ => Falls { sign: 0, by: 0.0 },
        };
        let is_event = kind == Kind::Lacks || ratio > 1.0;
        if is_event { found } else { Falls { sign: found.sign.saturating_neg(), by: -found.by } }
    }

    /// Returns what the rows of most of the dividends say, if the falls lean their way, or all rows are certain.
    fn of_rows(&self, kind: Kind, paid: &[Paid], by: f64) -> Says {
        if kind == Kind::Beyond {
            return Says::Unknown;
        }
        let right = self.right();
        let row = |paid: &Paid| f64::from(of_row(paid, &right, paid.amount, paid.adjusted.max(1e-12)));
        let (sum, all): (f64, f64) = (paid.iter().map(row).sum(), count(paid.len()));
        let certain = if matches!(kind, Kind::Unit { .. }) { 2.0 } else { 3.0 };
        let is_leaning = by * sum > 0.0 && by.abs() > LEAN;
        let is_said = sum.abs() > all / 2.0 && (is_leaning || sum.abs() >= certain * all);
        match () {
            () if !is_said => Says::Unknown,
            () if sum > 0.0 => Says::Event,
            () => Says::Adjusted,
        }
    }

    /// Returns true if the event is that of the adjusted closes before the later splits.
    fn is_split(&self, paid: &Paid) -> bool {
        let later = self.series.splits.iter().filter(|(row, _)| *row >= paid.row);
        let later: f64 = later.map(|(_, ratio)| ratio).product();
        log_distance(later, 1.0) > SPLIT.ln() && log_distance(paid.amount / paid.adjusted, later) < 0.02
    }
}

fn is_unit(series: &Series, ratio: f64) -> bool {
    (ratio.ln().abs() - series.unit.ln()).abs() <= 0.1
}

/// Returns the record whose amounts are usual, if the falls lean its way, or there are none.
fn of_size(kind: Kind, paid: &[Paid], by: f64, said: Says) -> Says {
    let are_usual = |amount: fn(&Paid) -> f64| {
        let usual = paid.iter().filter(|paid| SIZE.contains(&(amount(paid) / paid.price))).count();
        count(usual) > 0.8 * count(paid.len())
    };
    let (events, adjusted) = (are_usual(|paid| paid.amount), are_usual(|paid| paid.adjusted));
    match kind {
        Kind::Unit { .. } if events != adjusted => {
            let usual = if events { Says::Event } else { Says::Adjusted };
            let is_unseen =
                paid.len() >= 3 && said == Says::Unknown && paid.iter().all(|paid| paid.fall.is_nan());
            if by * usual.sign() > LEAN || is_unseen { usual } else { Says::Unknown }
        }
        // Nothing speaks against the event but that it is absent elsewhere.
        Kind::Lacks if events && by > -1.0 => Says::Event,
        _ => Says::Unknown,
    }
}
