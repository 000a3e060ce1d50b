//! Replies whose times are in another unit, under another name or of another interval than always: they are refused, or
//! left out with a note, and never taken for other times.

use serde_json::{Value, json};
use virtual_finance::notes::WidenedInterval;
use virtual_finance::request::Endpoint;
use virtual_finance::{
    AdjustType, Analysis, Calendar, DateTime, EarningsDates, EventCalendar, EventCalendarKind, Financials,
    History, Insiders, Interval, News, Options, Profile, Quote, Range, Search, Span, Spark,
};
use virtual_finance_tests::{convert, converted, unread};

use super::summary;

/// 2024-07-01T14:30:00Z.
const TIME: i64 = 1_719_844_200;
const NO_TIME: &str = "it is no time in epoch seconds";

/// Returns the response, and the parts that were left out.
fn read<E: Endpoint>(request: &E, reply: &Value) -> (Value, Vec<String>)
where
    E::Response: serde::Serialize,
{
    let found = converted(request, &[reply.to_string()]).unwrap();
    let skipped = unread(&found.notes);
    (json!(found.response), skipped.into_iter().map(|row| format!("{} {}", row.name, row.reason)).collect())
}

fn message<E: Endpoint>(request: &E, reply: &Value) -> String {
    converted(request, &[reply.to_string()]).map(drop).unwrap_err().to_string()
}

/// Returns a chart with bars at those times, adjusted closes and events.
fn chart(times: &[i64], adjclose: &Value, events: &Value) -> Value {
    let prices = json!(vec![1.5; times.len()]);
    let quote = json!({"open": prices, "high": prices, "low": prices, "close": prices, "volume": prices});
    let indicators = json!({"quote": [quote], "adjclose": [{"adjclose": adjclose}]});
    let meta = json!({"symbol": "IBM"});
    json!({"meta": meta, "timestamp": times, "events": events, "indicators": indicators})
}

fn history(chart: &Value) -> Value {
    json!({"chart": {"result": [chart], "error": null}})
}

#[test]
fn events_in_milliseconds_are_left_out() {
    let milliseconds = TIME * 1000;
    let (key, next) = (TIME.to_string(), (TIME + 1).to_string());
    let events = json!({
        "dividends": {
            &key: {"amount": 1.5, "date": milliseconds}, next: {"amount": 2.5, "date": TIME},
        },
        "splits": {&key: {"date": milliseconds, "numerator": 2, "denominator": 1, "splitRatio": "2:1"}},
    });
    let (found, skipped) = read(&History::new("IBM"), &history(&chart(&[TIME], &json!([1.5]), &events)));
    assert_eq!(found["dividends"], json!([{"amount": 2.5, "date": TIME}]));
    assert_eq!(found["splits"], json!([]));
    let place = |kind: &str, key: &str| format!("chart.result[0].events.{kind}.{key} its date is");
    let expected = [
        format!("{} no time in epoch seconds", place("dividends", &key)),
        format!("{} no time in epoch seconds", place("splits", &key)),
    ];
    assert_eq!(skipped, expected);
}

/// Nothing is multiplied or divided by such a ratio.
#[test]
fn splits_into_nothing_are_left_out() {
    let split = |numerator: i64, time: i64| json!({"date": time, "numerator": numerator, "denominator": 1, "splitRatio": "2:1"});
    let keys = [TIME, TIME + 1, TIME + 2].map(|key| key.to_string());
    let [zero, negative, good] = &keys;
    let events = json!({"splits": {zero: split(0, TIME), negative: split(-2, TIME), good: split(2, TIME)}});
    let (found, skipped) = read(&History::new("IBM"), &history(&chart(&[TIME], &json!([1.5]), &events)));
    assert_eq!(found["splits"], json!([split(2, TIME)]));
    let reason = |key: &str| {
        format!("chart.result[0].events.splits.{key} its numerator or its denominator is not above zero")
    };
    assert_eq!(skipped, [reason(zero), reason(negative)]);
}

