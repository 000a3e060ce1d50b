//! Values of one of several types: how the type is found, what is read and written, and where a fault is.

use serde_json::{Value, json};
use virtual_finance_core::RawReply;
use virtual_finance_core::generated::{DataPath, JsonKind, JsonType as _, RawKind};
use virtual_finance_core::read::declared;

virtual_finance_core::record_type! { declared Cat (schema "schema"):
    "A cat.";
    lives(required) "lives" => i64, "Its lives.";
    friend(optional) "friend" => Pet, "Its friend.";
}

virtual_finance_core::record_type! { declared Dog (schema "schema"):
    "A dog.";
    kind(required) "kind" => String, "Its kind.";
    name(required) "name" => Name, "Its name.";
}

virtual_finance_core::one_of_type! { Pet (field "kind" schema "schema"):
    "A pet.";
    Cat(boxed from) "cat" => Cat;
    Dog(boxed from) "dog" => Dog;
}

virtual_finance_core::one_of_type! { Open (field "kind" other ("A pet of another kind.") schema "schema"):
    "A pet, or another animal.";
    Cat(boxed from) "cat" => Cat;
}

virtual_finance_core::one_of_type! { Name (other ("Another name.") schema "schema"):
    "A name.";
    Text(from) "text" => String;
    Numbers(from) "numbers" => Vec<i64>;
    Cat(boxed from) "cat" => Cat;
}

/// Reads a pet, and returns it as it is written; of a fault the message.
fn read(pet: &Value) -> Result<Value, String> {
    let reply = json!({ "pets": [pet] }).to_string();
    let place = DataPath::new("the pets", "pets", "pets");
    let read = declared::<Vec<Pet>>(&[RawReply::new(reply.as_bytes())], &place);
    let read = read.map_err(|error| error.to_string())?;
    Ok(serde_json::to_value(read.response).unwrap()[0].clone())
}

#[test]
fn what_has_no_label_is_of_another_kind_where_these_are_taken() {
    let cat = json!({ "kind": "cat", "lives": 9 });
    assert!(matches!(serde_json::from_value(cat), Ok(Open::Cat(_))));
    for other in [json!({ "kind": "yak" }), json!({ "lives": 9 }), json!({ "kind": null })] {
        let found: Open = serde_json::from_value(other.clone()).unwrap();
        assert_eq!(found, Open::Other(other));
    }
}

#[test]
fn a_member_or_the_form_of_a_value_says_its_type() {
    let cat = json!({ "kind": "cat", "lives": 9 });
    let dog = |name: Value| json!({ "kind": "dog", "name": name });
    for pet in [
        cat.clone(),
        json!({ "kind": "cat", "lives": 9, "friend": cat }),
        dog(json!("Rex")),
        dog(json!([1, 2])),
        dog(json!({ "lives": 9 })),
        // Of no listed type.
        dog(json!(5)),
        dog(json!({ "title": "Rex" })),
    ] {
        assert_eq!(read(&pet), Ok(pet));
    }
    assert_eq!(serde_json::to_value(Pet::from(Cat { lives: 9, friend: None })).unwrap(), cat);
}

#[test]
fn the_name_of_an_event_says_its_type() {
    let text =
        "event: cat\ndata: {\"lives\": 9}\n\ndata: { \"kind\": \"dog\",\ndata: \"name\": \"Rex\" }\n\n";
    let place = DataPath::new("the pets", "", "").event("kind").raw(RawKind::Events);
    let read = |text: &str| declared::<Vec<Pet>>(&[RawReply::new(text.as_bytes())], &place);
    let pets = serde_json::to_value(read(text).unwrap().response).unwrap();
    assert_eq!(pets, json!([{ "kind": "cat", "lives": 9 }, { "kind": "dog", "name": "Rex" }]));
    let message = read("data: {}\n\n").unwrap_err().to_string();
    assert!(
        message.contains("[0].kind cannot be read: found \"message\", expected one of cat, dog"),
        "{message}"
    );
}

#[test]
fn a_fault_has_its_place() {
    let cases = [
        (json!({ "lives": 9 }), "pets[0].kind is missing"),
        (json!({ "kind": "cow" }), "pets[0].kind cannot be read: found \"cow\", expected one of cat, dog"),
        (json!("cat"), "pets[0] cannot be read: expected an object whose 'kind' is one of cat, dog"),
        (json!({ "kind": "cat" }), "pets[0].lives is missing"),
        (
            json!({ "kind": "cat", "lives": 1, "friend": { "kind": "cat" } }),
            "pets[0].friend.lives is missing",
        ),
        (
            json!({ "kind": "dog", "name": [1, "2"] }),
            "pets[0].name[1] cannot be read: invalid type: string \"2\", expected i64",
        ),
    ];
    for (pet, expected) in cases {
        let message = read(&pet).unwrap_err();
        assert!(message.contains(expected), "{message}\n{expected}");
    }
}

#[test]
fn the_schema_says_the_types() {
    let JsonKind::OneOf(_) = Pet::KIND else { panic!("{:?}", Pet::KIND) };
    let schema = Pet::KIND.read_schema();
    let pet = &schema["$defs"]["Pet"];
    assert_eq!(pet["oneOf"][0]["properties"]["kind"], json!({ "type": "string", "const": "cat" }));
    assert_eq!(pet["oneOf"][1]["$ref"], "#/$defs/Dog");
    assert_eq!(schema["$defs"]["Name"]["anyOf"][3], json!({ "description": "Another name." }));
    #[cfg(feature = "schema")]
    {
        let mut generator = schemars::SchemaGenerator::default();
        Pet::schema(&mut generator);
        let definitions = Value::Object(generator.take_definitions(false));
        assert_eq!(definitions["Pet"], *pet);
    }
}
