//! A generated file of another version of the generator.

mod table {
    // The last line of a generated `mod.rs`.
    const _: () = ::virtual_finance_runtime::generated::require::<
        ::virtual_finance_runtime::generated::Format<0>,
    >();
}

fn main() {}