/// The host names no interval; the times of the bars show it.
#[test]
fn the_interval_of_bars_is_seen_without_its_name() {
    let bars = |step: i64, count: i64| {
        let times: Vec<i64> = (0..count).map(|bar| TIME + bar * step).collect();
        history(&chart(&times, &json!(vec![1.5; times.len()]), &json!({})))
    };
    let widened = |interval: Interval, step: i64| {
        let request = History::new("IBM").interval(interval);
        let notes = converted(&request, &[bars(step, 8).to_string()]).unwrap().notes;
        notes.get::<WidenedInterval>().map(|found| (found.asked.clone(), found.found.clone()))
    };
    let told = |asked: &str, found: &str| Some((asked.to_owned(), found.to_owned()));
    assert_eq!(widened(Interval::OneDay, 300), told("1d", "5m"));
    assert_eq!(widened(Interval::OneMonth, 86_400), told("1mo", "1d"));
    assert_eq!(widened(Interval::OneDay, 30 * 86_400), told("1d", "1mo"));
    for (asked, usual) in
        [(Interval::OneDay, 86_400), (Interval::OneMonth, 28 * 86_400), (Interval::OneWeek, 7 * 86_400)]
    {
        assert_eq!(widened(asked, usual), None, "{usual}");
    }
    assert_eq!(widened(Interval::OneMinute, 120), told("1m", "2m"));
    assert_eq!(widened(Interval::OneMonth, 91 * 86_400), told("1mo", "3mo"));
    // Minutes without trades may be left out, but not between all bars.
    let thin = [0, 180, 360, 420, 600, 900].map(|second| TIME + second);
    let thin = history(&chart(&thin, &json!([1.5, 1.5, 1.5, 1.5, 1.5, 1.5]), &json!({})));
    let thin = converted(&History::new("IBM").interval(Interval::OneMinute), &[thin.to_string()]).unwrap();
    assert_eq!(thin.notes.get::<WidenedInterval>(), None);
    let dates = History::new("IBM").span(Span::dates(DateTime::from(TIME), None));
    assert!(message(&dates, &bars(300, 8)).contains("bars of 1d were asked for"));
    assert!(message(&dates, &bars(300, 8)).contains("bars of 5m"));
    // Too few to tell.
    assert_eq!(read(&dates, &bars(300, 4)).1, [""; 0]);
    // A name that the bars contradict is not believed.
    let named = |name: &str, step: i64| {
        let mut reply = bars(step, 8);
        reply["chart"]["result"][0]["meta"]["dataGranularity"] = json!(name);
        reply
    };
    assert!(message(&dates, &named("1d", 300)).contains("bars of 5m"));
    assert_eq!(read(&dates, &named("1d", 86_400)).1, [""; 0]);
    // Days without trades may be left out.
    assert_eq!(read(&dates, &named("1d", 5 * 86_400)).1, [""; 0]);
    // Nor are bars of days put together as if they were those of weeks.
    let weeks = read(&History::new("IBM"), &named("1wk", 86_400)).0;
    assert_eq!(weeks["ohlcdata"]["timestamp"].as_array().unwrap().len(), 8);

    let spark = |step: i64| {
        let chart = bars(step, 8)["chart"]["result"][0].clone();
        json!({"spark": {"result": [{"symbol": "IBM", "response": [chart]}], "error": null}})
    };
    let daily = Spark::new(["IBM"]).range(Range::OneMonth).interval(Interval::OneDay);
    assert!(message(&daily, &spark(300)).contains("5m"));
    assert_eq!(read(&daily, &spark(86_400)).1, [""; 0]);
}

/// A host names the range that it was asked for, and none where it was asked for dates.
#[test]
fn bars_of_a_named_range_are_none_of_dates_or_of_all_time() {
    let ranged = |range: &str| {
        let mut reply = history(&chart(&[TIME], &json!([1.5]), &json!({})));
        reply["chart"]["result"][0]["meta"]["range"] = json!(range);
        reply
    };
    let all = History::new("IBM").range(Range::Max);
    let dates = History::new("IBM").span(Span::dates(DateTime::from(TIME), None));
    for request in [&all, &dates] {
        assert!(message(request, &ranged("6mo")).contains("6mo"), "{}", message(request, &ranged("6mo")));
        assert_eq!(read(request, &ranged("")).1, [""; 0]);
    }
    assert_eq!(read(&all, &ranged("max")).1, [""; 0]);
}

