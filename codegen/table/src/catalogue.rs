//! Makes the catalogue of a table as values of the core. The core makes the requests of examples and reads their replies with
//! them, and the generator writes them as constants. Each value lives as long as the program, like a constant.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use indexmap::IndexMap;
use serde_json::{Map, Value};
use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{
    AuthScheme, ChoiceInfo, ChoiceOption, Datum, EnumInfo, ErrorObject, ExampleInfo, FallbackInfo, FieldInfo,
    Fields, GrammarInfo, HostAuth, JsonKind, Keyed, OneOfInfo, OneOfItem, PagesInfo, ParamInfo, ParamKind,
    ParamLocation, RawKind, RecordInfo, RepeatInfo, StatusInfo, StatusMeaning, StepInfo, UntilInfo,
    VariantInfo, ViewInfo,
};
use virtual_finance_core::params::{ParamFault, ParamMap};
use virtual_finance_core::read::{DataPath, GRAPHQL_ERROR};
use virtual_finance_core::request::{DataRequest, EchoInfo, EndpointInfo, IntoInfo, ParamReader, ReplyInfo};

use crate::item::Item;
use crate::kind::Kind;
use crate::model::{
    DeclaredResponse, Enumeration, Example, Field, Meaning, OneOf, Pages, Param, Presence, Record, Statuses,
    body_format, raw_kind, session_use, text,
};
use crate::parse::keys::Part;
use crate::parse::table::{self, Table};
use crate::{freshness, names, template};

/// The catalogue of a table.
pub struct Catalogue<'t> {
    table: &'t Table,
    /// The records that were asked for.
    records: HashMap<&'static str, &'static RecordInfo>,
    /// The choices of types that were asked for.
    one_ofs: HashMap<&'static str, &'static OneOfInfo>,
    /// The enumerations that were asked for.
    types: HashMap<&'static str, &'static EnumInfo>,
    /// The records and choices whose parts are still to be read.
    begun: Vec<(&'static str, Begun)>,
}

/// The parts of a record or of a choice, which are read later: it may be a part of itself, and a chain of them has any length.
enum Begun {
    Record(&'static OnceLock<&'static [FieldInfo]>),
    OneOf(&'static OnceLock<&'static [OneOfItem]>),
}

impl<'t> Catalogue<'t> {
    pub fn new(table: &'t Table) -> Self {
        Self {
            table,
            records: HashMap::new(),
            one_ofs: HashMap::new(),
            types: HashMap::new(),
            begun: Vec::new(),
        }
    }

    /// Returns an endpoint; `None` if a part of it has an error.
    pub fn endpoint(&mut self, name: &str, endpoint: &table::Endpoint) -> Option<EndpointInfo> {
        let mut info = self.requested(name, endpoint)?;
        let params = resolved(endpoint, self.table)?;
        info.command = text(&names::kebab(name));
        info.session = session_use(endpoint.session.as_deref(), &endpoint.host, self.table)?;
        let fallbacks = endpoint.fallbacks.iter().map(|(name, found)| self.fallback(name, found));
        info.fallbacks = fallbacks.collect::<Option<Vec<_>>>()?.leak();
        info.fresh_for = endpoint.fresh_for.as_deref().and_then(freshness::read);
        if let Some(pages) = &endpoint.pages {
            info.pages = Some(pages_info(&Pages::new(pages, endpoint, self.table)?, pages));
        }
        let until = |until: &table::Until| filled(UntilInfo::new(text(&until.field)), until);
        info.until = endpoint.until.as_ref().map(until);
        info.view = endpoint.view.as_ref().map(|view| filled(ViewInfo::new(None), view));
        // A number in the path names a thing; elsewhere it is a count.
        let is_number = |param: &Param<'_>| param.kind == Kind::Integer && param.place == ParamLocation::Path;
        let subject =
            params.iter().find(|param| param.required && (param.kind.is_subject() || is_number(param)));
        info.subject = subject.map(|param| text(param.name));
        let examples = endpoint.examples.iter();
        let examples = examples.map(|(name, found)| {
            let example = Example::new(name, found, &params, self.table)?;
            Some(example_info(&example, found))
        });
        info.examples = examples.collect::<Option<Vec<_>>>()?.leak();
        info.error = endpoint.graphql.as_ref().map(|_| GRAPHQL_ERROR);
        if let Some(found) = &endpoint.response {
            let response = DeclaredResponse::new(found, self.table)?;
            info.error = info.error.or(response.error.map(error_object));
            info.statuses = response.statuses.iter().map(status).collect::<Vec<_>>().leak();
            info.declared = Some(text(&written(found)));
            info.lenient = endpoint.is_lenient(self.table);
        }
        Some(info)
    }

