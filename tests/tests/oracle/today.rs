//! The mappings of today's JSON to the specification's structures, in the plainest way: whole documents,
//! texts that the replies themselves carry, and statuses for what cannot be converted.

use serde_json::{Map, Value, json};

use super::{collapse, parse, stores};

/// The parts of a profile.
const PARTS: [&str; 4] = ["info", "recommendations", "calendar", "sustainability"];

/// Section 2.1 of the summary's reply. The service has ESG scores of nobody, and no grades where there are none.
pub(crate) fn profile(reply: &str) -> Result<Value, u16> {
    let found = profile_parts(reply)?;
    let has = |part: &str| found.contains_key(part);
    if has("info") && has("calendar") { partial_profile(reply) } else { Err(404) }
}

pub(crate) fn partial_profile(reply: &str) -> Result<Value, u16> {
    let found = profile_parts(reply)?;
    let part = |name: &str| found.get(name).cloned().unwrap_or_default();
    Ok(PARTS.iter().map(|name| ((*name).to_owned(), part(name))).collect::<Map<_, _>>().into())
}

fn profile_parts(reply: &str) -> Result<Map<String, Value>, u16> {
    let sections = match sections(reply) {
        Err("Not Found") => return Err(404),
        Err(_) => return Err(422),
        Ok(sections) => collapse(sections),
    };
    let (mut parts, mut info) = (Map::new(), Map::new());
    let names = "summaryProfile summaryDetail quoteType defaultKeyStatistics assetProfile summaryDetail";
    for name in names.split(' ') {
        if let Some(section) = sections.get(name) {
            info.extend(section.as_object().unwrap().clone());
        }
    }
    if !info.is_empty() {
        let open = info.get("regularMarketOpen").cloned().unwrap_or_default();
        let own = sections["price"]["regularMarketPrice"].clone();
        let has_open = open.as_f64().is_some_and(|open| open != 0.0);
        info.insert("regularMarketPrice".into(), if has_open || own.is_null() { open } else { own });
        let website = info.get("website").and_then(Value::as_str).map(|website| {
            let host = website.split("://").last().unwrap().split('/').next().unwrap();
            format!("https://logo.example/{}", host.trim_start_matches("www."))
        });
        info.insert("logo_url".into(), website.unwrap_or_default().into());
        parts.insert("info".into(), info.into());
    }
    if let Some(section) = sections.get("upgradeDowngradeHistory") {
        parts.insert("recommendations".into(), section["history"].clone());
    }
    for (part, name) in [("calendar", "calendarEvents"), ("sustainability", "esgScores")] {
        if let Some(section) = sections.get(name) {
            parts.insert(part.into(), section.clone());
        }
    }
    Ok(parts)
}

/// Section 2.4 of the summary's reply.
pub(crate) fn holders(reply: &str) -> Result<Value, u16> {
    let sections = sections(reply).map_err(|_| 422_u16)?;
    let breakdown = &sections["majorHoldersBreakdown"];
    let mut major = Vec::new();
    let mut figures = Map::new();
    for (name, label) in [
        ("insidersPercentHeld", "% of Shares Held by All Insider"),
        ("institutionsPercentHeld", "% of Shares Held by Institutions"),
        ("institutionsFloatPercentHeld", "% of Float Held by Institutions"),
        ("institutionsCount", "Number of Institutions Holding Shares"),
    ] {
        let figure = collapse(breakdown[name].clone());
        let text = match (figure.as_f64(), name) {
            (None, _) => continue,
            (Some(_), "institutionsCount") => figure.to_string(),
            // Ties are rounded up.
            (Some(fraction), _) => format!("{:.2}%", fraction * 100.0 + 1e-9),
        };
        major.push(json!([text, label]));
        figures.insert(name.to_owned(), figure);
    }
    let mut holders = json!({"major": major});
    if !figures.is_empty() {
        holders["breakdown"] = figures.into();
    }
    for (part, name) in [("institutional", "institutionOwnership"), ("mutualfund", "fundOwnership")] {
        let owners = sections[name]["ownershipList"].as_array().filter(|owners| !owners.is_empty());
        let Some(owners) = owners else { continue };
        let has_change = owners.iter().any(|owner| owner["pctChange"]["raw"].is_number());
        let rows: Vec<Value> = owners
            .iter()
            .map(|owner| {
                let percent = owner["pctHeld"]["fmt"].as_str().unwrap().trim_end_matches('%');
                let mut row = json!({
                    "holder": owner["organization"],
                    "shares": owner["position"]["raw"],
                    "date_reported": written(owner["reportDate"]["fmt"].as_str().unwrap()),
                    "pch_out": percent.parse::<f64>().unwrap(),
                    "value": owner["value"]["raw"],
                });
                if has_change {
                    row["pctChange"] = owner["pctChange"]["raw"].clone();
                }
                row
            })
            .collect();
        let mut legend = json!({"holder": "Holder", "shares": "Shares", "date_reported": "Date Reported",
                                "pch_out": "% Out", "value": "Value"});
        if has_change {
            legend["pctChange"] = "pctChange".into();
        }
        holders[part] = json!({"legend": legend, "holders": rows});
    }
    // Of nobody is nothing.
    if holders == json!({"major": []}) { Err(422) } else { Ok(holders) }
}

/// Returns the day that is written as 2020-12-31, as the page writes one.
fn written(day: &str) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let [year, month, day]: [&str; 3] = day.split('-').collect::<Vec<_>>().try_into().unwrap();
    format!("{} {day}, {year}", MONTHS[month.parse::<usize>().unwrap() - 1])
}

