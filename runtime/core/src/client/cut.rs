//! Lists that make an address too long: they go in several messages.

use std::borrow::Cow;

use url::{Position, Url, form_urlencoded};

use crate::request::Target;

/// The maximum length of an address, in bytes. Many hosts take 8 KiB of a first line.
pub(super) const LONG: usize = 8_000;

/// The maximum length of an address on a way that drops longer ones.
pub(super) const SHORT: usize = 3_500;

/// The bytes that are left for the parts of an address that differ from caller to caller: the host, the credentials and the
/// caller's own query. A list is cut at the same values for all of them, so that records and the cache have its parts.
const OF_CALLER: usize = 500;

/// The character between the values of a list.
const SEPARATOR: char = ',';

/// Returns true if an address may be longer than the limit.
pub(super) fn is_long(address: &Url, limit: usize) -> bool {
    length(address).saturating_add(OF_CALLER) > limit
}

/// Returns the bytes that the list of that name may have in an address of at most so many bytes. `address` is that of the
/// target.
pub(super) fn room(target: &Target<'_>, name: &str, address: &Url, limit: usize) -> usize {
    let list = target.query.iter().find(|(known, _)| *known == name).map_or(0, |(_, list)| encoded(list));
    let rest = length(address).saturating_sub(list);
    limit.saturating_sub(OF_CALLER).saturating_sub(rest)
}

/// Returns targets with their lists cut: `cuts` has the name and the room of each, or nothing where none is cut.
pub(super) fn all<'r>(targets: Vec<Target<'r>>, cuts: &[(&str, usize)]) -> Vec<Target<'r>> {
    if cuts.is_empty() {
        return targets;
    }
    targets.into_iter().zip(cuts).flat_map(|(target, (name, room))| parts(target, name, *room)).collect()
}

/// Returns the target with parts of the list of that name, each of which has the room unless it is one value.
fn parts<'r>(target: Target<'r>, name: &str, room: usize) -> Vec<Target<'r>> {
    let list = target.query.iter().position(|(known, _)| *known == name);
    let Some((index, (_, list))) = list.and_then(|index| Some((index, target.query.get(index)?))) else {
        return vec![target];
    };
    let between = encoded(&SEPARATOR.to_string());
    let (mut parts, mut used) = (Vec::<String>::new(), 0_usize);
    for value in list.split(SEPARATOR) {
        let length = encoded(value);
        let with = used.saturating_add(between).saturating_add(length);
        match parts.last_mut().filter(|_| with <= room) {
            Some(part) => {
                part.push(SEPARATOR);
                part.push_str(value);
                used = with;
            }
            None => {
                parts.push(value.to_owned());
                used = length;
            }
        }
    }
    let with = |part: String| {
        let mut target = target.clone();
        if let Some((_, list)) = target.query.get_mut(index) {
            *list = Cow::Owned(part);
        }
        target
    };
    parts.into_iter().map(with).collect()
}

/// Returns the length of an address below its host.
fn length(address: &Url) -> usize {
    address[Position::BeforePath..].len()
}

/// Returns the length of a value in a query.
fn encoded(value: &str) -> usize {
    form_urlencoded::byte_serialize(value.as_bytes()).map(str::len).fold(0, usize::saturating_add)
}
