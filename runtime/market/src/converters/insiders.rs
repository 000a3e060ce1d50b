//! Insiders: the trades of a company's insiders, what they hold, and what they bought and sold together, from the
//! summary service.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::{Context, ConversionError, Converted, Notes, RawReply, exactly_one};

use super::params::insiders::Params;
use crate::read::adapted::Adapted;
use crate::read::listed::Part;
use crate::read::section::{Price, QuoteType, Rows, no_data, rows};
use crate::read::summary::{self, Summary};
use crate::read::{currency, members};

/// The insiders of a company. A part that the host does not have is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The ticker that was asked for.
    pub ticker: String,
    /// The trades and grants, at most 150, newest first.
    pub transactions: Option<Vec<Transaction>>,
    /// The insiders and what they hold, at most ten.
    pub roster: Option<Vec<Insider>>,
    /// The sums of the purchases and sales of all insiders.
    pub purchases: Option<Purchases>,
}

members! {
    /// A trade or grant of shares.
    pub open struct Transaction {
        /// The insider.
        insider: "insider" | "filerName" => String,
        /// The position in the company, for example `Director`.
        position: "position" | "filerRelation" => String,
        /// The trade in words; empty for grants.
        text: "text" | "transactionText" => String,
        /// The number of shares.
        shares: "shares" whole => Number,
        /// The value of the shares: their number times the price in `text`. The host does not say its currency, nor
        /// whether it is in pence where prices are. Absent or null where it does not say the value.
        value: "value" whole => Number,
        /// The date, in epoch seconds.
        date: "date" | "startDate" required time => i64,
        /// The ownership: `D` for direct, `I` for indirect.
        ownership: "ownership" => String,
        /// The address of a page about the insider; empty most often.
        filer_url: "filerUrl" => String,
        /// The value in words; empty most often.
        money_text: "moneyText" => String,
    }
}

impl Adapted for Transaction {
    const MAY_REPEAT: bool = true;
}

members! {
    /// An insider and what he or she holds. Dates are in epoch seconds.
    pub open struct Insider {
        /// The name.
        name: "name" required => String,
        /// The position in the company.
        position: "position" | "relation" => String,
        /// The latest trade in words, for example `Sale`.
        latest_transaction: "latestTransaction" | "transactionDescription" => String,
        /// The date of that trade.
        latest_transaction_date: "latestTransactionDate" | "latestTransDate" time => i64,
        /// The number of shares that are held directly.
        shares_direct: "sharesDirect" | "positionDirect" whole => Number,
        /// The date of that number.
        date_direct: "dateDirect" | "positionDirectDate" time => i64,
        /// The number of shares that are held indirectly.
        shares_indirect: "sharesIndirect" | "positionIndirect" whole => Number,
        /// The date of that number.
        date_indirect: "dateIndirect" | "positionIndirectDate" time => i64,
    }
}

impl Adapted for Insider {}

members! {
    /// The sums of the purchases and sales of all insiders.
    pub open struct Purchases {
        /// The time that the figures cover: `6m` is six months.
        period: "period" => String,
        /// The number of purchases.
        buy_info_count: "buyInfoCount" => Number,
        /// The number of shares bought.
        buy_info_shares: "buyInfoShares" whole => Number,
        /// The shares bought over all that insiders hold, as a fraction.
        buy_percent_insider_shares: "buyPercentInsiderShares" => Number,
        /// The number of sales.
        sell_info_count: "sellInfoCount" => Number,
        /// The number of shares sold.
        sell_info_shares: "sellInfoShares" whole => Number,
        /// The shares sold over all that insiders hold, as a fraction.
        sell_percent_insider_shares: "sellPercentInsiderShares" => Number,
        /// The number of trades.
        net_info_count: "netInfoCount" => Number,
        /// The shares bought less those sold.
        net_info_shares: "netInfoShares" whole => Number,
        /// That difference over all that insiders hold, as a fraction.
        net_percent_insider_shares: "netPercentInsiderShares" => Number,
        /// The number of shares that insiders hold.
        total_insider_shares: "totalInsiderShares" whole => Number,
    }
}

impl Adapted for Purchases {}

/// Converts the reply of the summary service.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: it has none of the sections.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    let Summary { sections, mut skipped, .. } =
        summary::service::<Sections>(exactly_one(replies)?, params.ticker)?;
    let response = Response {
        ticker: params.ticker.trim().to_owned(),
        transactions: rows(
            sections.transactions.map(|section| section.rows),
            "insiderTransactions.transactions",
            &mut skipped,
        ),
        roster: rows(sections.holders.map(|section| section.rows), "insiderHolders.holders", &mut skipped),
        purchases: sections.purchases.and_then(|part| part.read("netSharePurchaseActivity", &mut skipped)),
    };
    let Response { transactions, roster, purchases, .. } = &response;
    if transactions.is_none() && roster.is_none() && purchases.is_none() {
        return Err(no_data("insiders", sections.quote_type, &skipped));
    }
    let mut notes = Notes::new();
    if let Some(currencies) = currency::of_prices(sections.price.as_ref().and_then(Price::currency)) {
        notes.insert(currencies);
    }
    Ok(Converted { response, notes }.with_skipped(skipped))
}

members! {
    struct Sections {
        transactions: "insiderTransactions" => Option<Transactions>,
        holders: "insiderHolders" => Option<Holders>,
        purchases: "netSharePurchaseActivity" => Option<Part<Purchases>>,
        quote_type: "quoteType" => Option<QuoteType>,
        price: "price" => Option<Price>,
    }
}

members! {
    struct Transactions {
        rows: "transactions" => Rows<Transaction>,
    }
}

members! {
    struct Holders {
        rows: "holders" => Rows<Insider>,
    }
}
