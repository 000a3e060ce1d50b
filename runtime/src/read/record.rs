//! Open structures of the hosts' replies.

/// Declares a structure as `virtual_finance_core::record!` does. After `collapsed`, formatted numbers become numbers while
/// the members are read.
macro_rules! record {
    (collapsed $($definition:tt)*) => {
        virtual_finance_core::record! { @with (|members| {
            let $crate::read::collapse::Collapsed(value) = members.next_value()?;
            serde_json::from_value(value).map_err(serde::de::Error::custom)
        }) $($definition)* }
    };
    ($($definition:tt)*) => {
        virtual_finance_core::record! { $($definition)* }
    };
}

pub(crate) use record;