    /// Returns a host.
    pub fn host(&self, name: &str) -> Option<&'static Host> {
        let host = self.table.hosts.get(name)?;
        let mut info = filled(Host::new(text(name), ""), host);
        info.auth = host.auth.as_ref().and_then(auth);
        info.auth_or = host.auth_or.values().filter_map(auth).collect::<Vec<_>>().leak();
        Some(leaked(info))
    }

    /// Returns what the reply of an endpoint has; `None` if a part of it has an error, or a converter reads it.
    pub fn reply(&mut self, name: &str, endpoint: &table::Endpoint) -> Option<ReplyInfo> {
        let response = DeclaredResponse::new(endpoint.response.as_ref()?, self.table)?;
        let place = place(name, endpoint, &response).raw(raw_kind(&endpoint.raw)?);
        let record = response.list_item().and_then(Item::record);
        let gone =
            response.items.gone.iter().map(|(field, value)| Some((self.wire(record?, field)?, text(value))));
        let gone: Vec<_> = gone.collect::<Option<_>>()?;
        let echoes = match response.items.echoes {
            Some(param) => {
                let kind = Kind::of(endpoint.params.get(param)?, self.table)?;
                Some(EchoInfo { param: text(param), is_ticker: kind.is_ticker() })
            }
            None => None,
        };
        let into = match (&response.into, response.item.as_ref().and_then(Item::record)) {
            (Some(into), Some(name)) => Some(IntoInfo {
                record: self.record(name)?,
                items: (text(into.field), self.wire(name, into.field)?),
                unknown: match into.unknown {
                    Some(field) => Some(self.wire(name, field)?),
                    None => None,
                },
            }),
            _ => None,
        };
        let empty = response.statuses.iter().filter(|(_, meaning)| *meaning == Meaning::Empty);
        let item =
            response.into.as_ref().map(|into| Item::List(Box::new(into.item.clone()))).or(response.item);
        Some(ReplyInfo {
            kind: match item {
                Some(item) => Some(self.kind(&item)?),
                None => None,
            },
            place,
            into,
            echoes,
            gone: gone.leak(),
            skips_unreadable: response.items.skips_unreadable,
            empty: empty.map(status).collect::<Vec<_>>().leak(),
            is_graphql: endpoint.graphql.is_some(),
            is_lenient: self.table.is_lenient(),
        })
    }

    /// Returns the request of an example; `None` if a part of it has an error.
    pub fn request(&mut self, endpoint: &table::Endpoint, example: &table::Example) -> Option<DataRequest> {
        if endpoint.query.iter().any(|pair| !pair.contains('=')) {
            return None;
        }
        let mut info = self.requested("", endpoint)?;
        let mut given = ParamMap::new();
        for param in &resolved(endpoint, self.table)? {
            let (name, values) = (param.name, example.params.get(param.name));
            // Under a name that is itself at fault, the example may not give what it means to.
            if values.is_none() && names::word_fault(name).is_some() {
                return None;
            }
            let texts = values.map(|values| values.all().iter().map(ToString::to_string));
            let is_enumeration = param.kind.variants().next().is_some();
            let texts = texts.map(|texts| {
                texts.map(|text| {
                    text.strip_prefix("other:").filter(|_| is_enumeration).unwrap_or(&text).to_owned()
                })
            });
            match (texts, &param.kind) {
                (Some(texts), Kind::List { .. }) => given.insert(name, texts.collect::<Vec<_>>()),
                (Some(mut texts), _) => given.insert(name, info.param(name)?.written(texts.next()?)),
                (None, _) => {}
            }
        }
        info.params = info.params.iter().copied().map(as_text).collect::<Vec<_>>().leak();
        Some(DataRequest { info: leaked(info), params: given })
    }

    /// Returns what the core refuses of the parameters of an example; nothing if a part of the endpoint has an error.
    pub fn refused(&mut self, endpoint: &table::Endpoint, example: &table::Example) -> Vec<ParamFault> {
        let request = self.request(endpoint, example);
        request.map(|request| refused(request.info, &request.params)).unwrap_or_default()
    }

    /// Returns why the core refuses the default of a parameter.
    pub fn refused_default(
        &mut self,
        endpoint: &table::Endpoint,
        name: &str,
        declared: &table::Param,
    ) -> Option<ParamFault> {
        static NOWHERE: Host = Host::new("", "");
        let param = Param::new(name, declared, None, endpoint, self.table)?;
        let info = as_text(self.param(&param, declared)?);
        let info = ParamInfo { conflicts: &[], after: None, ..info };
        let info = EndpointInfo::new("", &NOWHERE).params(vec![info].leak());
        let mut given = ParamMap::new();
        given.insert(name, declared.default.as_ref()?.to_string());
        refused(leaked(info), &given).into_iter().next()
    }

    /// Returns an endpoint with what a request needs.
    fn requested(&mut self, name: &str, endpoint: &table::Endpoint) -> Option<EndpointInfo> {
        let mut info = filled(EndpointInfo::new(text(name), self.host(&endpoint.host)?), endpoint);
        info.doc = text(&self.table.documented(endpoint));
        info.path = text(template::below_host(&endpoint.path));
        info.safe = endpoint.method != "GET" && endpoint.reads_only();
        info.body = body_format(endpoint);
        info.then = self.steps(&endpoint.then)?;
        let repeats = endpoint.repeats.iter().map(|(name, found)| filled(RepeatInfo::new(text(name)), found));
        info.repeats = repeats.collect::<Vec<_>>().leak();
        info.choices =
            endpoint.choices.iter().map(|(name, found)| choice(name, found)).collect::<Vec<_>>().leak();
        let params = resolved(endpoint, self.table)?;
        let params = params.iter().zip(endpoint.params.values());
        let params = params.map(|(param, written)| self.param(param, written));
        info.params = params.collect::<Option<Vec<_>>>()?.leak();
        Some(info)
    }

    fn fallback(&self, name: &str, found: &table::Fallback) -> Option<FallbackInfo> {
        Some(filled(FallbackInfo::new(text(name)), found).steps(self.steps(&found.steps)?))
    }

    fn steps(&self, steps: &IndexMap<String, table::Step>) -> Option<&'static [StepInfo]> {
        let step = |(name, step): (&String, &table::Step)| {
            let mut info = filled(StepInfo::new(text(name), self.host(&step.host)?), step);
            info.path = text(template::below_host(&step.path));
            info.session = session_use(step.session.as_deref(), &step.host, self.table)?;
            info.prepared = step.queries.is_some();
            Some(info)
        };
        Some(steps.iter().map(step).collect::<Option<Vec<_>>>()?.leak())
    }

    fn param(&mut self, param: &Param<'_>, written: &table::Param) -> Option<ParamInfo> {
        let mut info = filled(ParamInfo::new(text(param.name)), written);
        info.kind = self.param_kind(&param.kind)?;
        info.place = param.place;
        info.wire = text(param.wire.as_deref().unwrap_or(param.name));
        info.repeated = matches!(param.kind, Kind::List { repeated: true, .. });
        info.default = param.default.as_ref().map(|default| text(&default.text));
        Some(info)
    }

    fn param_kind(&mut self, kind: &Kind<'_>) -> Option<ParamKind> {
        Some(match kind {
            Kind::String => ParamKind::String,
            Kind::Enum { name, .. } => ParamKind::Enum(self.enumeration(name)?),
            Kind::Grammar { name } => ParamKind::Grammar(leaked(GrammarInfo::new(text(name)))),
            Kind::Ticker => ParamKind::Ticker,
            Kind::Integer => ParamKind::Integer,
            Kind::Number => ParamKind::Number,
            Kind::Boolean => ParamKind::Boolean,
            Kind::Date => ParamKind::Date,
            Kind::DateTime { is_iso: false } => ParamKind::DateTime,
            Kind::DateTime { is_iso: true } => ParamKind::IsoDateTime,
            Kind::List { item, separator, .. } => {
                ParamKind::List { item: leaked(self.param_kind(item)?), separator: text(separator) }
            }
            Kind::Json { item, nullable } => {
                ParamKind::Json { kind: leaked(self.kind(item)?), nullable: *nullable }
            }
        })
    }

    fn enumeration(&mut self, name: &str) -> Option<&'static EnumInfo> {
        if let Some(known) = self.types.get(name) {
            return Some(known);
        }
        let found = Enumeration::new(name, self.table.types.get(name)?);
        let variants = found.variants.iter().map(|variant| VariantInfo {
            deprecated: variant.deprecated.map(text),
            ..VariantInfo::new(text(variant.name), text(variant.wire), text(&variant.doc))
        });
        let info = EnumInfo {
            doc: text(found.doc),
            other: found.other.map(text),
            ..EnumInfo::new(text(name)).variants(variants.collect::<Vec<_>>().leak())
        };
        let info = leaked(info);
        self.types.insert(info.name, info);
        Some(info)
    }

    /// Returns the name in JSON of a field of a record.
    fn wire(&self, record: &str, field: &str) -> Option<&'static str> {
        let found = self.table.records.get(record)?.fields.get(field)?;
        Some(text(found.wire.as_deref().unwrap_or(field)))
    }

    /// Returns a record.
    fn record(&mut self, name: &str) -> Option<&'static RecordInfo> {
        let info = self.begun(name)?;
        self.parts().map(|()| info)
    }

    /// Returns a record whose fields are read later.
    fn begun(&mut self, name: &str) -> Option<&'static RecordInfo> {
        if let Some(known) = self.records.get(name) {
            return Some(known);
        }
        let written = self.table.records.get(name)?;
        let record = Record::new(name, written, self.table, &HashSet::new())?;
        let late: &'static OnceLock<&'static [FieldInfo]> = Box::leak(Box::default());
        let mut info = filled(RecordInfo::new(text(name)), written);
        info.known = Fields::Late(late);
        let key = record.key.and_then(|index| record.fields.get(index));
        info.key_wire = key.map(|field| text(field.wire)).unwrap_or_default();
        let info = leaked(info);
        self.records.insert(info.name, info);
        self.begun.push((info.name, Begun::Record(late)));
        Some(info)
    }

    /// Returns a choice of types, which are read later.
    fn one_of(&mut self, name: &str) -> Option<&'static OneOfInfo> {
        if let Some(known) = self.one_ofs.get(name) {
            return Some(known);
        }
        let written = self.table.records.get(name).filter(|_| !is_endless(name, self.table))?;
        let late: &'static OnceLock<&'static [OneOfItem]> = Box::leak(Box::default());
        let mut info = filled(OneOfInfo::new(text(name)), written);
        (info.field, info.known) = (written.discriminator().map(text), Fields::Late(late));
        let info = leaked(info);
        self.one_ofs.insert(info.name, info);
        self.begun.push((info.name, Begun::OneOf(late)));
        Some(info)
    }

    /// Reads the parts of the records and choices that are begun.
    fn parts(&mut self) -> Option<()> {
        while let Some((name, begun)) = self.begun.pop() {
            let written = self.table.records.get(name)?;
            match begun {
                Begun::Record(late) => {
                    let record = Record::new(name, written, self.table, &HashSet::new())?;
                    let fields = record.fields.iter().zip(written.fields.values());
                    let fields = fields.map(|(field, written)| self.field(field, written));
                    late.set(fields.collect::<Option<Vec<_>>>()?.leak()).ok()?;
                }
                Begun::OneOf(late) => {
                    let found = OneOf::new(name, written, self.table)?;
                    let items = found.items.iter();
                    let items =
                        items.map(|item| Some(OneOfItem::new(text(item.key), self.kind_begun(&item.item)?)));
                    late.set(items.collect::<Option<Vec<_>>>()?.leak()).ok()?;
                }
            }
        }
        Some(())
    }

    fn field(&mut self, field: &Field<'_>, written: &table::Field) -> Option<FieldInfo> {
        let mut info = filled(FieldInfo::new(text(field.wire)), written);
        info.wire = text(field.wire);
        info.doc = text(&field.documented());
        info.kind = self.kind_begun(&field.item)?;
        info.required = matches!(field.presence, Presence::Required | Presence::Nullable);
        info.written = field.written();
        Some(info)
    }

    fn kind(&mut self, item: &Item<'_>) -> Option<JsonKind> {
        let kind = self.kind_begun(item)?;
        self.parts().map(|()| kind)
    }

    fn kind_begun(&mut self, item: &Item<'_>) -> Option<JsonKind> {
        Some(match item {
            Item::String | Item::Enum(_) => JsonKind::String,
            Item::Integer => JsonKind::Integer,
            Item::Number => JsonKind::Number,
            Item::Boolean => JsonKind::Boolean,
            Item::Date => JsonKind::Date,
            Item::DateTime => JsonKind::DateTime,
            Item::Any => JsonKind::Any,
            Item::Bytes => JsonKind::Bytes,
            Item::Record(name) => JsonKind::Record(self.begun(name)?),
            Item::OneOf(name) => JsonKind::OneOf(self.one_of(name)?),
            Item::List(item) => JsonKind::List(leaked(self.kind_begun(item)?)),
            Item::Map(item) => JsonKind::Map(leaked(self.kind_begun(item)?)),
        })
    }
}