#[test]
fn a_bar_that_cannot_be_adjusted_is_told() {
    let request = History::new("IBM").adjust(AdjustType::Auto);
    let times = [TIME, TIME + 86_400, TIME + 2 * 86_400];
    let mut chart = chart(&times, &json!([null, 0.75, 0]), &json!({}));
    let (found, skipped) = read(&request, &history(&chart));
    assert_eq!(found["ohlcdata"]["open"], json!([null, 0.75, null]));
    let told = |row: usize| {
        format!(
            "chart.result[0].timestamp[{row}] its bar has no close and adjusted close to adjust its prices by"
        )
    };
    assert_eq!(skipped, [told(0), told(2)]);
    chart["indicators"]["adjclose"][0]["adjclose"] = json!([0.75, 0.75, 0.75]);
    chart["indicators"]["quote"][0]["close"] = json!([1.5, null, 1.5]);
    assert_eq!(read(&request, &history(&chart)).1, [told(1)]);
    // No ratio of a price has another sign than its adjusted one. Both may be below zero.
    chart["indicators"]["quote"][0]["close"] = json!([-1.5, 1.5, 1.5]);
    assert_eq!(read(&request, &history(&chart)).1, [told(0)]);
    chart["indicators"]["adjclose"][0]["adjclose"] = json!([-0.75, 0.75, 0.75]);
    let (found, skipped) = read(&request, &history(&chart));
    assert_eq!(found["ohlcdata"]["close"], json!([-0.75, 0.75, 0.75]));
    assert_eq!(skipped, [""; 0]);
}

/// A year of bars that are of other times is another reply; one among others is a row.
#[test]
fn a_bar_of_a_time_that_was_not_asked_for_is_left_out() {
    const PATH: &str = "chart.result[0].timestamp";
    const DAY: i64 = 86_400;
    let bars = |times: &[i64], range: &str| {
        let mut chart = chart(times, &json!(vec![1.5; times.len()]), &json!({}));
        chart["meta"]["range"] = json!(range);
        chart["meta"]["regularMarketTime"] = json!(TIME + 4 * DAY);
        chart
    };
    let request = History::new("IBM").range(Range::FiveDays);
    let dates = History::new("IBM").span(Span::dates(DateTime::from(TIME), Some((TIME + 5 * DAY).into())));
    for odd in [0, TIME - 3650 * DAY, TIME + 3650 * DAY] {
        for (request, range) in [(&request, "5d"), (&dates, "")] {
            let reply = history(&bars(&[TIME, odd, TIME + DAY], range));
            let (found, skipped) = read(request, &reply);
            assert_eq!(found["ohlcdata"]["timestamp"], json!([TIME, TIME + DAY]));
            assert_eq!(skipped, [format!("{PATH}[1] its time is not one of those that were asked for")]);
        }
        let row = json!({"symbol": "IBM", "response": [bars(&[TIME, odd, TIME + DAY], "1d")]});
        let (found, _) = read(&Spark::new(["IBM"]), &json!({"spark": {"result": [row], "error": null}}));
        assert_eq!(found["series"][0]["timestamp"], json!([TIME, TIME + DAY]));
    }
    let all = history(&bars(&[TIME + 3650 * DAY, TIME + 3651 * DAY, TIME + 3652 * DAY], "5d"));
    assert!(message(&request, &all).contains("5d"), "{}", message(&request, &all));
}

