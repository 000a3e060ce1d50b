//! The keys of `view`: how a response is shown as tables.

use super::keys::keys;

keys! {
    /// Hints for rendering a response as tables.
    View, named by Word {
        /// The path of the main table: names with `.` between them, or `.` for the response itself. A list
        /// on the path has one item.
        may "main" => main: Option<String>, "prices.daily";
        /// The paths of the tables that are the main one instead, in this order, where those before have no rows.
        may "otherwise" => otherwise: Vec<String>, "[prices.weekly]";
        /// The names of lists in the rows of the main table: each item is a row of its own, and lists with the same
        /// number of items are columns beside each other.
        may "unfold" => unfold: Vec<String>, "[timestamp, close]";
        /// The names of members that are timestamps in epoch seconds, anywhere in the response. A column of midnights UTC alone
        /// is one of dates.
        may "times" => times: Vec<String>, "[timestamp, date]";
        /// The names of members that are timestamps in epoch seconds, anywhere in the response, and never dates.
        may "instants" => instants: Vec<String>, "[regularMarketTime]";
        /// The names of members that are days: timestamps in epoch seconds that lie on the day in the zone.
        may "days" => days: Vec<String>, "[date]";
        /// The path of the member that names the interval of the main table's rows, such as `1wk`. From `1d`
        /// on, their times are days.
        may "interval" => interval: Option<String>, "meta.interval";
        /// The path of the member that names the time zone of the times: names with `.` between them. It is a name where
        /// each row has its own zone.
        may "zone" => zone: Option<String>, "meta.timezone";
        /// The names of the columns, or of the single values, that people read first.
        may "columns" => columns: Vec<String>, "[symbol, price]";
        /// The headings of columns for people: `name=heading`.
        may "labels" => labels: Vec<String>, "[regularMarketPrice=price]";
        /// The names of the columns whose strings are never cut for people: they go on in the next line.
        may "whole" => whole: Vec<String>, "[title]";
        /// The name of the member whose values are the heads of columns: tables with it are transposed for people.
        may "head" => head: Option<String>, "endDate";
        /// The values that stand above the main table for people: `path=label`.
        may "facts" => facts: Vec<String>, "[quote.price=underlying]";
        /// The path of the table whose rows stand beside the rows of the main table for people, where the first of `columns` is
        /// the same.
        may "beside" => beside: Option<String>, "options.puts";
        /// The path of the list of what was asked for and is not there.
        may "unknown" => unknown: Option<String>, "unknown";
        /// The names of members that are in percent, anywhere in the response.
        may "percents" => percents: Vec<String>, "[changePercent]";
        /// The names of members that are fractions, anywhere in the response: people see them in percent.
        may "fractions" => fractions: Vec<String>, "[impliedVolatility]";
        /// The names of members that are prices, anywhere in the response.
        may "prices" => prices: Vec<String>, "[open, close]";
        /// The path of the member that has the number of decimals of prices, or its name where each row has one.
        may "decimals" => decimals: Option<String>, "meta.priceHint";
        /// The paths of members that name what a chart is about; the first that is there counts.
        may "names" => names: Vec<String>, "[meta.longName, meta.shortName]";
        /// The path of the member that has the currency of prices.
        may "currency" => currency: Option<String>, "meta.currency";
        /// The names of the columns that are a bar of a chart: time, open, high, low, close and volume.
        may "chart" => chart: Vec<String>, "[timestamp, open, high, low, close, volume]";
    }
}
