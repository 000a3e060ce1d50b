//! The structures of responses that the table declares.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};
use virtual_finance_core::catalogue::Written;

use super::member::rust_type;
use super::sent;
use super::tokens::{float, ident};
use virtual_finance_table::item::Item;
use virtual_finance_table::model::{DeclaredResponse, Field, Into, Model, OneOf, Presence, Record};

/// Returns the declaration of a record, and what it says of itself. It has a schema if the feature of that name is on, and
/// `has_schema`.
pub(super) fn definitions(
    record: &Record<'_>,
    model: &Model<'_>,
    has_schema: bool,
) -> impl Iterator<Item = TokenStream> {
    let is_sent = model.sent_records().any(|sent| sent.name == record.name);
    let built = is_sent.then(|| sent::builder(record)).into_iter().flatten();
    std::iter::once(definition(record, model, has_schema)).chain(built).chain(holder(record, model))
}

fn definition(record: &Record<'_>, model: &Model<'_>, has_schema: bool) -> TokenStream {
    let name = ident(record.own);
    let mode = match (record.module, record.is_partial) {
        (None, _) => "declared",
        (Some(_), false) => "filled",
        (Some(_), true) => "partial",
    };
    let mode = ident(mode);
    let about = lines(record.doc);
    let default = has_default(record, model).then(|| quote!(derive Default));
    let open = record.is_open.then(|| quote!(open()));
    let list = record.is_list.then(|| quote!(list()));
    let whole = record.whole;
    let whole = (!whole.is_empty()).then(|| quote!(, whole #(#whole),*));
    let key = record.key.and_then(|index| record.fields.get(index)).map(|field| {
        let (key, wire) = (ident(field.name), field.wire);
        quote!(key #key #wire)
    });
    let schema = has_schema.then(|| quote!(schema "schema"));
    let few = quote!(#default #open #list #key #schema);
    let few = (!few.is_empty()).then(|| quote!((#few)));
    let fields = record.fields.iter().enumerate().map(|(index, found)| {
        let is_key = record.key == Some(index);
        field(found, record, is_key)
    });
    quote!(rt::record_type! { #mode #name #few: #(#about),* #whole; #(#fields)* })
}

/// Returns the declaration of a type of which a value is one of several.
pub(super) fn one_of(found: &OneOf<'_>, has_schema: bool) -> TokenStream {
    let name = ident(found.name);
    let about = lines(found.doc);
    let field = found.field.map(|field| quote!(field #field));
    let other = found.other.map(lines).map(|other| quote!(other(#(#other),*)));
    let schema = has_schema.then(|| quote!(schema "schema"));
    let few = quote!(#field #other #schema);
    let few = (!few.is_empty()).then(|| quote!((#few)));
    let items = found.items.iter().map(|item| {
        let (name, key, own) = (ident(&item.name), item.key, rust_type(&item.item, &quote!()));
        let boxed = matches!(item.item, Item::Record(_) | Item::OneOf(_)).then(|| quote!(boxed));
        let from = found.is_alone(item).then(|| quote!(from));
        quote!(#name(#boxed #from) #key => #own;)
    });
    quote!(rt::one_of_type! { #name #few: #(#about),*; #(#items)* })
}

/// Returns the lines of a doc.
fn lines(doc: &str) -> Vec<&str> {
    let lines: Vec<&str> = doc.lines().collect();
    if lines.is_empty() { vec![""] } else { lines }
}

/// Returns true if a record has a default, which needs a value of every required member.
fn has_default(record: &Record<'_>, model: &Model<'_>) -> bool {
    record.fields.iter().all(|field| match &field.item {
        _ if field.presence != Presence::Required => true,
        // What a converter has not filled in is empty.
        _ if record.module.is_none() => false,
        Item::Record(name) => {
            model.records.iter().any(|found| found.name == *name && has_default(found, model))
        }
        Item::List(_) | Item::Map(_) | Item::String | Item::Integer | Item::Boolean => true,
        _ => false,
    })
}

/// Returns the declaration of a member.
fn field(field: &Field<'_>, record: &Record<'_>, is_key: bool) -> TokenStream {
    let (name, wire, from) = (ident(field.name), field.wire, field.from.into_iter());
    let is_any = field.item == Item::Any;
    let presence = match field.presence {
        // Null is a value of it.
        Presence::Required if is_any => quote!(any),
        Presence::Required => quote!(required),
        Presence::Nullable => quote!(nullable),
        Presence::Optional if is_any => quote!(optional any),
        Presence::Optional => quote!(optional),
        Presence::OptionalOrNull => quote!(field),
    };
    let needed = (record.is_partial && field.is_needed).then(|| quote!(required));
    let written = match field.written() {
        Written::Plain => (record.is_partial && is_key).then(|| quote!(key)),
        written => Some(ident(written.as_str()).into_token_stream()),
    };
    let deprecated = field.deprecated.map(|note| quote!(deprecated #note));
    let own = match &field.item {
        // Their order is that of the host.
        Item::Map(item) if record.module.is_some() && **item == Item::Any => {
            quote!(rt::Map<String, rt::Value>)
        }
        item => rust_type(item, &quote!()),
    };
    let nulls = field.nulls;
    let nulls = (!nulls.is_empty()).then(|| quote!(nulls(#(#nulls),*)));
    let about = field.documented();
    let (about, within) = (lines(&about), within(field));
    quote!(#name(#presence #needed #written) #wire #(#from)* #deprecated #within #nulls => #own, #(#about),*;)
}

/// Returns the limits of what is sent.
fn within(field: &Field<'_>) -> Option<TokenStream> {
    let limits = &field.limits;
    let min = limits.min.map(float).map(|min| quote!(min: #min));
    let max = limits.max.map(float).map(|max| quote!(max: #max));
    let length = limits.max_length.map(|length| {
        let length = Literal::i64_unsuffixed(length);
        quote!(max_length: #length)
    });
    let pattern = limits.pattern.map(|pattern| quote!(pattern: #pattern));
    let all: Vec<_> = [min, max, length, pattern].into_iter().flatten().collect();
    (!all.is_empty()).then(|| quote!(within(#(#all),*)))
}

/// Returns the implementation by which a record is made of the items of a list, if a response is.
fn holder(record: &Record<'_>, model: &Model<'_>) -> Option<TokenStream> {
    let declared = model.endpoints.iter().filter_map(|endpoint| endpoint.response.declared());
    let mut own = declared.filter(|declared| declared.item == Some(Item::Record(record.name)));
    let Into { field, item, unknown } = own.find_map(|declared| declared.into.as_ref())?;
    let (name, field, item) = (ident(record.name), ident(field), rust_type(item, &quote!()));
    let is_distinct = unknown.map(|_| {
        quote!(
            const IS_DISTINCT: bool = true;
        )
    });
    let (argument, unknown, others) = match unknown.map(ident) {
        Some(own) if own == "unknown" => (quote!(unknown), Some(quote!(unknown)), quote!(self.unknown)),
        Some(own) => (quote!(unknown), Some(quote!(#own: unknown)), quote!(self.#own)),
        None => (quote!(_), None, quote!(Vec::new())),
    };
    Some(quote! {
        impl rt::Holds<#item> for #name {
            #is_distinct

            fn of(items: Vec<#item>, #argument: Vec<String>) -> Self { Self { #field: items, #unknown } }

            fn into_parts(self) -> (Vec<#item>, Vec<String>) { (self.#field, #others) }
        }
    })
}

/// Returns the expression for the schema of a declared response.
pub(super) fn schema(response: &DeclaredResponse<'_>) -> TokenStream {
    let Some(item) = &response.item else { return quote!(Some(rt::empty_schema)) };
    let own = rust_type(item, &quote!(super::records::));
    let own = if response.may_be_empty() { quote!(Option<#own>) } else { own };
    quote!(Some(rt::declared_schema::<#own>))
}