#[test]
fn expirations_in_milliseconds_are_left_out() {
    let reply = |expirations: Value| {
        let chain = json!({"expirationDate": TIME, "calls": [], "puts": []});
        let result = json!({"underlyingSymbol": "IBM", "expirationDates": expirations, "strikes": [],
            "hasMiniOptions": false, "options": [chain]});
        json!({"optionChain": {"result": [result], "error": null}})
    };
    let (found, skipped) = read(&Options::new("IBM"), &reply(json!([TIME, TIME * 1000])));
    assert_eq!(found["expirationDates"], json!([TIME]));
    assert_eq!(skipped, [format!("optionChain.result[0].expirationDates[1] {NO_TIME}")]);
    assert!(message(&Options::new("IBM"), &reply(json!([TIME * 1000]))).contains(NO_TIME));

    let contract = |name: &str, time: i64, traded: i64| json!({"contractSymbol": name, "strike": 5, "expiration": time, "lastTradeDate": traded});
    let with = |chain: Value| {
        let mut reply = reply(json!([TIME]));
        reply["optionChain"]["result"][0]["options"][0] = chain;
        reply
    };
    let whole = contract("C", TIME, TIME);
    let calls = json!([contract("A", TIME * 1000, TIME), contract("B", TIME, TIME * 1000), whole]);
    let (found, skipped) =
        read(&Options::new("IBM"), &with(json!({"expirationDate": TIME, "calls": calls, "puts": []})));
    assert_eq!(found["options"][0]["calls"], json!([whole]));
    assert_eq!(skipped, ["A", "B"].map(|name| format!("{name} one of its times is none in epoch seconds")));
    let chain = with(json!({"expirationDate": TIME * 1000, "calls": [], "puts": []}));
    assert!(message(&Options::new("IBM"), &chain).contains("options[0].expirationDate"));
}

/// Returns a reply of the service of calendars: columns with their types, and one row.
fn calendar(entity: &str, columns: &[(&str, &str)], row: &Value) -> Value {
    let columns: Vec<Value> = columns.iter().map(|(id, kind)| json!({"id": id, "type": kind})).collect();
    let table = json!({"entityIdType": entity, "columns": columns, "rows": [row]});
    json!({"finance": {"result": [{"total": 1, "documents": [table]}], "error": null}})
}

#[test]
fn a_calendar_without_times_or_with_others_is_refused() {
    let offering = [("ticker", "STRING"), ("startdatetime", "NUMBER"), ("filingdate", "NUMBER")];
    let offerings = EventCalendar::new(EventCalendarKind::Offerings);
    let splits = EventCalendar::new(EventCalendarKind::Splits);
    let dates = EarningsDates::new("IBM");
    for ((entity, column), time) in
        [(("sp_earnings", "startdatetime"), TIME * 1000), (("splits", "startdatetime"), TIME * 1000)]
    {
        let of = |column, time: i64| {
            calendar(entity, &[("ticker", "STRING"), (column, "NUMBER")], &json!(["IBM", time]))
        };
        let said = |reply: &Value| match entity {
            "splits" => message(&splits, reply),
            _ => message(&dates, reply),
        };
        assert!(said(&of(column, time)).contains("its startdatetime is no time in epoch seconds"));
        let renamed = said(&of("begin", TIME));
        assert!(renamed.contains("the column startdatetime"), "{renamed}");
    }
    let filed = calendar("ipo_info", &offering, &json!(["ACME", null, TIME * 1000]));
    assert!(message(&offerings, &filed).contains("its filingdate is no time in epoch seconds"));
    let right = calendar("ipo_info", &offering, &json!(["ACME", null, TIME]));
    assert_eq!(read(&offerings, &right).0["events"][0]["filingDate"], TIME);
}

