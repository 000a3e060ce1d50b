use virtual_finance::Screener;

fn main() {
    let _ = Screener::new("DAY_GAINERS");
}
