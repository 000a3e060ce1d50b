//! The readers of generated code against the reader of types that are known at run time, over replies that are damaged at
//! random: both say the same of each.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking"
)]

use std::path::Path;

use virtual_finance_codegen::Generator;
use virtual_finance_core::catalogue::{ExampleInfo, RawKind};
use virtual_finance_core::examples::default_url;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ReplyInfo};
use virtual_finance_core::{Context, ConversionError, Converted, DateTime, RawReply, default_addresses};
use virtual_finance_table::{TableFile, TableInfo};
use weather::ENDPOINTS;

/// The replies that are made of each example.
const DAMAGED: usize = 500;

/// What a value is replaced by.
const VALUES: [&str; 15] = [
    "null",
    "true",
    "5",
    "-0",
    "1.50",
    "6.9E10",
    "1719576000000",
    "99999999999999999999",
    "\"\"",
    "\"7\"",
    "\"-\"",
    "\"2024-06-28\"",
    "\"\\ud800\"",
    "[]",
    "{}",
];

/// Numbers at random, the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(most.max(1)).unwrap()).unwrap()
    }
}

/// Damages a reply in one to three places: a word is another value, a part is there twice or not at all.
fn damaged(reply: &str, random: &mut Random) -> String {
    let mut text = reply.to_owned();
    for _ in 0..=random.below(3) {
        let ends = text.match_indices(|letter: char| "{}[],:<>\n ".contains(letter)).map(|(at, _)| at);
        let ends: Vec<usize> = [0].into_iter().chain(ends).chain([text.len()]).collect();
        let (one, other) = (ends[random.below(ends.len())], ends[random.below(ends.len())]);
        let next = ends.iter().copied().find(|end| *end > one).unwrap_or(text.len());
        let near = next.saturating_add(random.below(40)).min(text.len());
        let near = ends.iter().copied().find(|end| *end >= near).unwrap_or(text.len());
        match random.below(5) {
            0 => text.replace_range(one..next, ""),
            1 => text.replace_range(one..near, ""),
            2 => text = format!("{}{}", &text[..near], &text[one..]),
            3 => text = format!("{}{}{}", &text[..other], &text[one..next], &text[other..]),
            _ => {
                let start = one + usize::from(one < next && one > 0);
                text.replace_range(start..next, VALUES[random.below(VALUES.len())]);
            }
        }
    }
    text
}

/// Returns what came of a reply: the response and its notes, or the error.
fn outcome<T>(
    found: Result<Converted<T>, ConversionError>,
    json: impl FnOnce(&T) -> serde_json::Value,
) -> Result<(String, String), String> {
    found
        .map(|found| (json(&found.response).to_string(), format!("{:?}", found.notes)))
        .map_err(|error| format!("{} {error}", error.status()))
}

/// Reads the reply of an example and what is made of it both ways. Returns the number of good ones.
fn compare(info: &EndpointInfo, reply: &ReplyInfo, example: &ExampleInfo, random: &mut Random) -> usize {
    let Some(whole) = example.reply else { return 0 };
    let request = (info.build)(&example.param_map(info)).unwrap();
    let hosts = default_addresses(info.hosts);
    let cx = Context::new(&hosts, DateTime::from(0));
    let asked = reply.echoes.and_then(|echo| request.value(echo.param));
    let mut good = 0;
    for index in 0..DAMAGED {
        let text = if index == 0 { whole.to_owned() } else { damaged(whole, random) };
        let replies = [RawReply::new(text.as_bytes())];
        let own = outcome(request.convert_erased(&cx, &replies), |response| response.to_value().unwrap());
        let by_data =
            outcome(reply.read(&replies, asked.as_ref()), |response| serde_json::to_value(response).unwrap());
        assert_eq!(by_data, own, "{}: {text}", info.name);
        assert!(index > 0 || own.is_ok(), "{}: {own:?}", info.name);
        good += usize::from(own.is_ok());
    }
    good
}

#[test]
fn replies_are_read_by_data_as_by_generated_code() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR"));
    let replies = Generator::new("api/weather.yaml").replies(table).unwrap();
    let (mut random, mut read, mut good) = (Random(0x2545_F491_4F6C_DD1D), 0, 0);
    for (name, reply) in &replies {
        let info = ENDPOINTS.iter().find(|info| info.name == name).unwrap();
        for example in info.examples.iter().filter(|example| example.reply.is_some()) {
            good += compare(info, reply, example, &mut random);
            read += DAMAGED;
        }
    }
    // Replies that are all refused would show little.
    assert!(good > read / 10 && read > 10_000, "{good} of {read}");
}

/// Returns what a request of an example sends, and what it makes of the example's reply.
fn sent_and_read(info: &'static EndpointInfo, example: &ExampleInfo) -> [String; 4] {
    let request = info.request(&example.param_map(info)).unwrap();
    let now = DateTime::from(example.now.unwrap_or_default());
    let hosts = default_addresses(info.hosts);
    let read = example.reply.filter(|_| info.raw != RawKind::Bytes).map(|reply| {
        let replies = [RawReply::new(reply.as_bytes())];
        let read = request.convert_erased(&Context::new(&hosts, now), &replies);
        outcome(read, |response| response.to_value().unwrap())
    });
    [
        default_url(&*request, now).unwrap(),
        format!("{:?}", request.headers()),
        format!("{:?}", request.body(now).unwrap()),
        format!("{read:?}"),
    ]
}

#[test]
fn endpoints_at_run_time_are_those_of_generated_code() {
    let file = TableFile { root: Path::new(env!("CARGO_MANIFEST_DIR")), path: "api/weather.yaml" };
    let table = TableInfo::new(file.path, &file.text().unwrap(), &file.included_files()).unwrap();
    let left_out: Vec<&str> = table.left_out.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(left_out, ["Warnings", "Desk"]);
    for info in table.endpoints {
        let own = ENDPOINTS.iter().find(|own| own.name == info.name).unwrap();
        for example in own.examples {
            assert_eq!(sent_and_read(info, example), sent_and_read(own, example), "{}", info.name);
        }
        for wrong in [ParamMap::new(), ParamMap::from_iter([("lat", "north"), ("statoin", "Oslo")])] {
            let refused = [*info, *own].map(|info| info.request(&wrong).err().map(|error| error.to_string()));
            assert_eq!(refused[0], refused[1], "{}", info.name);
        }
        assert_eq!(info.response_schema(), own.response_schema(), "{}", info.name);
    }
}