/// The times of the calendar by days are in milliseconds.
#[test]
fn entries_of_another_day_than_theirs_are_left_out() {
    let reply = |times: &[i64]| {
        let record = |time: &i64| json!({"ticker": "ACME", "startDateTime": time});
        let records: Vec<Value> = times.iter().map(record).collect();
        let day = json!({"timestampString": "2024-07-01", "records": records});
        json!({"finance": {"result": {"earnings": [day]}, "error": null}})
    };
    let day = 86_400_000;
    let (found, skipped) =
        read(&Calendar::new(), &reply(&[TIME * 1000, TIME * 1000 - 5 * day, TIME * 1000 + 5 * day]));
    assert_eq!(found["earnings"], json!([{"ticker": "ACME", "start": TIME}]));
    let other = "finance.result.earnings[0].records its time is not of that day";
    assert_eq!(skipped, [other, other]);
    // Those in seconds are the same times.
    assert_eq!(
        read(&Calendar::new(), &reply(&[TIME])).0["earnings"],
        json!([{"ticker": "ACME", "start": TIME}])
    );
    assert!(
        message(&Calendar::new(), &reply(&[TIME * 1000 + 5 * day])).contains("its time is not of that day")
    );

    // A day whose date cannot be read may be any, and one that is there twice is another's copy.
    let mut days = reply(&[TIME * 1000]);
    let day = days["finance"]["result"]["earnings"][0].clone();
    let list = days["finance"]["result"]["earnings"].as_array_mut().unwrap();
    for date in ["06-28/2024", "2024-7-1", "2024-07-01T00:00:00"] {
        let mut odd = day.clone();
        odd["timestampString"] = json!(date);
        list.push(odd);
    }
    list.push(day);
    days["finance"]["result"]["secReports"] = json!("none");
    let (found, skipped) = read(&Calendar::new(), &days);
    assert_eq!(found["earnings"].as_array().unwrap().len(), 1);
    let place = |index: usize| format!("finance.result.earnings[{index}]");
    assert_eq!(
        skipped[..3],
        [1, 2, 3].map(|index| format!("{} its timestampString is no date", place(index)))
    );
    assert_eq!(skipped[3], format!("{} it is there twice", place(4)));
    assert_eq!(skipped[4], "finance.result.secReports it is no list of at most 370 days");
}

/// A part or row with such a time says another day than the host means.
#[test]
fn times_in_milliseconds_beside_figures_are_left_out() {
    let late = TIME * 1000;
    let ibm = |sections: Value| {
        let mut all = json!({"quoteType": {"symbol": "IBM", "quoteType": "EQUITY"}});
        all.as_object_mut().unwrap().extend(sections.as_object().unwrap().clone());
        json!({"quoteSummary": {"result": [all], "error": null}})
    };
    let both = |time: &str| json!([{"name": "A", time: TIME}, {"name": "B", time: late}]);

    let upgrades = json!([{"epochGradeDate": late, "firm": "A"}, {"epochGradeDate": TIME, "firm": "B"}]);
    let analysis = ibm(json!({
        "upgradeDowngradeHistory": {"history": upgrades},
        "calendarEvents": {"earnings": {"earningsDate": [late]}, "exDividendDate": TIME},
        "earningsHistory": {"history": [{"period": "-1q", "quarter": late}, {"period": "-2q", "quarter": TIME}]},
    }));
    let (found, skipped) = read(&Analysis::new("IBM"), &analysis);
    let upgrade = json!([{"date": TIME, "firm": "B"}]);
    assert_eq!([&found["upgrades"], &found["calendar"]], [&upgrade, &Value::Null]);
    assert_eq!(found["earningsHistory"], json!([{"period": "-2q", "quarter": TIME}]));
    let expected = [
        "calendarEvents its earningsDate is no time in epoch seconds",
        "upgradeDowngradeHistory.history[0] its epochGradeDate is no time in epoch seconds",
        "earningsHistory.history[0] its quarter is no time in epoch seconds",
    ];
    assert_eq!(skipped, expected);

    let insiders = ibm(json!({"insiderHolders": {"holders": both("latestTransDate")}}));
    let (found, skipped) = read(&Insiders::new("IBM"), &insiders);
    assert_eq!(found["roster"], json!([{"name": "A", "latestTransactionDate": TIME}]));
    assert_eq!(skipped, ["insiderHolders.holders[1] its latestTransDate is no time in epoch seconds"]);

    let item = |time: i64| json!({"uuid": time.to_string(), "title": "News", "providerPublishTime": time});
    let search = json!({"quotes": [], "news": [item(late), item(TIME)]});
    let (found, skipped) = read(&Search::new("IBM"), &search);
    assert_eq!(found["news"].as_array().unwrap().len(), 1);
    assert_eq!(skipped, ["news[0] its providerPublishTime is no time in epoch seconds"]);
    let (found, skipped) = read(&News::new("IBM"), &search);
    assert_eq!(found["news"][0]["publishedAt"], json!(TIME));
    assert_eq!(found["news"].as_array().unwrap().len(), 1);
    assert_eq!(skipped, ["news[0] its providerPublishTime is no time in epoch seconds"]);

    let row = |symbol: &str, time: i64| json!({"symbol": symbol, "regularMarketPrice": 1.5, "regularMarketTime": time});
    let quotes = json!({"quoteResponse": {"result": [row("IBM", late), row("MSFT", TIME)], "error": null}});
    let (found, skipped) = read(&Quote::new(["IBM", "MSFT"]), &quotes);
    assert_eq!(found["quotes"].as_array().unwrap().len(), 1);
    assert_eq!(skipped, ["IBM its regularMarketTime is no time in epoch seconds"]);
}

