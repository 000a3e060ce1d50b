//! The structures of responses that the table declares, and their schemas.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};
use serde_json::{Map, Value, json};

use super::member::rust_type;
use super::tokens::{docs, ident, record as record_path};
use super::{deprecated, sent};
use crate::item::Item;
use crate::model::{DeclaredResponse, Field, Into, Model, Presence, Record, TABLE_KEYS};

/// Returns the struct of a record, the reader of it, and what it says of itself.
pub(super) fn definitions(
    record: &Record<'_>,
    model: &Model<'_>,
    runtime: &syn::Path,
    schemas: bool,
) -> impl Iterator<Item = TokenStream> {
    let first = [Some(definition(record, model, runtime, schemas)), reader(record)];
    let is_sent = model.sent_records().any(|sent| sent.name == record.name);
    let built = is_sent.then(|| sent::builder(record)).into_iter().flatten();
    first.into_iter().flatten().chain(built).chain(row(record)).chain(holder(record, model))
}

fn definition(record: &Record<'_>, model: &Model<'_>, runtime: &syn::Path, schemas: bool) -> TokenStream {
    let name = ident(record.own);
    let about = docs(record.doc);
    let serde = quote!(#runtime::generated::serde).to_string().replace(' ', "");
    let is_filled = record.module.is_some();
    let fields = record.fields.iter().map(|found| field(found, record, schemas));
    let other = record.is_open.then(|| {
        quote! {
            /// The members that the table does not name, in the order of the reply.
            #[serde(flatten)]
            pub other: rt::Map<String, rt::Value>,
        }
    });
    let default = has_default(record, model).then(|| quote!(Default,));
    let read = (is_filled && !record.is_partial).then(|| quote!(, rt::serde::Deserialize));
    let schema = (is_filled && schemas)
        .then(|| quote!(#[cfg_attr(feature = "schema", derive(::schemars::JsonSchema))]));
    quote! {
        #about
        #[derive(Debug, Clone, PartialEq, #default rt::serde::Serialize #read)]
        #schema
        #[serde(crate = #serde)]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* #other }
    }
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

/// Returns a member of a struct.
fn field(field: &Field<'_>, record: &Record<'_>, schemas: bool) -> TokenStream {
    let is_filled = record.module.is_some();
    let name = ident(field.name);
    let own = match &field.item {
        // Their order is that of the host.
        Item::Map(item) if is_filled && **item == Item::Any => quote!(rt::Map<String, rt::Value>),
        item => rust_type(item, &quote!()),
    };
    let with = own.to_string().replace(' ', "");
    let with = (is_filled && schemas && field.presence == Presence::Optional)
        .then(|| quote!(#[cfg_attr(feature = "schema", schemars(with = #with))]));
    let about = deprecated::about(&field.documented(), field.deprecated);
    let wire = field.wire;
    let mut attributes = Vec::new();
    if wire != field.name {
        attributes.push(quote!(rename = #wire));
    }
    let own = match field.presence {
        Presence::Required => own,
        Presence::Nullable => quote!(Option<#own>),
        Presence::Optional => {
            attributes.push(quote!(skip_serializing_if = "Option::is_none"));
            quote!(Option<#own>)
        }
        Presence::OptionalOrNull => {
            attributes.extend((is_filled && !record.is_partial).then(|| quote!(default)));
            attributes.push(quote!(skip_serializing_if = "rt::Field::is_absent"));
            quote!(rt::Field<#own>)
        }
    };
    let serde = (!attributes.is_empty()).then(|| quote!(#[serde(#(#attributes),*)]));
    quote! { #about #serde #with pub #name: #own }
}

/// Returns the reader of a record, unless it is derived.
fn reader(record: &Record<'_>) -> Option<TokenStream> {
    let name = ident(record.own);
    if record.module.is_some() && record.is_partial {
        return Some(object_reader(record));
    }
    if record.module.is_some() {
        return None;
    }
    let fields = record.fields.iter().map(|field| {
        let (own, wire) = (ident(field.name), field.wire);
        let presence = match field.presence {
            // Null is a value of it.
            Presence::Required if field.item == Item::Any => quote!(any),
            Presence::Required => quote!(required),
            Presence::Nullable => quote!(nullable),
            Presence::Optional if field.item == Item::Any => quote!(optional any),
            Presence::Optional => quote!(optional),
            Presence::OptionalOrNull => quote!(field),
        };
        let written = match (field.is_text, field.is_whole) {
            (true, _) => Some(quote!(text)),
            (false, true) => Some(quote!(whole)),
            (false, false) if field.is_time() => Some(quote!(time)),
            (false, false) => None,
        };
        quote!(#own(#presence #written) #wire;)
    });
    let whole = &record.whole;
    let other = record.is_open.then(|| quote!(other(open) #(#whole),*;));
    Some(quote!(rt::record_reader! { #name: #(#fields)* #other }))
}

/// Returns the reader of the object that a converter makes a record of.
fn object_reader(record: &Record<'_>) -> TokenStream {
    let name = ident(record.own);
    let fields = record.fields.iter().enumerate().map(|(index, field)| {
        let (own, wire, from) = (ident(field.name), field.wire, field.from.into_iter());
        let required = field.is_needed.then(|| quote!(required));
        let written = match (field.is_whole, field.is_time()) {
            (true, _) => Some(quote!(whole)),
            (false, true) => Some(quote!(time)),
            (false, false) => (record.key == Some(index)).then(|| quote!(key)),
        };
        quote!(#own(#required #written) #wire #(#from)*;)
    });
    quote!(rt::object_reader! { #name: #(#fields)* })
}

/// Returns the implementation by which a record says what it is, if it has a key.
fn row(record: &Record<'_>) -> Option<TokenStream> {
    let key = record.fields.get(record.key?)?;
    let (name, wire) = (ident(record.own), key.wire);
    let value = ident(key.name);
    let value = match key.presence {
        Presence::Required => quote!(Some(&self.#value)),
        Presence::Nullable | Presence::Optional => quote!(self.#value.as_deref()),
        Presence::OptionalOrNull => quote!(self.#value.get().map(String::as_str)),
    };
    Some(quote! {
        impl rt::Row for #name {
            const NAME: &'static str = #wire;

            fn name(&self) -> Option<&str> { #value }
        }
    })
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
    let own = match &response.item {
        Some(item) if response.may_be_empty() => json!({ "anyOf": [item_schema(item), { "type": "null" }] }),
        Some(item) => item_schema(item),
        None => json!({ "type": "null" }),
    };
    let records = match response.item.as_ref().and_then(Item::record) {
        Some(_) => quote!(super::records::SCHEMAS),
        None => quote!(&[]),
    };
    let own = raw(&own.to_string());
    quote!(Some(|| rt::declared_schema(#own, #records)))
}

/// Returns the expression for the schema of a record, in the module of the records.
pub(super) fn schema_of(name: &str) -> TokenStream {
    let own = raw(&item_schema(&Item::Record(name)).to_string());
    quote!(rt::declared_schema(#own, SCHEMAS))
}

/// Returns the list of the schemas of those records that replies have. Those for another crate are public, and there all
/// records have one if `of_all` is true.
pub(super) fn schemas(model: &Model<'_>, is_elsewhere: bool, of_all: bool) -> Option<TokenStream> {
    let mut found = Vec::new();
    let declared = model.endpoints.iter().filter_map(|endpoint| endpoint.response.declared());
    for declared in declared {
        let statuses = declared.statuses.iter().filter_map(|(_, meaning)| meaning.record());
        for name in declared.item.iter().filter_map(Item::record).chain(statuses) {
            collect(name, model, &mut found);
        }
    }
    let records = model
        .records
        .iter()
        .filter(|record| (of_all && record.module.is_none()) || found.contains(&record.name));
    let entries: Vec<_> = records
        .map(|record| {
            let (name, text) = (record.name, text(&record_schema(record)));
            quote!((#name, #text))
        })
        .collect();
    let visibility = if is_elsewhere { quote!(#[doc(hidden)] pub) } else { quote!(pub(super)) };
    (!entries.is_empty()).then(|| {
        quote! {
            #visibility static SCHEMAS: &[(&str, &str)] = &[#(#entries),*];
        }
    })
}

/// Adds the names of a record and of the records in it.
fn collect<'t>(name: &'t str, model: &Model<'t>, found: &mut Vec<&'t str>) {
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        if found.contains(&name) {
            continue;
        }
        found.push(name);
        let record = model.records.iter().find(|record| record.name == name);
        let fields = record.into_iter().flat_map(|record| &record.fields);
        open.extend(fields.filter_map(|field| field.item.record()));
    }
}

/// Returns the implementation by which the schema of a record is a part of others.
pub(super) fn schema_implementation(record: &Record<'_>) -> TokenStream {
    let (own, name) = (ident(record.name), record.name);
    let inner = record.fields.iter().filter_map(|field| field.item.record()).map(record_path);
    quote! {
        #[cfg(feature = "schema")]
        impl ::schemars::JsonSchema for #own {
            fn schema_name() -> ::std::borrow::Cow<'static, str> { #name.into() }

            fn json_schema(_generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                #(_generator.subschema_for::<#inner>();)*
                rt::record_schema(#name, SCHEMAS)
            }
        }
    }
}

/// Returns the literal of a schema with each field on a line of its own, so that a diff shows which one changed.
fn text(schema: &Value) -> TokenStream {
    let mut text = String::new();
    write(schema, 0, &mut text);
    raw(&text)
}

/// Returns the raw literal of a text.
fn raw(text: &str) -> TokenStream {
    // A text in it that looks like the end of the literal needs one mark more.
    let marks = (1..).map(|count| "#".repeat(count)).find(|marks| !text.contains(&format!("\"{marks}")));
    let marks = marks.unwrap_or_default();
    let literal = format!("r{marks}\"{text}\"{marks}").parse::<Literal>();
    literal.map_or_else(|_| text.into_token_stream(), Literal::into_token_stream)
}

/// Writes a schema, or the schemas of several names. Fields and what has none of its own stand on one line.
fn write(schema: &Value, depth: usize, text: &mut String) {
    let Value::Object(members) = schema else { return text.push_str(&schema.to_string()) };
    text.push('{');
    for (index, (name, member)) in members.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        text.push_str(&format!(
            "{comma}\n{}{}: ",
            " ".repeat(depth.saturating_add(1)),
            Value::from(name.as_str())
        ));
        let is_named = ["properties", "$defs"].contains(&name.as_str());
        if is_named || member.get("properties").is_some() {
            write(member, depth.saturating_add(1), text);
        } else {
            text.push_str(&member.to_string());
        }
    }
    text.push_str(&format!("\n{}}}", " ".repeat(depth)));
}

fn record_schema(record: &Record<'_>) -> Value {
    let member = |field: &Field<'_>| {
        let own = item_schema(&field.item);
        let own = match field.presence {
            Presence::Required | Presence::Optional => own,
            Presence::Nullable | Presence::OptionalOrNull => nullable(own),
        };
        let mut schema = Map::new();
        schema.insert("description".to_owned(), json!(field.documented()));
        if let Some(note) = field.deprecated {
            schema.insert("deprecated".to_owned(), json!(true));
            schema.insert("x-deprecated".to_owned(), json!(note));
        }
        if let Value::Object(own) = own {
            schema.extend(own);
        }
        if field.is_text {
            schema.insert(TABLE_KEYS.to_owned(), json!({ "text": true }));
        }
        (field.wire.to_owned(), Value::Object(schema))
    };
    let properties: Map<String, Value> = record.fields.iter().map(member).collect();
    let is_required = |field: &&Field<'_>| matches!(field.presence, Presence::Required | Presence::Nullable);
    let required: Vec<&str> = record.fields.iter().filter(is_required).map(|field| field.wire).collect();
    let mut schema = Map::from_iter([("description".to_owned(), json!(record.doc))]);
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("required".to_owned(), json!(required));
    schema.insert("additionalProperties".to_owned(), json!(record.is_open));
    let key = record.key.and_then(|index| record.fields.get(index)).map(|field| json!(field.name));
    let whole = (!record.all_whole.is_empty()).then(|| json!(record.all_whole));
    let keys = [("key", key), ("whole", whole)];
    let keys = keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    let keys: Map<String, Value> = keys.collect();
    if !keys.is_empty() {
        schema.insert(TABLE_KEYS.to_owned(), Value::Object(keys));
    }
    Value::Object(schema)
}

/// Returns the schema of a value or null.
fn nullable(mut own: Value) -> Value {
    match own.get_mut("type") {
        Some(kind) => {
            *kind = json!([kind.take(), "null"]);
            own
        }
        None => json!({ "anyOf": [own, { "type": "null" }] }),
    }
}

fn item_schema(item: &Item<'_>) -> Value {
    match item {
        // One that the table does not list is one, too.
        Item::String | Item::Enum(_) => json!({ "type": "string" }),
        Item::Integer => json!({ "type": "integer", "format": "int64" }),
        Item::Number => json!({ "type": "number" }),
        Item::Boolean => json!({ "type": "boolean" }),
        Item::Date => json!({ "type": "string", "format": "date" }),
        Item::DateTime => json!({ "type": "integer" }),
        // No record has a file.
        Item::Any | Item::Bytes => json!({}),
        Item::Record(name) => json!({ "$ref": format!("#/$defs/{name}") }),
        Item::List(item) => json!({ "type": "array", "items": item_schema(item) }),
        Item::Map(item) => json!({ "type": "object", "additionalProperties": item_schema(item) }),
    }
}
