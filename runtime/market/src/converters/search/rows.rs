//! The rows of a search.

use serde_json::{Map, Number, Value};

use crate::read::adapted::{Adapted, milliseconds_as_seconds};
use crate::read::members;

members! {
    /// An instrument that matches.
    pub open struct FoundQuote {
        /// The symbol, for example `IBM`.
        symbol: "symbol" required => String,
        /// The short name.
        shortname: "shortname" => String,
        /// The full name.
        longname: "longname" => String,
        /// The type of the instrument, for example `EQUITY`.
        quote_type: "quoteType" => String,
        /// The type for people, in upper or lower case.
        type_disp: "typeDisp" => String,
        /// The code of the exchange, for example `NYQ`.
        exchange: "exchange" => String,
        /// The name of the exchange.
        exch_disp: "exchDisp" => String,
        /// The sector of a company.
        sector: "sector" => String,
        /// The industry of a company.
        industry: "industry" => String,
        /// The measure of the match; higher is better.
        score: "score" => Number,
        /// True for an instrument that the host has pages of.
        is_yahoo_finance: "isYahooFinance" => bool,
        /// The name before the last change.
        prev_name: "prevName" => String,
        /// The date of that change, written `2024-06-28`.
        name_change_date: "nameChangeDate" => String,
        /// The address of the logo.
        logo_url: "logoUrl" => String,
    }
}

members! {
    /// A private company, which has no instrument.
    pub open struct Company {
        /// The name.
        name: "name" => String,
        /// The last part of the address of its page.
        permalink: "permalink" => String,
        /// The id of the row.
        index: "index" => String,
        /// False, as the company has no page of an instrument.
        is_yahoo_finance: "isYahooFinance" => bool,
    }
}

members! {
    /// A story or a video.
    pub open struct News {
        /// The id.
        uuid: "uuid" required => String,
        /// The title.
        title: "title" => String,
        /// The name of the publisher.
        publisher: "publisher" => String,
        /// The address.
        link: "link" => String,
        /// The time of publication, in epoch seconds.
        provider_publish_time: "providerPublishTime" time => i64,
        /// The kind: `STORY` or `VIDEO`.
        kind: "type" => String,
        /// The picture in several sizes.
        thumbnail: "thumbnail" => Thumbnail,
        /// The symbols of the instruments that it mentions.
        related_tickers: "relatedTickers" => Vec<String>,
    }
}

members! {
    /// The picture of a story.
    pub open struct Thumbnail {
        /// The sizes.
        resolutions: "resolutions" => Vec<Resolution>,
    }
}

members! {
    /// A picture in one size.
    pub open struct Resolution {
        /// The address.
        url: "url" => String,
        /// The width in pixels; 0 where it is not known.
        width: "width" => i64,
        /// The height in pixels; 0 where it is not known.
        height: "height" => i64,
        /// The size, for example `140x140` or `original`.
        tag: "tag" => String,
    }
}

members! {
    /// A list of instruments: a watchlist has `name` and `slug`, a screener `title` and `canonicalName`.
    pub open struct FoundList {
        /// The kind: `ALGO_WATCHLIST` or `PREDEFINED_SCREENER`.
        kind: "type" => String,
        /// The name of a watchlist.
        name: "name" => String,
        /// The last part of the address of a watchlist.
        slug: "slug" => String,
        /// The number of instruments of a watchlist.
        symbol_count: "symbolCount" => i64,
        /// The change of a watchlist on the day, in percent.
        daily_percent_gain: "dailyPercentGain" => Number,
        /// The title of a screener.
        title: "title" => String,
        /// The canonical name of a screener, which `Screener` takes.
        canonical_name: "canonicalName" => String,
        /// The number of instruments of a screener.
        total: "total" => i64,
        /// True for a screener that needs a subscription.
        is_premium: "isPremium" => bool,
        /// The measure of the match.
        score: "score" => Number,
    }
}

members! {
    /// A link to a page of the host.
    pub open struct Navigation {
        /// The name of the page.
        nav_name: "navName" => String,
        /// The address.
        nav_url: "navUrl" => String,
    }
}

members! {
    /// A research report.
    pub open struct Report {
        /// The id.
        id: "id" => String,
        /// The name of the provider.
        provider: "provider" => String,
        /// The author.
        author: "author" => String,
        /// The headline.
        report_headline: "reportHeadline" => String,
        /// The time of the report, in epoch seconds.
        report_date: "reportDate" time => i64,
    }
}

/// Declares rows that have bare numbers.
macro_rules! bare {
    ($($row:ident $(by $key:literal in $member:ident)?,)*) => {$(
        impl Adapted for $row {
            const IS_FORMATTED: bool = false;
            $(
                fn key(&self) -> Option<(&'static str, &str)> {
                    Some(($key, self.$member.get()?))
                }
            )?
        }
    )*};
}

bare! {
    FoundQuote by "symbol" in symbol,
    Company,
    News by "uuid" in uuid,
    FoundList,
    Navigation,
}

impl Adapted for Report {
    const IS_FORMATTED: bool = false;

    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("id", self.id.get()?))
    }

    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["reportDate"]);
    }
}