/// The sections of a summary are copied, but for what is no time and no amount.
#[test]
fn sections_that_are_copied_have_times_and_amounts_alone() {
    let late = TIME * 1000;
    let sections = json!({
        "quoteType": {"symbol": "IBM"},
        "summaryDetail": {"exDividendDate": late, "dividendDate": "2024-07-01", "open": 5},
        "defaultKeyStatistics": {"lastFiscalYearEnd": TIME},
        "calendarEvents": {"earnings": {"earningsDate": [TIME, late]}, "exDividendDate": TIME},
        "upgradeDowngradeHistory": {"history": []},
        "price": {},
    });
    let reply = json!({"quoteSummary": {"result": [sections], "error": null}});
    let (found, skipped) = read(&Profile::new("IBM"), &reply);
    let info = &found["info"];
    assert_eq!([&info["exDividendDate"], &info["dividendDate"]], [&Value::Null, &Value::Null]);
    assert_eq!(info["lastFiscalYearEnd"], TIME);
    let calendar = json!({"earnings": {"earningsDate": [TIME]}, "exDividendDate": TIME});
    assert_eq!(found["calendar"], calendar);
    let names = ["calendar.earnings.earningsDate[1]", "info.dividendDate", "info.exDividendDate"];
    assert_eq!(skipped, names.map(|name| format!("{name} {NO_TIME}")));

    let sheet = |end: Value, cash: Value| json!({"endDate": end, "cash": cash});
    let sheets = json!([
        sheet(json!(late), json!(1)),
        sheet(json!("2024-07-01"), json!(2)),
        sheet(json!(TIME - 86_400), json!("351,002")),
        sheet(json!({"raw": TIME, "fmt": "2024-07-01"}), json!({"raw": 7, "fmt": "7"})),
    ]);
    let sections =
        json!({"quoteType": {"symbol": "IBM"}, "balanceSheetHistory": {"balanceSheetStatements": sheets}});
    let reply = json!({"quoteSummary": {"result": [sections], "error": null}});
    let (found, skipped) = read(&Financials::new("IBM"), &reply);
    // Newest first, whatever the order of the host.
    let expected = json!([sheet(json!(TIME), json!(7)), sheet(json!(TIME - 86_400), Value::Null)]);
    assert_eq!(found["balancesheet"]["yearly"], expected);
    let place = |rest: &str| format!("balanceSheetHistory.balanceSheetStatements{rest}");
    let expected = [
        place("[0] its endDate is no time in epoch seconds"),
        place("[1] its endDate is no time in epoch seconds"),
        place("[2].cash it is no number"),
    ];
    assert_eq!(skipped, expected);
}

/// A bare text names the instrument under `symbol` alone.
#[test]
fn a_text_in_the_place_of_a_section_is_no_symbol() {
    let sections = r#""quoteType":{"symbol":"IBM"},"summaryDetail":{"open":5},"price":"none","calendarEvents":{},
        "upgradeDowngradeHistory":{"history":[]}"#;
    let found = convert(&Profile::new("IBM"), summary(sections)).unwrap();
    assert_eq!(found["info"]["open"], 5);
}
