//! The screener: its function, and the classes of its queries.

use serde_json::{Map, Value};
use virtual_finance::screening::{
    Equity, Etf, FieldInfo, InstrumentKind, MutualFund, and, eq, gt, gte, is_in,
};
use virtual_finance::{Screener, ScreenerName, ScreenerQuery};
use virtual_finance_compat::blocking::screen;
use virtual_finance_compat::{EquityQuery, Error, EtfQuery, FundQuery, Property};

use super::row::{Class, Host, Row, no, yes};

const QUOTES: &str = "symbol, shortName, longName, quoteType, exchange, currency, regularMarketPrice, \
         regularMarketChange, regularMarketChangePercent, regularMarketTime, regularMarketVolume, \
         marketCap, trailingPE";

/// The rows of the package.
pub(crate) const SCREEN: Row = yes("screen", "screen", QUOTES, |host| {
    let gainers = screen(&host.client, "day_gainers")?;
    let found = screen(&host.client, eq(Equity::REGION, "us"))?;
    assert_eq!(gainers.schema(), found.schema(), "a name gives the columns of a query");
    Ok(found.into())
});
pub(crate) const EQUITIES: Row =
    yes("EquityQuery", "EquityQuery", QUOTES, |host| found(host, equities().into()));
pub(crate) const FUNDS: Row = yes("FundQuery", "FundQuery", QUOTES, |host| found(host, funds().into()));
pub(crate) const ETFS: Row = yes("ETFQuery", "EtfQuery", QUOTES, |host| found(host, etfs().into()));
pub(crate) const PREDEFINED: Row =
    yes("PREDEFINED_SCREENER_QUERIES", "virtual_finance::ScreenerName", "", |host| {
        let totals = ScreenerName::ALL.iter().map(|name| {
            let found = host.client.request(&Screener::new(name.clone()))?;
            Ok(format!("{name}: {:?}", found.total))
        });
        Ok(totals.collect::<Result<Vec<_>, Error>>()?.into())
    });

fn found(host: &Host, query: ScreenerQuery) -> Result<Property, Error> {
    Ok(screen(&host.client, query)?.into())
}

fn equities() -> EquityQuery {
    and([gt(Equity::INTRADAY_PRICE, 20), is_in(Equity::SECTOR, ["Technology", "Utilities"])])
}

fn funds() -> FundQuery {
    gte(MutualFund::RISK_RATING_OVERALL, 1)
}

fn etfs() -> EtfQuery {
    eq(Etf::MORNINGSTAR_ECONOMIC_MOAT, "Wide")
}

/// Returns the class of the queries for a kind of instruments, of which these fields have fixed values.
macro_rules! class {
    ($name:literal, $query:ident, $kind:ident, $fixed:expr) => {
        Class {
            name: $name,
            rows: &[
                yes("to_dict", "virtual_finance::ScreenerQuery::as_str", "", |_| {
                    Ok(ScreenerQuery::from($query()).as_str().to_owned().into())
                }),
                no("operands operator", "a query is written by functions and read as its text"),
                yes("valid_fields", "virtual_finance::screening::FieldInfo::all", "", |_| {
                    let names = fields(InstrumentKind::$kind).map(|field| field.id.to_owned());
                    Ok(names.collect::<Vec<_>>().into())
                }),
                yes("valid_values", "virtual_finance::screening::FieldInfo::values", $fixed, |_| {
                    let fixed = fields(InstrumentKind::$kind).filter(|field| !field.values().is_empty());
                    let entries = fixed.map(|field| (field.id.to_owned(), Value::from(field.values())));
                    Ok(entries.collect::<Map<_, _>>().into())
                }),
            ],
        }
    };
}

pub(crate) const CLASSES: [Class; 3] = [
    class!("EquityQuery", equities, Equity, "region, exchange, sector, industry, peer_group"),
    class!("FundQuery", funds, MutualFund, "exchange"),
    class!("ETFQuery", etfs, Etf, "region, exchange, categoryname, fundfamilyname, …"),
];

fn fields(kind: InstrumentKind) -> impl Iterator<Item = &'static FieldInfo> {
    FieldInfo::all().iter().filter(move |field| field.kinds.contains(&kind))
}
