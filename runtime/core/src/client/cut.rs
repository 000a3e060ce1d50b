//! Lists that make an address too long: they go in several messages.

use std::borrow::Cow;

use url::{Position, Url, form_urlencoded};

use crate::request::{Segment, Target};

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

/// Returns the bytes that the list of that name may have in an address of at most so many bytes. `address` is the
/// target's.
pub(super) fn room(target: &Target<'_>, name: &str, address: &Url, limit: usize) -> usize {
    let list = List::of(target, name).map_or(0, |list| list.component.encoded(list.values));
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
    let Some(List { component, values }) = List::of(&target, name) else { return vec![target] };
    let between = component.encoded(&SEPARATOR.to_string());
    let (mut parts, mut used) = (Vec::<String>::new(), 0_usize);
    for value in values.split(SEPARATOR) {
        let length = component.encoded(value);
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
    parts.into_iter().map(|part| component.filled(&target, name, part)).collect()
}

/// The list of a target, and the component that it is.
struct List<'t> {
    component: Component,
    values: &'t str,
}

/// A component of a path or a query, by its index.
#[derive(Clone, Copy)]
enum Component {
    Path(usize),
    Query(usize),
}

impl<'t> List<'t> {
    /// Returns the list of a name in the query, or of a parameter in the path.
    fn of(target: &'t Target<'_>, name: &str) -> Option<Self> {
        let in_query = target.query.iter().enumerate().find(|(_, (known, _))| *known == name);
        let in_path = || {
            let mut values = target.path.iter().map(|segment| segment.value(name)).enumerate();
            values
                .find_map(|(index, values)| Some(Self { component: Component::Path(index), values: values? }))
        };
        in_query
            .map(|(index, (_, list))| Self { component: Component::Query(index), values: list })
            .or_else(in_path)
    }
}

impl Component {
    /// Returns the length of a text there, in bytes.
    fn encoded(self, text: &str) -> usize {
        match self {
            // A path has the separator as it is.
            Self::Path(_) => {
                let lengths = text.split(SEPARATOR).map(|value| Segment::from(value).encoded().len());
                lengths
                    .reduce(|before, length| before.saturating_add(1).saturating_add(length))
                    .unwrap_or_default()
            }
            Self::Query(_) => {
                form_urlencoded::byte_serialize(text.as_bytes()).map(str::len).fold(0, usize::saturating_add)
            }
        }
    }

    /// Returns a target with another list there.
    fn filled<'r>(self, target: &Target<'r>, name: &str, list: String) -> Target<'r> {
        let mut target = target.clone();
        match self {
            Self::Path(index) => {
                if let Some(segment) = target.path.get_mut(index) {
                    *segment = segment.with(name, &list);
                }
            }
            Self::Query(index) => {
                if let Some((_, values)) = target.query.get_mut(index) {
                    *values = Cow::Owned(list);
                }
            }
        }
        target
    }
}

/// Returns the length of an address below its host.
fn length(address: &Url) -> usize {
    address[Position::BeforePath..].len()
}
