//! The holders of a company, and the shares of each kind of holder.

use jiff::civil::Date;

use crate::calendar;
use crate::company;
use crate::numbers::{between, real, seeded, whole};
use crate::prices;

/// Owners in each list.
const OWNERS: usize = 10;

/// The facts about a company's holders.
pub(crate) struct Holders {
    /// The last day of the quarter that all have reported for.
    pub(crate) reported: Date,
    pub(crate) institutions: Vec<Owner>,
    pub(crate) funds: Vec<Owner>,
    /// Parts of all shares, in hundred-thousandths.
    pub(crate) by_insiders: i64,
    pub(crate) by_institutions: i64,
    /// The part of the shares that are traded.
    pub(crate) of_float: i64,
    /// The number of institutions.
    pub(crate) count: i64,
}

/// One of the largest holders.
pub(crate) struct Owner {
    pub(crate) name: String,
    pub(crate) shares: i64,
    /// Part of all shares, in hundred-thousandths.
    pub(crate) held: i64,
    /// In the currency of the company.
    pub(crate) value: i64,
    /// The change of the shares since the report before, in hundred-thousandths.
    pub(crate) change: i64,
}

/// Returns the holders of the company behind a ticker.
pub(crate) fn of(ticker: &str, now: i64) -> Holders {
    let mut rng = seeded(ticker, "holders");
    let price = prices::latest(ticker, now).map_or(0.0, |(bar, _)| bar.close);
    let outstanding = real(company::shares(ticker));
    let mut owners = |name: fn(&mut fastrand::Rng) -> String, largest: f64| {
        let mut part = largest;
        let owner = std::iter::repeat_with(|| {
            part *= between(&mut rng, 0.7, 0.97);
            let shares = whole(part * outstanding);
            Owner {
                name: name(&mut rng),
                shares,
                // The lists have four decimals.
                held: whole(part * 1e4).saturating_mul(10),
                value: whole(real(shares) * price),
                change: rng.i64(-9_000..12_000),
            }
        });
        owner.take(OWNERS).collect()
    };
    let (institutions, funds) = (owners(company::name, 0.09), owners(company::fund, 0.035));
    let mut rng = seeded(ticker, "breakdown");
    let by_institutions = rng.i64(30_000..85_000);
    Holders {
        reported: calendar::period_end(now, 3, 0),
        institutions,
        funds,
        by_insiders: rng.i64(50..9_000),
        by_institutions,
        of_float: by_institutions.saturating_add(by_institutions / 100),
        count: rng.i64(1_100..4_900),
    }
}