/// Returns true if a choice of types is one of its own types, perhaps through other choices.
fn is_endless(name: &str, table: &Table) -> bool {
    let (mut next, mut seen) = (vec![name], HashSet::new());
    while let Some(record) = next.pop().and_then(|name| table.records.get(name)) {
        for (_, kind) in record.variants() {
            let inner = kind.innermost();
            let is_one_of = || table.records.get(inner).is_some_and(table::Record::is_one_of);
            if matches!(kind, table::ItemType::One(_)) && is_one_of() && seen.insert(inner) {
                next.push(inner);
            }
        }
    }
    seen.contains(name)
}

fn resolved<'e>(endpoint: &'e table::Endpoint, table: &'e Table) -> Option<Vec<Param<'e>>> {
    let params = endpoint.params.iter();
    params.map(|(name, param)| Param::new(name, param, None, endpoint, table)).collect()
}

/// Returns the place of the data of a response.
pub fn place(name: &str, endpoint: &table::Endpoint, response: &DeclaredResponse<'_>) -> DataPath {
    let mut place =
        DataPath::new(text(&DeclaredResponse::words(name)), text(response.at), text(&response.shown()))
            .empty_is_not_found(response.items.empty_is_not_found);
    if let Some(most) = response.items.max.and_then(|most| usize::try_from(most).ok()) {
        place = place.max_items(most);
    }
    place.error = response.error.map(error_object);
    place.event = response.event.filter(|_| raw_kind(&endpoint.raw) == Some(RawKind::Events)).map(text);
    if let Some(end) = endpoint.response.as_ref().and_then(|response| response.end.as_deref()) {
        place.end = text(end);
    }
    place
}

