fn main() {
    for e in virtual_finance::ENDPOINTS {
        println!("{}", serde_json::to_string_pretty(&e.schema.map(|f| f())).unwrap());
    }
}
