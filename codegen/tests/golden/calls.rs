//! Calls of generated requests: what compiles, and that each value arrives where it belongs.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::borrow::Cow;

use virtual_finance_golden::params::{Enumeration, ParamMap, Plain};
use virtual_finance_golden::request::Request;
use virtual_finance_golden::{
    Aisles, Batch, Boxes, By, ByWhat, Colour, Context, Coupon, Crates, Date, DateTime, Endpoint, Everything,
    FruitBasket, Label, Letter, Order, Paged, Parcel, Photo, Prices, RawReply, Recipe, Search, Shelf,
    Shelves, Soup, Store, Tile, Time, Trip, Value, Visit, When,
};

fn day() -> Date {
    "2020-01-31".parse().unwrap()
}

fn query(request: &impl Request) -> String {
    let pairs = request.query(DateTime::from(0));
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

#[test]
fn a_builder_takes_its_parameters_in_any_order() {
    let one = Order::builder().shop("corner").amount(3).colour(Colour::Green).day(day()).build();
    let other = Order::builder().day(day()).colour(Colour::Green).amount(3).shop("corner").build();
    assert_eq!(one, other);
    assert_eq!(one.path(), ["v1", "corner", "orders"]);
    assert_eq!(query(&one), "amount=3&colour=green&day=2020-01-31&gift=false");
    assert_eq!(query(&one.gift(true)), "amount=3&colour=green&day=2020-01-31&gift=true");
}

#[test]
fn a_builder_gives_what_named_parameters_give() {
    let built = Order::builder().shop("corner").amount(3).colour(Colour::Red).day(day()).build().gift(true);
    let read = Order::from_params(&ParamMap::from_iter([
        ("shop", "corner"),
        ("amount", "3"),
        ("colour", "red"),
        ("day", "2020-01-31"),
        ("gift", "true"),
    ]));
    assert_eq!(read.unwrap(), built);
}

#[test]
fn a_required_choice_is_an_argument() {
    let one = Visit::new("anna", When::one(day()));
    assert_eq!(query(&one), "who=anna&day=2020-01-31&since=2020-01-31&at=1580486400");
    assert_eq!(one.get_when(), &When::One(day()));
    assert_eq!((one.get_since(), one.get_from()), (day(), None));
    let several = one.when(When::several(day(), None));
    assert_eq!(query(&several), "who=anna&from=2020-01-31&since=2020-01-31&at=1580486400");
    assert_eq!(query(&several.day(day())), "who=anna&day=2020-01-31&since=2020-01-31&at=1580486400");
    let trip = Trip::builder().by_what(ByWhat::train_line("north")).place("lake").people(3).build();
    assert_eq!(query(&trip), "people=3&train=north");
    let read = |params: &[(&str, &str)]| Trip::from_params(&params.iter().copied().collect::<ParamMap>());
    assert_eq!(read(&[("place", "lake"), ("people", "3"), ("train", "north")]).unwrap(), trip);
    let faults = |params| read(params).unwrap_err().to_string();
    assert_eq!(faults(&[("place", "lake"), ("people", "3")]), "Trip: Missing in 'params': 'bus' or 'train'");
    let both = [("place", "lake"), ("people", "3"), ("train", "north"), ("bus", "1")];
    assert_eq!(faults(&both), "Trip: 'bus' and 'train' contradict each other: give one of them");
    let neither = Visit::from_params(&[("who", "anna")].into_iter().collect::<ParamMap>());
    let neither = neither.unwrap_err().to_string();
    assert_eq!(neither, "Visit: Missing in 'params': 'day' or 'from'");
}

#[test]
fn bodies_and_headers_are_made_of_the_values() {
    let body = |request: &dyn Request| request.body(DateTime::from(7)).unwrap().unwrap().text();
    let parcel = Parcel::new("corner");
    assert_eq!(body(&parcel), r#"{"box":{"weight":1.5},"colour":"red"}"#);
    // As in a query, a whole number has no fraction.
    assert_eq!(body(&Parcel::new("corner").weight(2.0)), r#"{"box":{"weight":2},"colour":"red"}"#);
    let headers = [("Accept", "application/json"), ("X-Shop", "corner"), ("X-Page-Size", "10")];
    assert_eq!(parcel.headers(), headers.map(|(name, value)| (name, Cow::Borrowed(value))));
    let words = parcel.words(["a", "b"]).ids([1, 2]).names(["x"]);
    assert_eq!(query(&words), "lang=en&at=corner&id=1&id=2");
    assert_eq!(words.headers()[3..], [("X-Words", "a".into()), ("X-Words", "b".into())]);
    assert_eq!(body(&words), r#"{"box":{"weight":1.5,"names":["x"]},"colour":"red"}"#);
    assert_eq!(body(&Letter::new("anna", ["a", "b"])), r#"{"text":"a\nb","copies":1,"at":7}"#);
    let refused = Letter::new("anna", [""]).body(DateTime::from(7)).unwrap_err().to_string();
    assert_eq!(refused, "Letter: 'lines' is an empty line: write something in it");
    assert_eq!(body(&Coupon::new("a b").ids([1, 2])), "code=a+b&id=1&id=2");
    assert!(Visit::new("anna", When::one(day())).body(DateTime::from(7)).unwrap().is_none());
}

#[test]
fn a_string_with_a_grammar_is_read_by_its_type() {
    let recipe: Recipe = "apple+pear".parse().unwrap();
    let read =
        Soup::from_params(&ParamMap::from_iter([("recipe", "apple + pear"), ("dessert", "plum")])).unwrap();
    assert_eq!(read, Soup::new(recipe).dessert("plum".parse::<Recipe>().unwrap()));
    assert_eq!(query(&read), "recipe=apple + pear&dessert=plum");
    assert_eq!(read.get_dessert().map(Recipe::as_str), Some("plum"));
    let faults =
        Soup::from_params(&ParamMap::from_iter([("recipe", "apple +"), ("dessert", "+")])).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "Soup: 'recipe' is wrong at character 8: a fruit is missing; write one\n    apple +\n           ^\n\
         'dessert' is wrong at character 2: a fruit is missing; write one\n    +\n     ^"
    );
}

#[test]
fn what_a_builder_made_is_checked() {
    let order = Order::builder().shop("").amount(0).colour(Colour::Date).day(day()).build();
    let faults = order.validate().unwrap_err().to_string();
    assert!(faults.contains("'shop'") && faults.contains("'amount' is 0: write 1 or more"), "{faults}");
}

#[test]
fn a_builder_can_be_kept_half_given() {
    let begun = Order::builder().shop("corner").amount(3);
    let red = begun.clone().colour(Colour::Red).day(day()).build();
    let green = begun.colour(Colour::Green).day(day()).build();
    assert_ne!(red, green);
}

#[test]
fn texts_are_taken_in_every_form() {
    let owned = "corner".to_owned();
    let borrowed: Cow<'_, str> = Cow::Borrowed("corner");
    let label = Label::new("corner", [1]);
    assert_eq!(Label::new(&owned, [1]), label);
    assert_eq!(Label::new(borrowed, [1]), label);
    assert_eq!(Label::new('c', [1]), Label::new("c", [1]));
    assert_eq!(Label::new(owned, [1]), label);
}

#[test]
fn an_enumeration_knows_its_texts_and_its_docs() {
    assert_eq!(Colour::ALL.len(), 10);
    assert_eq!((Colour::DarkBlue.as_str(), Colour::LightBlue.to_string()), ("db", "lightblue".to_owned()));
    assert_eq!("grey".parse::<Colour>(), Ok(Colour::Grey));
    let unknown = "blue".parse::<Colour>().unwrap_err().to_string();
    assert!(
        unknown.starts_with("\"blue\" is not a value of Colour; write one of red, ok, some,"),
        "{unknown}"
    );
    assert_eq!(Shelf::other("front"), Shelf::Front);
    assert_eq!("other:attic".parse::<Shelf>(), Ok(Shelf::Other("attic".to_owned())));
    assert!("attic".parse::<Shelf>().is_err());

    let (colour, shelf) = (<Colour as Enumeration>::INFO, <Shelf as Enumeration>::INFO);
    assert_eq!((colour.name, colour.doc, colour.other), ("Colour", "The colour of a fruit.", None));
    assert_eq!((shelf.name, shelf.other), ("Shelf", Some("[a-z,]{1,8}")));
    assert_eq!(shelf.doc, "Where [the] fruit lies.");
    // The words of a name are the doc, unless the text on the wire has them.
    let docs = colour.variants.iter().rev().take(3).map(|value| (value.name, value.wire, value.doc));
    assert_eq!(
        docs.collect::<Vec<_>>(),
        [
            ("Grey", "grey", "Like an <old> pear.\n\nNobody buys it."),
            ("LightBlue", "lightblue", ""),
            ("DarkBlue", "db", "Dark blue."),
        ]
    );
}

#[test]
fn lists_are_taken_from_every_iterator() {
    let label = Label::new("a", [1, 5_000_000_000]);
    assert_eq!(Label::new("a", vec![1, 5_000_000_000]), label);
    assert_eq!(Label::new("a", Some(1).into_iter().chain([5_000_000_000])), label);
    assert_eq!(query(&Label::new("a", [])), "text=a&sizes=");
}

#[test]
fn every_kind_of_value_is_taken() {
    let basket = FruitBasket::builder()
        .shelf(Shelf::other("cellar"))
        .number(5_000_000_000)
        .colours([Colour::Red, Colour::Green])
        .buyer(String::from("anna"))
        .day(day())
        .build()
        .moment(5)
        .moment(5_000_000_000)
        .moment(DateTime::from(5))
        .moment(day())
        .weight(1.0)
        .ripe(false)
        .names(["a", "b"])
        .names(vec![String::from("a")])
        .days([day()])
        .moments([DateTime::from(5)]);
    assert_eq!(basket.validate(), Ok(()));
    assert_eq!(basket.path(), ["v1", "cellar", "basket", "5000000000", "red-green"]);
    assert!(query(&basket).contains("&at=1580428800&weight=1&"), "{}", query(&basket));
}

#[test]
fn a_setter_takes_an_option() {
    let start = || {
        FruitBasket::builder()
            .shelf(Shelf::Front)
            .number(3)
            .colours([Colour::Red])
            .buyer("anna")
            .day(day())
            .build()
    };
    let (owned, borrowed): (Option<String>, Option<&str>) = (Some("ripe".to_owned()), Some("ripe"));
    let given = start()
        .moment(5)
        .weight(1.0)
        .count(7)
        .ripe(false)
        .colour(Colour::Red)
        .near(Shelf::other("cellar"))
        .note("ripe");
    let options = start()
        .moment(Some(5))
        .weight(Some(1.0))
        .count(Some(7))
        .ripe(Some(false))
        .colour(Some(Colour::Red))
        .near(Some(Shelf::other("cellar")));
    assert_eq!(options.clone().note(borrowed), given);
    assert_eq!(options.note(owned), given);
    let moments = [start().moment(Some(day())), start().moment(Some(DateTime::from(day())))];
    assert_eq!(moments, [start().moment(day()), start().moment(day())]);
    // None leaves a parameter to its default, also one that was set before.
    let none = given.moment(None::<i64>).weight(None).count(None).ripe(None).colour(None).near(None);
    assert_eq!(none.note(None::<String>), start());
    assert_eq!(Search::new().by(Some(By::text("plum"))), Search::new().by(By::text("plum")));
    assert_eq!(Search::new().by(By::text("plum")).by(None::<By>), Search::new());
}

/// What a step of a fallback asks, a line for each request.
fn asked(request: &impl Request, fallback: &str, step: &str, replies: usize) -> Vec<String> {
    let cx = Context::new(&[], DateTime::from(0));
    let replies = vec![RawReply::new(b"{}"); replies];
    let targets = request.fallback(fallback, step, &cx, &replies).unwrap();
    let shown = |pairs: &[(&str, Cow<'_, str>)]| {
        pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    };
    targets
        .iter()
        .map(|target| {
            format!(
                "{} {}",
                target.path.iter().map(runtime::request::Segment::text).collect::<Vec<_>>().join("/"),
                shown(&target.query)
            )
        })
        .collect()
}

#[test]
fn a_fallback_asks_what_its_steps_say() {
    let basket = FruitBasket::builder()
        .shelf(Shelf::Front)
        .number(3)
        .colours([Colour::Red, Colour::Green])
        .buyer("anna")
        .day(day())
        .build();
    for (fallback, step, replies, expected) in [
        (
            "market",
            "stalls",
            0,
            ["v2/front/red-green who=anna heavy=1.5 ripe=true day=2020-01-31 all=a&b"].as_slice(),
        ),
        (
            "market",
            "leaves",
            1,
            &["v2/leaves note=none shelf=front place=0", "v2/leaves note=none shelf=front place=1"],
        ),
        ("garden", "trees", 0, &["v3/trees shelf=front place=0"]),
        ("garden", "stalls", 0, &[]),
    ] {
        assert_eq!(asked(&basket, fallback, step, replies), expected, "{fallback} {step}");
    }
    assert_eq!(asked(&Everything::new(), "more", "first", 0), ["v4/more "]);
    assert_eq!(asked(&Everything::new(), "more", "others", 1), [""; 0]);
    assert_eq!(asked(&Prices::new(["fig"]), "more", "first", 0), [""; 0]);
}

#[test]
fn of_two_sets_of_a_choice_the_last_counts() {
    let search = Search::new().word("fig").by(By::price(1.0, 2.0, Some("EUR".to_owned()), None, None));
    assert_eq!(search, Search::new().by(By::price(1.0, 2.0, Some("EUR".to_owned()), None, None)));
    assert_eq!(search.clone().time(Time::days(day(), None)).unsold(true), search.time(Time::host(true)));
}

#[test]
fn a_list_never_becomes_another_list_on_the_wire() {
    let faults = |prices: &Prices| prices.validate().map_err(|faults| faults.to_string());
    let five = Prices::new(["fig", "lime", "pear", "plum", "cherry"]);
    assert_eq!(faults(&five), Ok(()));
    assert_eq!(five.subject().as_deref(), Some("fig,lime,pear,…"));
    assert_eq!(Prices::new(["fig", "lime"]).subject().as_deref(), Some("fig,lime"));
    for (prices, expected) in [
        (Prices::new([""; 0]), "Prices: 'kinds' is \"\": it is empty; write one value at least"),
        (
            Prices::new(["fig,lime"]),
            "Prices: 'kinds' is \"fig,lime\": it has \",\" in it, which stands between values; give two",
        ),
        (Prices::new([" "]), "Prices: 'kinds' is \" \": it is empty; write a symbol such as IBM"),
        (
            Prices::new(["a"; 6]),
            "Prices: 'kinds' is 6 values: write at most 5, or send the request with `Client::batched`",
        ),
    ] {
        assert_eq!(faults(&prices), Err(expected.to_owned()));
    }
}

#[test]
fn a_list_of_any_length_is_sent_in_batches() {
    let prices = Prices::new(["a", "b", "c", "d", "e", "f"]);
    assert_eq!(prices.batches(), [Prices::new(["a", "b", "c", "d", "e"]), Prices::new(["f"])]);
    assert_eq!(Prices::new(["a"; 5]).batches(), []);
    let joined = prices.join(vec![Batch::Response(Value::from(1)), Batch::Unknown(vec!["f".to_owned()])]);
    assert_eq!(joined, Some(serde_json::json!([1, ["f"]])));
    // Text is of any length too: it is the client that sends batches.
    let params: ParamMap = [("kinds", "a,b,c,d,e,f")].into_iter().collect();
    assert_eq!(Prices::from_params(&params), Ok(prices));
    let basket = FruitBasket::builder().shelf(Shelf::Back).number(3).colours([Colour::Green]);
    let basket = basket.buyer("me").day(day()).build().note("new");
    assert_eq!(basket.batches(), []);
    let batches = basket.clone().sizes([1, 2, 3]).batches();
    assert_eq!(batches, [basket.clone().sizes([1, 2]), basket.sizes([3])]);
    // A request without such a list joins nothing.
    assert_eq!(Label::new("plum", [1]).join(Vec::new()), None);
}

#[test]
fn a_segment_has_text_beside_its_values() {
    let tile = Tile::builder().town("a@b,c").lat(-1.5).lon(2.0).id("x.y").build();
    let path = tile.path();
    assert_eq!(path, ["v1", "tiles:find", "@a@b,c", "-1.5,2", "x.y.png"]);
    let empty = Tile::builder().town(" ").lat(-1.5).lon(2.0).id("x").build();
    assert_eq!(empty.validate().unwrap_err().to_string(), "Tile: 'town' is \" \": it is empty; write a name");
    let encoded: Vec<String> = path.iter().map(runtime::request::Segment::encoded).collect();
    assert_eq!(encoded, ["v1", "tiles:find", "@a%40b%2Cc", "-1.5,2", "x.y.png"]);
    let values = [("town", "a@b,c"), ("lat", "-1.5"), ("lon", "2"), ("id", "x.y")];
    let segments = ["v1", "tiles:find", "@a@b,c", "-1.5,2", "x.y.png"];
    assert_eq!(Tile::INFO.path_values(&segments), Some(values.to_vec()));
    for other in [
        ["v1", "tiles", "@a", "1,2", "x.png"],
        ["v1", "tiles:find", "a", "1,2", "x.png"],
        ["v1", "tiles:find", "@", "1,2", "x.png"],
        ["v1", "tiles:find", "@a", "12", "x.png"],
        ["v1", "tiles:find", "@a", ",2", "x.png"],
        ["v1", "tiles:find", "@a", "1,2", ".png"],
    ] {
        assert_eq!(Tile::INFO.path_values(&other), None, "{other:?}");
    }
    assert_eq!(Tile::INFO.path_values(&segments[..4]), None);
}

#[test]
fn a_value_of_an_open_enumeration_has_no_separator_in_a_list() {
    let basket = |shelf: &str| {
        let day = runtime::Date::new(2020, 1, 31).unwrap();
        let basket = FruitBasket::builder().shelf(Shelf::Front).number(1).colours([Colour::Red]);
        basket.buyer("anna").day(day).build().shelves([Shelf::Back, Shelf::other(shelf)])
    };
    assert_eq!(basket("cellar").validate().map_err(|faults| faults.to_string()), Ok(()));
    assert_eq!(
        basket("a,b").validate().map_err(|faults| faults.to_string()),
        Err("FruitBasket: 'shelves' is \"a,b\": it has \",\" in it, which stands between values; give two"
            .to_owned())
    );
}

#[test]
fn a_page_is_set_on_the_request() {
    assert_eq!(Crates::new().at_page(&Plain::String("a1")), Some(Crates::new().after("a1")));
    assert_eq!(Boxes::new(0).count(3).at_page(&Plain::Integer(9)), Some(Boxes::new(9).count(3)));
    assert_eq!(Shelves::new().at_page(&Plain::Integer(2)), Some(Shelves::new().page(2)));
    // A link has no parameter, and a parameter no value of another type.
    assert_eq!(Aisles::new().at_page(&Plain::Integer(2)), Some(Aisles::new()));
    assert_eq!(Crates::new().at_page(&Plain::Integer(2)), None);
}

#[test]
fn the_items_of_a_page_are_its_list() {
    let store: Store = serde_json::from_str(r#"{"row": {"crates": [{"id": 7}, {"id": 8}]}}"#).unwrap();
    assert_eq!(Crates::list(&store).len(), 2);
    assert_eq!(Crates::items(store).iter().map(|found| found.id).collect::<Vec<_>>(), [7, 8]);
    for none in [r#"{"row": {}}"#, r#"{"row": {"crates": null}}"#] {
        let store: Store = serde_json::from_str(none).unwrap();
        assert_eq!((Crates::list(&store).len(), Crates::items(store).len()), (0, 0));
    }
    let boxes = vec![Value::from("a"), Value::from("b")];
    assert_eq!((Boxes::list(&boxes).len(), Boxes::items(boxes).len()), (2, 2));
}

#[test]
fn bytes_are_their_own_response() {
    let photo = Photo::new("quay");
    let cx = Context::new(&[], DateTime::from(0));
    let content = b"\x89PNG\0";
    let response = photo.convert(&cx, &[RawReply::new(content)]).unwrap().response;
    assert_eq!((response.media_type, response.content.as_slice()), (None, &content[..]));
    assert_eq!(photo.path(), ["photos", "quay.png"]);
}
