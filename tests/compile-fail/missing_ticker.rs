use virtual_finance::History;

fn main() {
    let _ = History::new().prepost(true);
}