/// Section 2.7 of the screener service's reply.
pub(crate) fn screener(reply: &str) -> Result<Value, u16> {
    let result = &parse(reply)["finance"]["result"][0];
    let quotes = result["quotes"].as_array().ok_or(422_u16)?;
    let columns = "symbol shortName longName quoteType currency currencyCode underlyingSymbol \
         regularMarketPrice regularMarketChange regularMarketChangePercent regularMarketVolume \
         averageDailyVolume3Month marketCap trailingPE fiftyTwoWeekLow fiftyTwoWeekHigh regularMarketOpen";
    let columns: Vec<&str> = columns.split(' ').collect();
    let row = |quote: &Value| {
        let mut row = quote.clone();
        for (name, raw) in
            quote.as_object().unwrap().iter().filter(|(name, _)| columns.contains(&name.as_str()))
        {
            row[name] = match raw.as_f64() {
                None => raw.clone(),
                Some(figure) => shown(name, raw, figure, &quote["priceHint"]),
            };
        }
        row
    };
    Ok(json!({
        "rows": quotes.iter().map(row).collect::<Vec<_>>(),
        "columns": columns.iter().map(|name| json!({"data": name})).collect::<Vec<_>>(),
        "total": result["total"],
        "filters": {},
    }))
}

fn shown(name: &str, raw: &Value, figure: f64, hint: &Value) -> Value {
    let single = f64::from(raw.to_string().parse::<f32>().unwrap());
    let grouped = |digits: &str| {
        let mut groups: Vec<String> = Vec::new();
        let mut rest = digits;
        while rest.len() > 3 {
            groups.insert(0, rest[rest.len() - 3..].to_owned());
            rest = &rest[..rest.len() - 3];
        }
        groups.insert(0, rest.to_owned());
        groups.join(",")
    };
    match name {
        "regularMarketChangePercent" => json!({"raw": raw, "fmt": format!("{single:.2}%")}),
        "trailingPE" => json!({"raw": raw, "fmt": thousands(&format!("{single:.2}"), grouped)}),
        "regularMarketVolume" | "averageDailyVolume3Month" | "marketCap" => {
            let long = grouped(&format!("{:.0}", figure.floor()));
            let short = |unit: f64, letter| {
                let text = format!("{:.3}", figure / unit);
                format!("{}{letter}", text.trim_end_matches('0').trim_end_matches('.'))
            };
            let short = match figure {
                _ if figure >= 1e12 => short(1e12, 'T'),
                _ if figure >= 1e9 => short(1e9, 'B'),
                _ if figure >= 1e6 => short(1e6, 'M'),
                _ => long.clone(),
            };
            json!({"raw": raw, "fmt": short, "longFmt": long})
        }
        _ => {
            let decimals = usize::try_from(hint.as_u64().unwrap()).unwrap();
            json!({"raw": raw, "fmt": thousands(&format!("{single:.decimals$}"), grouped)})
        }
    }
}

fn thousands(text: &str, grouped: impl Fn(&str) -> String) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let (whole, decimals) = digits.split_once('.').unwrap();
    format!("{sign}{}.{decimals}", grouped(whole))
}

/// Section 2.6 of the discovery service's reply; the captured one has one section.
pub(crate) fn screeners(reply: &str) -> Result<Value, u16> {
    let list = &parse(reply)["finance"]["result"]["sections"]["neo_investment_ideas"]["screenersList"];
    let entry = |entry: &Value| {
        let fields = ["title", "predefinedScr", "description", "canonicalName"];
        fields.iter().map(|name| ((*name).to_owned(), entry[*name].clone())).collect::<Map<_, _>>()
    };
    let entries: Vec<_> = list.as_array().ok_or(422_u16)?.iter().map(entry).collect();
    Ok(json!({"screeners": entries}))
}

pub(crate) fn summary_of_store(page: &str) -> String {
    json!({"quoteSummary": {"result": [stores(page)["QuoteSummaryStore"]], "error": null}}).to_string()
}

/// Returns that summary with the days of reports as the page printed them: the evening before in New York.
pub(crate) fn summary_of_evenings(page: &str) -> String {
    const DAY: i64 = 86_400;
    let mut summary = parse(&summary_of_store(page));
    for section in ["institutionOwnership", "fundOwnership"] {
        let owners = summary["quoteSummary"]["result"][0][section]["ownershipList"].as_array_mut().unwrap();
        for owner in owners {
            let midnight = owner["reportDate"]["raw"].as_i64().unwrap();
            owner["reportDate"]["raw"] = (midnight - DAY).into();
            // The page does not have it.
            owner.as_object_mut().unwrap().remove("pctChange");
        }
    }
    summary.to_string()
}

pub(crate) fn service_of_screener(page: &str) -> String {
    let results = collapse(stores(page)["ScreenerResultsStore"]["results"].clone());
    let result = json!({"quotes": results["rows"], "total": results["total"]});
    json!({"finance": {"result": [result], "error": null}}).to_string()
}

/// Returns the sections of a summary, or the code of its error.
fn sections(reply: &str) -> Result<Value, &'static str> {
    let summary = &parse(reply)["quoteSummary"];
    match summary["error"]["code"].as_str() {
        Some("Not Found") => Err("Not Found"),
        Some(_) => Err("another error"),
        None => summary["result"].get(0).cloned().ok_or("no result"),
    }
}
