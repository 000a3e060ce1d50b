//! The words of a visitor.

/// Says what a visitor expects, for messages.
#[doc(hidden)]
#[macro_export]
macro_rules! expecting {
    ($words:literal) => {
        fn expecting(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.write_str($words)
        }
    };
}
