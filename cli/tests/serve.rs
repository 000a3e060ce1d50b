//! `vfapi serve`: what its page of an instrument and its charts ask for is there.

use serde_json::Value;
use virtual_finance_loopback::Served;

use crate::support::vfapi;

fn serve(options: &[&str]) -> Served {
    let arguments = [options, &["serve", "--listen", "127.0.0.1:0", "--log", "off"]].concat();
    Served::start("vfapi", &mut vfapi(arguments))
}

fn ask(served: &Served, method: &str, target: &str, accept: &str, body: &str) -> (u16, String) {
    let (status, _, body) = served.ask(method, target, accept, body);
    (status, String::from_utf8(body).unwrap())
}

#[test]
fn each_section_and_each_chart_has_rows_with_its_columns() {
    let served = serve(&["--sample"]);
    let (status, page) = ask(&served, "GET", "/s/IBM", "text/html", "");
    assert_eq!(status, 200);
    let about = page.split_once(r#"id="about">"#).unwrap().1.split_once("</script>").unwrap().0;
    let about: Value = serde_json::from_str(about).unwrap();
    let catalogue: Value =
        serde_json::from_str(&ask(&served, "GET", "/catalogue.json", "*/*", "").1).unwrap();
    let endpoints = catalogue["endpoints"].as_array().unwrap();
    let sections = about["sections"].as_array().unwrap();
    assert!(sections.len() >= 20);
    for page in ["start", "subject", "comparison", "endpoint"] {
        assert!(sections.iter().any(|section| section["page"] == page), "{page}");
    }
    for section in sections {
        let info = endpoints.iter().find(|info| info["command"] == section["endpoint"]).unwrap();
        // The chart of an endpoint alone is the chart of its example.
        let of_example = &info["examples"][0]["params"];
        let asked = if section["page"] == "endpoint" { of_example } else { &section["params"] };
        let mut params = asked.as_object().unwrap().clone();
        if let Some(subject) = section["subject"].as_str() {
            // What a company does not have is left out of its page.
            let ticker = if section["endpoint"] == "fund" { "QQQ" } else { "IBM" };
            params.insert(subject.to_owned(), ticker.into());
        }
        let known: Vec<&str> =
            info["params"].as_array().unwrap().iter().map(|param| param["name"].as_str().unwrap()).collect();
        let sets = section["choice"]["sets"].as_array().into_iter().flatten();
        let chosen = sets.flat_map(|set| set["params"].as_object().unwrap().keys().map(String::as_str));
        for name in chosen.chain(section["choice"]["parameter"].as_str()) {
            assert!(known.contains(&name), "{section}: {name}");
        }
        let tables = section["tables"].as_array().unwrap();
        let tables: Vec<String> =
            tables.iter().map(|table| format!("&table={}", table.as_str().unwrap())).collect();
        for table in if tables.is_empty() { vec![String::new()] } else { tables } {
            let path = format!("/{}?format=jsonl{table}", section["endpoint"].as_str().unwrap());
            let (status, rows) = if info["method"] == "GET" {
                let query: String = params
                    .iter()
                    .map(|(name, value)| format!("&{name}={}", value.as_str().unwrap()))
                    .collect();
                ask(&served, "GET", &format!("{path}{query}"), "*/*", "")
            } else {
                let body = Value::Object(params.clone()).to_string();
                ask(&served, "POST", &path, "*/*", &body)
            };
            assert_eq!(status, 200, "{path}: {rows}");
            // Figures that this instrument has not are left out of the page, and tiles may lack their change.
            let columns = section["columns"].as_array().unwrap();
            let needed = match section["shown"].as_str().unwrap() {
                "facts" => 0,
                "tiles" => 2,
                _ => columns.len(),
            };
            for column in columns.iter().take(needed) {
                assert!(rows.contains(&format!("\"{}\":", column.as_str().unwrap())), "{path}: {column}");
            }
        }
    }
}

#[test]
fn a_gateway_answers_from_the_records_of_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let target = "/history/IBM.csv?range=5d";
    let (status, recorded) = ask(&serve(&["--sample", "--record", folder]), "GET", target, "*/*", "");
    assert_eq!((status, recorded.lines().count()), (200, 6));
    let replaying = serve(&["--replay", folder]);
    assert_eq!(ask(&replaying, "GET", target, "*/*", ""), (200, recorded));
    let (status, problem) = ask(&replaying, "GET", "/history/MSFT.csv?range=5d", "*/*", "");
    assert!(status == 404 && problem.contains("there is no record of GET https://"), "{status} {problem}");
}

/// In a query, too: no ticker has a comma.
#[test]
fn tickers_between_commas_are_several() {
    let served = serve(&["--sample"]);
    let (status, in_query) = ask(&served, "GET", "/history?ticker=IBM,MSFT&range=5d&format=csv", "*/*", "");
    let (_, in_path) = ask(&served, "GET", "/history/IBM,MSFT.csv?range=5d", "*/*", "");
    assert_eq!((status, &in_query), (200, &in_path));
    let tickers: Vec<&str> = in_query.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(tickers, ["IBM", "IBM", "IBM", "IBM", "IBM", "MSFT", "MSFT", "MSFT", "MSFT", "MSFT"]);
}

/// A listed value is known in any case, as the command knows it.
#[test]
fn names_of_values_are_those_of_the_command() {
    let served = serve(&["--sample"]);
    let rows = |target| ask(&served, "GET", target, "application/json", "");
    let (status, expected) = rows("/screener/DAY_GAINERS.csv");
    assert_eq!(status, 200, "{expected}");
    for target in ["/screener/day_gainers.csv", "/screener/day-gainers.csv", "/screener.csv?name=day_gainers"]
    {
        assert_eq!(rows(target), (200, expected.clone()), "{target}");
    }
    assert_eq!(rows("/screener/day_gainer").0, 400);
    let screened = |order: &str| {
        let body = format!(r#"{{"query":"region = us","sort":"intradaymarketcap","order":"{order}"}}"#);
        ask(&served, "POST", "/custom-screener", "application/json", &body)
    };
    assert_eq!((screened("DESC"), screened("desc").0), (screened("desc"), 200));
}