/// Returns the credentials that a host wants; `None` if a part of them is missing.
fn auth(auth: &table::Auth) -> Option<HostAuth> {
    let name = || auth.name.as_deref().map(text);
    let scheme = match auth.kind.as_str() {
        "header" => AuthScheme::Header(name()?),
        "query" => AuthScheme::Query(name()?),
        "bearer" => AuthScheme::Bearer,
        "basic" => AuthScheme::Basic,
        "oauth2" => AuthScheme::OAuth2 {
            host: text(auth.token_host.as_deref()?),
            path: text(auth.token_path.as_deref()?),
            scopes: auth.scopes.iter().map(|scope| text(scope)).collect::<Vec<_>>().leak(),
        },
        "contact" => AuthScheme::Contact,
        "custom" => AuthScheme::Custom,
        _ => return None,
    };
    Some(filled(HostAuth::new(scheme), auth))
}

fn pages_info(pages: &Pages<'_>, written: &table::Pages) -> PagesInfo {
    PagesInfo { members: pages.members.as_deref().map(text), ..filled(PagesInfo::new(pages.next), written) }
}

fn choice(name: &str, found: &table::Choice) -> ChoiceInfo {
    let options = found.options.iter().map(|(name, found)| filled(ChoiceOption::new(text(name)), found));
    filled(ChoiceInfo::new(text(name)), found).options(options.collect::<Vec<_>>().leak())
}

