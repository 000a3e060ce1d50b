//! The keys of sectors and industries.

use virtual_finance::catalogue::ParamKind;
use virtual_finance::{ENDPOINTS, IndustryKey, SectorKey};

use super::verdict::captured;

/// The keys that the host is known to have are those of the table.
#[test]
fn keys_are_those_of_the_host() {
    let Some(keys) = captured("further/sector/yfinance__sector-industry-keys.tsv") else { return };
    let keys = String::from_utf8(keys).unwrap();
    let rows = keys.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let (mut sectors, mut industries): (Vec<_>, Vec<_>) = rows.map(|row| (row[1], row[3])).unzip();
    for (command, keys, count) in [("sector", &mut sectors, 11), ("industry", &mut industries, 145)] {
        let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
        let ParamKind::Enum(known) = info.params[0].kind else { panic!("the key is no enumeration") };
        let mut listed: Vec<&str> = known.variants.iter().map(|variant| variant.wire).collect();
        listed.sort_unstable();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!((&listed, listed.len()), (&*keys, count));
    }
    assert_eq!(SectorKey::Healthcare.as_str(), "healthcare");
    assert_eq!(IndustryKey::Semiconductors.as_str(), "semiconductors");
}
