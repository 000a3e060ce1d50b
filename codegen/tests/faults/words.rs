//! Demands of a project.

use virtual_finance_codegen::Generator;

/// Demands of a project are told where nothing else explains the absence.
#[test]
fn a_misspelt_key_is_not_missing_besides() {
    const TABLE: &str = "\
hosts: { shop_url: { doc: The shop., default: https://shop.example.com } }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    fresh_for: 15m
    response: { type: { list: integer } }
    examples:
      one: { doc: O., url: https://shop.example.com/fruit, reply: '[1]' }
";
    let told = |from: &str, to: &str| {
        let generator = Generator::new("t.yaml").complete([""; 0]);
        match generator.generate(&TABLE.replacen(from, to, 1), &[]) {
            Ok(_) => Vec::new(),
            Err(virtual_finance_codegen::GeneratorError::Table(faults)) => {
                faults.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>()
            }
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(told("GET", "GET"), [""; 0]);
    assert_eq!(told("fresh_for: 15m", "cache: 15m"), ["V010"]);
    assert_eq!(told("fresh_for: 15m", "fresh_for: 15"), ["V014"]);
    assert_eq!(told("GET", "GTE"), ["V015"]);
    assert_eq!(told("reply: '[1]'", "repl: '[1]'"), ["V010"]);
    assert_eq!(told("    fresh_for: 15m\n", ""), ["V998"]);
    assert_eq!(told(", reply: '[1]'", ""), ["V998"]);
    let (_, examples) = TABLE.split_once("    examples:").unwrap_or_default();
    assert_eq!(told(&format!("    examples:{examples}"), ""), ["V998"]);
    // An endpoint without parameters has a query to check, too.
    assert_eq!(told("com/fruit", "com/fruit?count=5"), ["V092"]);
}
