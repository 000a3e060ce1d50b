//! The clients of imported documents: their generated code compiles without warnings.

use std::fs;
use std::path::Path;

use virtual_finance_codegen::Generator;
use virtual_finance_openapi::ImportOptions;

use crate::checked::compiles;

/// Documents of the tests of the importer.
const DOCUMENTS: [&str; 2] = ["orchard", "petstore"];

/// Words of Rust and of generated code that name requests.
const WORDS: [&str; 16] = [
    "Async",
    "Converters",
    "Copy",
    "Error",
    "Examples",
    "Hosts",
    "Match",
    "Move",
    "Param",
    "Records",
    "Responses",
    "Return",
    "Send",
    "Type",
    "Types",
    "Use",
];

#[test]
fn imported_documents_compile() {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codegen/openapi/tests/import");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("imported");
    let _ = fs::remove_dir_all(&folder);
    let imported = DOCUMENTS.map(|name| {
        let document = fs::read_to_string(documents.join(format!("{name}.yaml"))).unwrap();
        (name, virtual_finance_openapi::import(&document, &ImportOptions::default()).unwrap().table)
    });
    let mut main = String::new();
    for (name, table) in imported.into_iter().chain([("words", table_of_words())]) {
        for generated in Generator::new("t.yaml").output(name).generate(&table, &[]).unwrap().files {
            let path = folder.join(&generated.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, generated.text).unwrap();
        }
        main.push_str(&format!("#[path = \"{name}/mod.rs\"] pub mod {name};\n"));
    }
    main.push_str(USE);
    compiles(&folder, "warnings", &main, "used(); ");
}

/// Returns a table with a request of each word.
fn table_of_words() -> String {
    let head = "hosts:\n  a: { doc: A host., default: \"https://a.example.com\" }\nendpoints:\n";
    let endpoint = |word: &str| {
        format!(
            "  {word}:\n    doc: A word.\n    host: a\n    path: {word}\n    method: GET\n    response: {{ type: string }}\n    \
             params:\n      limit: {{ doc: The limit., type: integer, in: query }}\n"
        )
    };
    WORDS.into_iter().fold(head.to_owned(), |table, word| table + &endpoint(word))
}

/// A program that uses what was imported, as its types say.
const USE: &str = r#"
fn used() {
    use petstore::{ApiResponse, Category, CreateUser, GetInventory, GetPicture, Pet, Status, UpdatePet};
    use virtual_finance_core::{Bytes, Client, Error};
    async fn asked(client: &Client) -> Result<(), Error> {
        let dogs = Category::new().id(7);
        let sent = UpdatePet::new("Rex", ["https://a.example/rex.png"]).status(Status::Sold).category(dogs);
        let _: Result<Option<ApiResponse>, _> = match client.request(&sent).await {
            Ok(pet) => { let _: Pet = pet; Ok(None) }
            Err(error) => error.body_as::<ApiResponse>(),
        };
        let _: Bytes = client.request(&GetPicture::new(7)).await?;
        let _: std::collections::BTreeMap<String, i64> = client.request(&GetInventory::new()).await?;
        let _: Option<String> = client.request(&CreateUser::new().username("anna")).await?.email;
        Ok(())
    }
    let _ = asked;
    let _ = (words::Match::new().limit(1), words::Hosts::new(), words::Type::new(), words::ENDPOINTS, words::HOSTS);
    let _ = (orchard::ENDPOINTS, orchard::HOSTS, petstore::ENDPOINTS, petstore::HOSTS);
}
"#;
