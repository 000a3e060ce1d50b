use virtual_finance::History;

fn main() {
    let _ = History::new("IBM").intervall(5);
}
