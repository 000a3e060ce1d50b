//! The structures of responses that the table declares, and their schemas.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use serde_json::{Map, Value, json};

use super::tokens::{docs, ident, optional};
use crate::item::Item;
use crate::model::{Field, Model, Presence, Record};
use crate::parse::table::ErrorObject;

/// Returns the struct of a record.
pub(super) fn definition(record: &Record<'_>, runtime: &syn::Path) -> TokenStream {
    let (name, about) = (ident(record.name), docs(record.doc));
    let serde = quote!(#runtime::generated::serde).to_string().replace(' ', "");
    let fields = record.fields.iter().map(field);
    let other = record.is_open.then(|| {
        quote! {
            /// The members that the table does not name, in the order of the reply.
            #[serde(flatten)]
            pub other: rt::Map<String, rt::Value>,
        }
    });
    quote! {
        #about
        #[derive(Debug, Clone, PartialEq, rt::serde::Serialize, rt::serde::Deserialize)]
        #[serde(crate = #serde)]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* #other }
    }
}

fn field(field: &Field<'_>) -> TokenStream {
    let (name, about, own) = (ident(field.name), docs(&documented(field)), rust_type(&field.item, &quote!()));
    let wire = field.wire;
    let mut attributes = Vec::new();
    if wire != field.name {
        attributes.push(quote!(rename = #wire));
    }
    let own = match field.presence {
        Presence::Required => own,
        Presence::Nullable => {
            attributes.push(quote!(deserialize_with = "rt::nullable"));
            quote!(Option<#own>)
        }
        Presence::Optional => {
            attributes.push(quote!(default, deserialize_with = "rt::optional"));
            attributes.push(quote!(skip_serializing_if = "Option::is_none"));
            quote!(Option<#own>)
        }
        Presence::OptionalOrNull => {
            attributes.push(quote!(default, skip_serializing_if = "rt::Field::is_absent"));
            quote!(rt::Field<#own>)
        }
    };
    let serde = (!attributes.is_empty()).then(|| quote!(#[serde(#(#attributes),*)]));
    quote! { #about #serde pub #name: #own }
}

/// Returns the doc of a member with its unit.
fn documented(field: &Field<'_>) -> String {
    match field.unit {
        Some(unit) => format!("{}\n\nIn {unit}.", field.doc),
        None if field.item == Item::DateTime => format!("{}\n\nIn epoch seconds.", field.doc),
        None => field.doc.to_owned(),
    }
}

/// Returns the type of an item in Rust; the records are in that module.
pub(super) fn rust_type(item: &Item<'_>, module: &TokenStream) -> TokenStream {
    match item {
        Item::String => quote!(String),
        Item::Integer => quote!(i64),
        Item::Number => quote!(rt::Number),
        Item::Boolean => quote!(bool),
        Item::Date => quote!(rt::Date),
        Item::DateTime => quote!(rt::DateTime),
        Item::Any => quote!(rt::Value),
        Item::Record(name) => {
            let name = ident(name);
            quote!(#module #name)
        }
        Item::List(item) => {
            let item = rust_type(item, module);
            quote!(Vec<#item>)
        }
        Item::Map(item) => {
            let item = rust_type(item, module);
            quote!(::std::collections::BTreeMap<String, #item>)
        }
    }
}

/// Returns the members of `Endpoint` for a response that the table declares.
pub(super) fn declared(item: &Item<'_>, at: &str, error: Option<&ErrorObject>) -> TokenStream {
    let response = rust_type(item, &quote!(super::records::));
    let error = optional(error.map(|ErrorObject { at, code, message }| {
        let (code, message) = (optional(code.as_ref()), optional(message.as_ref()));
        quote!(rt::ErrorObject { at: #at, code: #code, message: #message })
    }));
    quote! {
        type Response = #response;

        fn convert(
            &self,
            _: &rt::Context<'_>,
            replies: &[rt::RawReply<'_>],
        ) -> rt::Conversion<Self::Response> {
            rt::declared(replies, &rt::Declared { at: #at, error: #error })
        }
    }
}

/// Returns the expression for the schema of a declared response.
pub(super) fn schema(item: &Item<'_>, model: &Model<'_>) -> TokenStream {
    let mut definitions = Map::new();
    define(item, model, &mut definitions);
    let mut root = Map::new();
    root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    if let Value::Object(own) = item_schema(item) {
        root.extend(own);
    }
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    let text = Value::Object(root).to_string().into_token_stream();
    optional(Some(quote!(|| rt::declared_schema(#text))))
}

/// Adds the schemas of the records that an item consists of.
fn define(item: &Item<'_>, model: &Model<'_>, definitions: &mut Map<String, Value>) {
    let Some(record) = item.record().and_then(|name| model.records.iter().find(|found| found.name == name))
    else {
        return;
    };
    if definitions.contains_key(record.name) {
        return;
    }
    definitions.insert(record.name.to_owned(), record_schema(record));
    for field in &record.fields {
        define(&field.item, model, definitions);
    }
}

fn record_schema(record: &Record<'_>) -> Value {
    let member = |field: &Field<'_>| {
        let own = item_schema(&field.item);
        let own = match field.presence {
            Presence::Required | Presence::Optional => own,
            Presence::Nullable | Presence::OptionalOrNull => json!({ "anyOf": [own, { "type": "null" }] }),
        };
        let mut schema = Map::new();
        schema.insert("description".to_owned(), json!(documented(field)));
        if let Value::Object(own) = own {
            schema.extend(own);
        }
        (field.wire.to_owned(), Value::Object(schema))
    };
    let properties: Map<String, Value> = record.fields.iter().map(member).collect();
    let is_required = |field: &&Field<'_>| matches!(field.presence, Presence::Required | Presence::Nullable);
    let required: Vec<&str> = record.fields.iter().filter(is_required).map(|field| field.wire).collect();
    json!({
        "description": record.doc,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": record.is_open,
    })
}

fn item_schema(item: &Item<'_>) -> Value {
    match item {
        Item::String => json!({ "type": "string" }),
        Item::Integer => json!({ "type": "integer", "format": "int64" }),
        Item::Number => json!({ "type": "number" }),
        Item::Boolean => json!({ "type": "boolean" }),
        Item::Date => json!({ "type": "string", "format": "date" }),
        Item::DateTime => json!({ "type": "integer" }),
        Item::Any => json!({}),
        Item::Record(name) => json!({ "$ref": format!("#/$defs/{name}") }),
        Item::List(item) => json!({ "type": "array", "items": item_schema(item) }),
        Item::Map(item) => json!({ "type": "object", "additionalProperties": item_schema(item) }),
    }
}
