//! An invented endpoint with every type of parameter, limit and relation, and with examples.

use virtual_finance::catalogue::{
    AuthScheme, BodyFormat, ChoiceInfo, ChoiceOption, EndpointInfo, EnumInfo, Enumeration, ErrorObject,
    ExampleInfo, FallbackInfo, Freshness, HostAuth, HostRate, NextPage, PagesInfo, ParamInfo, ParamKind,
    ParamLocation, RawKind, RepeatInfo, SessionUse, StatusInfo, StatusMeaning, StepInfo, VariantInfo,
    ViewInfo,
};
use virtual_finance::responses::Value;
use virtual_finance::{AdjustType, Host, Isin, ScreenerName};
use virtual_finance_reference::About;

static HOST: Host = Host {
    name: "data_url",
    default: "https://data.example",
    doc: "A host.",
    auth: Some(HostAuth {
        scheme: AuthScheme::OAuth2 { host: "data_url", path: "oauth/token", scopes: &["read"] },
        env: Some("DATA_LOGIN"),
        second_env: None,
        second: None,
        word: None,
        optional: false,
    }),
    auth_or: &[],
    headers: &[("X-Api-Version", "2")],
    rate: Some(HostRate::new(25, 60)),
    attribution: Some("Data by the tides"),
    no_copies: true,
    own_use: true,
};

static TIDE: EnumInfo = EnumInfo {
    doc: "A tide.",
    variants: &[
        VariantInfo::new("High", "high", "High water."),
        VariantInfo { deprecated: Some("Use `Ebb`."), ..VariantInfo::new("Low", "low", "Low water.") },
    ],
    ..EnumInfo::new("Tide")
};

const PARAM: ParamInfo = ParamInfo {
    name: "",
    aliases: &[],
    doc: "",
    deprecated: None,
    kind: ParamKind::String,
    place: ParamLocation::Query,
    wire: "",
    repeated: false,
    required: false,
    default: None,
    min: None,
    max: None,
    max_length: None,
    batch: None,
    pattern: None,
    conflicts: &[],
    after: None,
};

const fn param(name: &'static str, doc: &'static str, kind: ParamKind) -> ParamInfo {
    ParamInfo { name, wire: name, doc, kind, ..PARAM }
}

fn conflict() -> Value {
    serde_json::json!({
        "type": "object",
        "properties": { "until": { "type": "string", "description": "The end.", "x-deprecated": "Use `end`." } },
        "required": ["until"],
    })
}

