fn main() {
    let t = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let c = ["fruit".to_owned()];
    match virtual_finance_codegen::generate(&virtual_finance_codegen::Input {
        table_text: &t,
        table_path: "t.yaml",
        converters: &c,
    }) {
        Ok(_) => println!("fine"),
        Err(f) => {
            for f in f {
                println!("{f}\n")
            }
        }
    }
}
