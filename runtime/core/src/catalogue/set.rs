//! The methods with which catalogues are written: `ParamInfo::new("limit").doc("The most rows.").min(1.0)`.

/// Declares a `const` method for each field, which returns the struct with another value of it. Of a field that is an
/// option, marked with `Some`, the method takes the value.
///
/// To the compiler a chain of them is half as dear as a struct literal that takes its other fields from another one.
macro_rules! set {
    ($own:ident: $($name:ident($type:ty) $($some:ident)?;)+) => {
        impl $own {
            $(
                #[doc = concat!("Sets [`", stringify!($name), "`](Self#structfield.", stringify!($name), ").")]
                #[must_use]
                pub const fn $name(mut self, $name: $type) -> Self {
                    self.$name = $crate::catalogue::set!(@ $name $($some)?);
                    self
                }
            )+
        }
    };
    (@ $name:ident Some) => { Some($name) };
    (@ $name:ident) => { $name };
}

pub(crate) use set;