fn example_info(example: &Example<'_>, written: &table::Example) -> ExampleInfo {
    let params = example.given.iter().map(|given| (text(given.param), text(&given.text)));
    let info = filled(ExampleInfo::new(text(example.name)), written);
    ExampleInfo { now: example.now, ..info.params(params.collect::<Vec<_>>().leak()) }
}

fn error_object(error: &table::ErrorObject) -> ErrorObject {
    filled(ErrorObject::new(""), error)
}

fn status((of, meaning): &(Statuses, Meaning<'_>)) -> StatusInfo {
    let meaning = match meaning {
        Meaning::Empty => StatusMeaning::Empty,
        Meaning::NotFound => StatusMeaning::NotFound,
        Meaning::Unauthorized => StatusMeaning::Unauthorized,
        Meaning::RateLimited => StatusMeaning::RateLimited,
        Meaning::Record(name) => StatusMeaning::Record(text(name)),
    };
    StatusInfo::new(of.first, meaning).last(of.last)
}

/// Returns a parameter whose enumeration is read as its text on the wire.
fn as_text(param: ParamInfo) -> ParamInfo {
    ParamInfo { kind: kind_of_text(param.kind), ..param }
}

fn kind_of_text(kind: ParamKind) -> ParamKind {
    match kind {
        ParamKind::Enum(_) | ParamKind::Grammar(_) => ParamKind::String,
        ParamKind::List { item, separator } => {
            ParamKind::List { item: leaked(kind_of_text(*item)), separator }
        }
        kind => kind,
    }
}

fn refused(info: &'static EndpointInfo, given: &ParamMap) -> Vec<ParamFault> {
    ParamReader::new(info, given).err().map(|errors| errors.faults().to_vec()).unwrap_or_default()
}

/// The keys of a part of the table as JSON.
#[derive(Default)]
struct Keys(Map<String, Value>);

impl Keyed for Keys {
    fn set(&mut self, key: &str, value: Datum) {
        let value = match value {
            Datum::Flag(true) => Value::Bool(true),
            Datum::Integer(value) => value.into(),
            Datum::Text(text) => text.into(),
            Datum::List(texts) if !texts.is_empty() => texts
                .iter()
                .filter_map(|text| if let Datum::Text(text) = text { Some(*text) } else { None })
                .collect(),
            _ => return,
        };
        self.0.insert(key.to_owned(), value);
    }
}

/// Returns the keys of a response beside its type and its statuses, as JSON for documents.
fn written(response: &table::Response) -> String {
    let Keys(mut keys) = filled(Keys::default(), response);
    if let Some(error) = &response.error {
        keys.insert("error".to_owned(), Value::Object(filled(Keys::default(), error).0));
    }
    Value::Object(keys).to_string()
}

/// Returns an entry with the keys of a part of the table that are fields of it.
fn filled<E: Keyed>(mut entry: E, part: &impl Part) -> E {
    part.fill(&mut entry);
    entry
}

fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
