//! The outcome of a conversion: the response and, apart from it, notes about it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A converted response with what its structure has no field for.
#[derive(Debug, Clone, PartialEq)]
pub struct Converted<T> {
    /// The standardized structure.
    pub response: T,
    /// The notes of the conversion.
    pub notes: Notes,
}

impl<T> Converted<T> {
    /// Returns the same notes with another response.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Converted<U> {
        Converted { response: f(self.response), notes: self.notes }
    }
}

impl<T> From<T> for Converted<T> {
    fn from(response: T) -> Self {
        Self { response, notes: Notes::default() }
    }
}

/// Something that a conversion found out and that is not part of the response, such as how prices were adjusted.
/// `Display` writes its value, as programs show it after its [`LABEL`](Self::LABEL).
pub trait Note: fmt::Debug + fmt::Display + Clone + PartialEq + Send + Sync + 'static {
    /// The name of the note for people, for example `adjustment`.
    const LABEL: &'static str;
}

/// Makes a type a note: its label, and the value that `Display` writes, in the form of `write!`.
#[doc(hidden)]
#[macro_export]
macro_rules! note {
    ($note:ty, $label:expr, |$own:ident| $($value:tt)+) => {
        impl $crate::Note for $note {
            const LABEL: &'static str = $label;
        }

        impl ::std::fmt::Display for $note {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let $own = self;
                ::std::write!(f, $($value)+)
            }
        }
    };
}

/// The notes of a conversion, at most one of each type.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::notes::{Note, Notes};
///
/// /// The number of readings that were estimated.
/// #[derive(Debug, Clone, PartialEq)]
/// struct Estimated(usize);
///
/// impl std::fmt::Display for Estimated {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "{} readings", self.0)
///     }
/// }
///
/// impl Note for Estimated {
///     const LABEL: &'static str = "estimated";
/// }
///
/// let notes = Notes::new().with(Estimated(3));
/// assert_eq!(notes.get::<Estimated>(), Some(&Estimated(3)));
/// assert_eq!(notes.lines().collect::<Vec<_>>(), ["estimated: 3 readings"]);
/// ```
#[derive(Clone, PartialEq, Default)]
pub struct Notes(Vec<Arc<dyn Erased>>);

impl Notes {
    /// Creates an empty set of notes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a note, replacing one of its type.
    pub fn insert<N: Note>(&mut self, note: N) {
        self.take::<N>();
        self.0.push(Arc::new(note));
    }

    /// Takes the note of that type out.
    pub fn take<N: Note>(&mut self) -> Option<N> {
        let found = self.get::<N>().cloned();
        self.0.retain(|note| note_of::<N>(&**note).is_none());
        found
    }

    /// Returns the notes with one more, which replaces one of its type.
    #[must_use]
    pub fn with<N: Note>(mut self, note: N) -> Self {
        self.insert(note);
        self
    }

    /// Returns the note of that type.
    pub fn get<N: Note>(&self) -> Option<&N> {
        self.0.iter().find_map(|note| note_of(&**note))
    }

    /// Returns true where there are no notes.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns each note as one line of text, in the order in which they were added.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|note| format!("{}: {note}", note.label()))
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The object-safe side of a note.
trait Erased: Any + fmt::Debug + fmt::Display + Send + Sync {
    fn label(&self) -> &'static str;
    fn equals(&self, other: &dyn Erased) -> bool;
}

impl<N: Note> Erased for N {
    fn label(&self) -> &'static str {
        N::LABEL
    }

    fn equals(&self, other: &dyn Erased) -> bool {
        note_of(other) == Some(self)
    }
}

impl PartialEq for dyn Erased {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

/// Returns a note as that type, if it is of it.
fn note_of<N: Note>(note: &dyn Erased) -> Option<&N> {
    let any: &dyn Any = note;
    any.downcast_ref()
}