pub(crate) static EVERYTHING: EndpointInfo = EndpointInfo {
    name: "Everything",
    subject: Some("ticker"),
    command: "everything",
    doc: "Everything that a table can say.\n\nA second paragraph | with a bar.",
    deprecated: Some("Use `Something`."),
    host: &HOST,
    hosts: &[&HOST],
    path: "all/{ticker}",
    method: "POST",
    safe: true,
    idempotency: None,
    retries: None,
    deadline: None,
    split: None,
    query: &[("lang", "en"), ("who", "{ticker}")],
    headers: &[("Accept", "application/json")],
    reply_headers: &["Location", "X-Total-Count"],
    graphql: None,
    body: Some(BodyFormat::Json),
    status: 200,
    raw: RawKind::Json,
    error: Some(ErrorObject { at: "problem", code: Some("kind"), message: None, not_found: &[] }),
    statuses: &[
        StatusInfo::new(202, StatusMeaning::Empty),
        StatusInfo { schema: Some(conflict), ..StatusInfo::new(409, StatusMeaning::Record("Conflict")) },
    ],
    repeats: &[RepeatInfo::new("ticker").at("rows.all.*.id").ignoring("^0+")],
    session: SessionUse::OnRefusal,
    then: &[],
    fallbacks: &[FallbackInfo {
        name: "pages",
        doc: "Pages | with a bar.",
        raw: RawKind::Text,
        provider: Some("Page | Works"),
        steps: &[
            StepInfo {
                name: "first",
                host: &HOST,
                path: "pages/{ticker}",
                method: "GET",
                query: &[("count", "{count}"), ("all", "true")],
                prepared: false,
                split: None,
                session: SessionUse::Always,
            },
            StepInfo {
                name: "others",
                host: &HOST,
                path: "pages",
                method: "POST",
                query: &[],
                prepared: true,
                split: None,
                session: SessionUse::OnRefusal,
            },
        ],
    }],
    fresh_for: Some(Freshness::for_seconds(900)),
    pages: Some(PagesInfo {
        items: "rows.all",
        members: None,
        next: NextPage::Offset { parameter: "count", rows: None, total: Some("meta.total") },
        more: None,
    }),
    until: None,
    view: Some(ViewInfo {
        main: Some("rows.all"),
        otherwise: &["rows.some"],
        unfold: &["parts"],
        times: &["at", "until"],
        instants: &["told_at"],
        days: &["on"],
        interval: Some("every"),
        zone: Some("zone"),
        columns: &["name", "at"],
        labels: &[("at", "time")],
        whole: &["name"],
        head: Some("day"),
        facts: &[("total", "rows")],
        beside: Some("rows.others"),
        unknown: Some("unknown"),
        percents: &["share"],
        fractions: &["part"],
        prices: &["price"],
        decimals: Some("digits"),
        names: &["about.name"],
        currency: Some("about.currency"),
        chart: &["at", "open", "high", "low", "close", "volume"],
    }),
    group: Some("Things"),
    words: &[("stuff", ""), ("rest", "--table rows.some")],
    params: &[
        ParamInfo {
            required: true,
            place: ParamLocation::Path,
            ..param("ticker", "The symbol.", ParamKind::Ticker)
        },
        ParamInfo {
            max_length: Some(20),
            pattern: Some("[a-z |]+"),
            deprecated: Some("Use `count`."),
            ..param("name", "A text.", ParamKind::String)
        },
        ParamInfo {
            default: Some("7"),
            min: Some(-5.0),
            max: Some(9.0),
            aliases: &["number", "n"],
            ..param("count", "A whole number.", ParamKind::Integer)
        },
        ParamInfo { default: Some("1.5"), min: Some(0.25), ..param("ratio", "A number.", ParamKind::Number) },
        ParamInfo {
            default: Some("false"),
            place: ParamLocation::Client,
            conflicts: &["count=3"],
            ..param("flag", "A switch.", ParamKind::Boolean)
        },
        param("day", "A day.", ParamKind::Date),
        ParamInfo { after: Some("day"), ..param("moment", "A moment.", ParamKind::DateTime) },
        ParamInfo {
            default: Some("auto"),
            ..param("adjust", "An enumeration.", ParamKind::Enum(AdjustType::INFO))
        },
        param("tide", "An enumeration.", ParamKind::Enum(&TIDE)),
        param("screener", "An open enumeration.", ParamKind::Enum(ScreenerName::INFO)),
        ParamInfo {
            default: Some("1|2"),
            max_length: Some(3),
            min: Some(1.0),
            ..param("numbers", "Numbers.", ParamKind::List { item: &ParamKind::Integer, separator: "|" })
        },
        ParamInfo {
            default: Some("a;b"),
            ..param("words", "Texts.", ParamKind::List { item: &ParamKind::String, separator: ";" })
        },
        ParamInfo {
            repeated: true,
            batch: Some(50),
            ..param("ids", "Numbers.", ParamKind::List { item: &ParamKind::Integer, separator: "," })
        },
        ParamInfo {
            place: ParamLocation::Header,
            wire: "X-Page",
            ..param("page", "A header.", ParamKind::Integer)
        },
        ParamInfo {
            place: ParamLocation::Body,
            wire: "box.names",
            required: true,
            repeated: true,
            max_length: Some(2),
            ..param("names", "Names.", ParamKind::List { item: &ParamKind::String, separator: "," })
        },
        ParamInfo {
            place: ParamLocation::Body,
            default: Some("2.5"),
            ..param("weight", "A member.", ParamKind::Number)
        },
    ],
    choices: &[ChoiceInfo {
        name: "time",
        doc: "When.",
        required: true,
        options: &[
            ChoiceOption { name: "name", required: &["name"], optional: &[] },
            ChoiceOption { name: "times", required: &["day"], optional: &["moment"] },
        ],
    }],
    examples: &[
        ExampleInfo {
            name: "with_words",
            doc: "Shows words.\n\nAnd more.",
            params: &[("flag", "true"), ("ticker", "^IBM"), ("words", "a;it's")],
            rust: "Everything::new(\"^IBM\").flag(true).words([\"a\", \"it's\"])",
            now: Some(1_719_604_800),
            url: "https://data.example/all/%5EIBM?words=a;it's",
            body: Some("{\"names\": []}"),
            reply: Some("{\"price\": 1}"),
            response: Some("{\"price\": 1}"),
        },
        ExampleInfo {
            name: "plain",
            doc: "Only what is needed.",
            params: &[("ticker", "IBM")],
            rust: "Everything::new(\"IBM\")",
            now: None,
            url: "https://data.example/all/IBM",
            body: None,
            reply: None,
            response: None,
        },
    ],
    declared: Some(r#"{"at":"data","empty":"not_found"}"#),
    lenient: true,
    schema: Some(schema),
    by_data: None,
    build: |params| Ok(Box::new(Isin::from_params(params)?)),
};

/// A part that is used twice, a map of parts, and a part that has the name of the response.
fn schema() -> Value {
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Response",
        "description": "What comes back.",
        "type": "object",
        "properties": {
            "price": { "description": "The price.", "$ref": "#/$defs/Price" },
            "before": { "description": "Prices before.", "type": "array", "items": { "$ref": "#/$defs/Price" } },
            "by_name": { "description": "By name.", "type": "object", "additionalProperties": { "$ref": "#/$defs/Response" } },
        },
        "required": ["price"],
        "$defs": {
            "Price": { "description": "A price.", "type": ["number", "null"], "x-deprecated": "Use `Amount`." },
            "Response": {
                "description": "A part.",
                "type": "object",
                "properties": { "inner": { "description": "Another one.", "anyOf": [{ "$ref": "#/$defs/Response" }, { "type": "null" }] } },
                "additionalProperties": true,
            },
        },
    })
}

/// Returns the facts about the command, as the pages of the book have them.
pub(crate) fn about() -> About<'static> {
    About {
        title: "Market data",
        version: env!("CARGO_PKG_VERSION"),
        license: Some("MIT"),
        written_by: "cargo regen-docs".to_owned(),
        is_in_book: true,
        ..About::new("vfapi")
    }
}
