//! Makes the values of the core that generated code has as constants, so that the core makes the requests of examples and
//! reads their replies. Each value lives as long as the program, like a constant.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{
    ChoiceInfo, ChoiceOption, ErrorObject, FieldInfo, JsonKind, ParamInfo, ParamKind, ParamLocation,
    RecordInfo, StatusInfo, StatusMeaning, Written,
};
use virtual_finance_core::params::{ParamFault, ParamMap};
use virtual_finance_core::read::DataPath;
use virtual_finance_core::request::{DataRequest, EchoInfo, EndpointInfo, IntoInfo, ParamReader, ReplyInfo};

use crate::item::Item;
use crate::kind::Kind;
use crate::model::{DeclaredResponse, Field, Meaning, Param, Presence, Record, body_format, raw_kind};
use crate::names;
use crate::parse::limits::Limits;
use crate::parse::table::{self, Table};
use crate::template;

/// The records of a table that were asked for.
pub(crate) struct Catalogue<'t> {
    table: &'t Table,
    records: HashMap<&'static str, &'static RecordInfo>,
}

impl<'t> Catalogue<'t> {
    pub(crate) fn new(table: &'t Table) -> Self {
        Self { table, records: HashMap::new() }
    }

    /// Returns what the reply of an endpoint has; `None` if a part of it has an error, or a converter reads it.
    pub(crate) fn reply(&mut self, name: &str, endpoint: &table::Endpoint) -> Option<ReplyInfo> {
        let response = DeclaredResponse::new(endpoint.response.as_ref()?, self.table)?;
        let raw = raw_kind(&endpoint.raw)?;
        let mut place =
            DataPath::new(text(&DeclaredResponse::words(name)), text(response.at), text(&response.shown()))
                .raw(raw)
                .empty_is_not_found(response.items.empty_is_not_found);
        if let Some(most) = response.items.max.and_then(|most| usize::try_from(most).ok()) {
            place = place.max_items(most);
        }
        if let Some(error) = response.error {
            let [code, message] = [&error.code, &error.message].map(|path| path.as_deref().map(text));
            place = place.error(ErrorObject { at: text(&error.at), code, message });
        }
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
        let empty: Vec<_> =
            empty.map(|(of, _)| StatusInfo::new(of.first, StatusMeaning::Empty).last(of.last)).collect();
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
            empty: empty.leak(),
            is_graphql: endpoint.graphql.is_some(),
            is_lenient: self.table.is_lenient(),
        })
    }

    /// Returns the request of an example; `None` if a part of it has an error.
    pub(crate) fn request(
        &mut self,
        endpoint: &table::Endpoint,
        example: &table::Example,
    ) -> Option<DataRequest> {
        let host = self.table.hosts.get(&endpoint.host)?;
        let host: &'static Host = Box::leak(Box::new(Host::new(text(&endpoint.host), text(&host.default))));
        let query = endpoint.query.iter().map(|pair| pair.split_once('='));
        let query = query.map(|pair| Some((text(pair?.0), text(pair?.1)))).collect::<Option<Vec<_>>>()?;
        let (mut params, mut given) = (Vec::new(), ParamMap::new());
        for (name, declared) in &endpoint.params {
            let param = Param::new(name, declared, None, endpoint, self.table)?;
            let values = example.params.get(name);
            // Under a name that is itself at fault, the example may not give what it means to.
            if values.is_none() && names::word_fault(name).is_some() {
                return None;
            }
            // An enumeration is read as its text on the wire.
            let texts = values.map(|values| values.all().iter().map(ToString::to_string));
            let is_enumeration = param.kind.variants().next().is_some();
            let texts = texts.map(|texts| {
                texts.map(|text| {
                    text.strip_prefix("other:").filter(|_| is_enumeration).unwrap_or(&text).to_owned()
                })
            });
            match (texts, &param.kind) {
                (Some(texts), Kind::List { .. }) => given.insert(name, texts.collect::<Vec<_>>()),
                (Some(mut texts), _) => given.insert(name, texts.next()?),
                (None, _) => {}
            }
            params.push(ruled(self.param(&declared.place, &param)?, declared));
        }
        let mut info = EndpointInfo::new("", host)
            .path(text(template::below_host(&endpoint.path)))
            .query(query.leak())
            .params(params.leak())
            .choices(choices(endpoint));
        if let Some(format) = body_format(endpoint) {
            info = info.body(format);
        }
        Some(DataRequest { info: Box::leak(Box::new(info)), params: given })
    }

    /// Returns what the core refuses of the parameters of an example; nothing if a part of the endpoint has an error.
    pub(crate) fn refused(
        &mut self,
        endpoint: &table::Endpoint,
        example: &table::Example,
    ) -> Vec<ParamFault> {
        let request = self.request(endpoint, example);
        request.map(|request| refused(request.info, &request.params)).unwrap_or_default()
    }

    /// Returns why the core refuses the default of a parameter.
    pub(crate) fn refused_default(
        &mut self,
        endpoint: &table::Endpoint,
        name: &str,
        declared: &table::Param,
    ) -> Option<ParamFault> {
        static NOWHERE: Host = Host::new("", "");
        let param = Param::new(name, declared, None, endpoint, self.table)?;
        let info = ruled(self.param(&declared.place, &param)?, declared);
        let info = ParamInfo { conflicts: &[], after: None, ..info };
        let info = EndpointInfo::new("", &NOWHERE).params(vec![info].leak());
        let mut given = ParamMap::new();
        given.insert(name, declared.default.as_ref()?.to_string());
        refused(Box::leak(Box::new(info)), &given).into_iter().next()
    }

    fn param(&mut self, place: &str, param: &Param<'_>) -> Option<ParamInfo> {
        let is_repeated = matches!(param.kind, Kind::List { repeated: true, .. });
        let info = ParamInfo::new(text(param.name))
            .kind(self.param_kind(&param.kind)?)
            .place(match place {
                "path" => ParamLocation::Path,
                "query" => ParamLocation::Query,
                "header" => ParamLocation::Header,
                "client" => ParamLocation::Client,
                _ => ParamLocation::Body,
            })
            .wire(text(param.wire.as_deref().unwrap_or(param.name)))
            .repeated(is_repeated);
        Some(match &param.default {
            Some(default) => info.default(text(&default.text)),
            None => info,
        })
    }

    fn param_kind(&mut self, kind: &Kind<'_>) -> Option<ParamKind> {
        Some(match kind {
            Kind::String | Kind::Enum { .. } | Kind::Grammar { .. } => ParamKind::String,
            Kind::Ticker => ParamKind::Ticker,
            Kind::Integer => ParamKind::Integer,
            Kind::Number => ParamKind::Number,
            Kind::Boolean => ParamKind::Boolean,
            Kind::Date => ParamKind::Date,
            Kind::DateTime { is_iso: false } => ParamKind::DateTime,
            Kind::DateTime { is_iso: true } => ParamKind::IsoDateTime,
            Kind::List { item, separator, .. } => {
                let item = Box::leak(Box::new(self.param_kind(item)?));
                ParamKind::List { item, separator: text(separator) }
            }
            Kind::Json { item, nullable } => {
                ParamKind::Json { kind: Box::leak(Box::new(self.kind(item)?)), nullable: *nullable }
            }
        })
    }

    /// Returns the name in JSON of a field of a record.
    fn wire(&self, record: &str, field: &str) -> Option<&'static str> {
        let found = self.table.records.get(record)?.fields.get(field)?;
        Some(text(found.wire.as_deref().unwrap_or(field)))
    }

    fn record(&mut self, name: &str) -> Option<&'static RecordInfo> {
        if let Some(known) = self.records.get(name) {
            return Some(known);
        }
        let record = Record::new(name, self.table.records.get(name)?, self.table, &HashSet::new())?;
        let late: &'static OnceLock<&'static [FieldInfo]> = Box::leak(Box::default());
        let whole: Vec<_> = record.whole.iter().copied().map(text).collect();
        let mut info = RecordInfo::new(text(name))
            .doc(text(record.doc))
            .is_open(record.is_open)
            .whole(whole.leak())
            .late(late);
        if let Some(key) = record.key.and_then(|index| record.fields.get(index)) {
            info = info.key(text(key.wire));
        }
        let info = Box::leak(Box::new(info));
        // A record may be a part of itself.
        self.records.insert(info.name, info);
        let fields = record.fields.iter().map(|field| self.field(field)).collect::<Option<Vec<_>>>()?;
        late.set(fields.leak()).ok()?;
        Some(info)
    }

    fn field(&mut self, field: &Field<'_>) -> Option<FieldInfo> {
        let written = match (field.is_text, field.is_whole) {
            (true, _) => Written::Text,
            (false, true) => Written::Whole,
            (false, false) if field.is_time() => Written::Time,
            (false, false) => Written::Plain,
        };
        let Limits { min, max, max_length, pattern } = field.limits;
        let info = FieldInfo::new(text(field.wire))
            .doc(text(field.doc))
            .kind(self.kind(&field.item)?)
            .required(matches!(field.presence, Presence::Required | Presence::Nullable))
            .nullable(matches!(field.presence, Presence::Nullable | Presence::OptionalOrNull))
            .written(written);
        let (max_length, pattern) = (length(max_length), pattern.map(text));
        Some(FieldInfo { min, max, max_length, pattern, ..info })
    }

    fn kind(&mut self, item: &Item<'_>) -> Option<JsonKind> {
        Some(match item {
            Item::String | Item::Enum(_) => JsonKind::String,
            Item::Integer => JsonKind::Integer,
            Item::Number => JsonKind::Number,
            Item::Boolean => JsonKind::Boolean,
            Item::Date => JsonKind::Date,
            Item::DateTime => JsonKind::DateTime,
            Item::Any => JsonKind::Any,
            Item::Bytes => JsonKind::Bytes,
            Item::Record(name) => JsonKind::Record(self.record(name)?),
            Item::List(item) => JsonKind::List(Box::leak(Box::new(self.kind(item)?))),
            Item::Map(item) => JsonKind::Map(Box::leak(Box::new(self.kind(item)?))),
        })
    }
}

/// Returns a text as constants have it.
fn text(text: &str) -> &'static str {
    String::from(text).leak()
}

fn texts(all: &[String]) -> &'static [&'static str] {
    all.iter().map(|one| text(one)).collect::<Vec<_>>().leak()
}

fn length(length: Option<i64>) -> Option<usize> {
    length.and_then(|length| usize::try_from(length).ok())
}

/// Returns a parameter with the rules for its values.
fn ruled(info: ParamInfo, declared: &table::Param) -> ParamInfo {
    let Limits { min, max, max_length, pattern } = declared.limits();
    ParamInfo {
        required: declared.required,
        min,
        max,
        max_length: length(max_length),
        pattern: pattern.map(text),
        conflicts: texts(&declared.conflicts),
        after: declared.after.as_deref().map(text),
        ..info
    }
}

fn choices(endpoint: &table::Endpoint) -> &'static [ChoiceInfo] {
    let option = |(name, option): (&String, &table::ChoiceOption)| {
        let (required, optional) = (texts(&option.required), texts(&option.optional));
        ChoiceOption::new(text(name)).required(required).optional(optional)
    };
    let choice = |(name, choice): (&String, &table::Choice)| {
        let options: Vec<_> = choice.options.iter().map(option).collect();
        ChoiceInfo::new(text(name)).required(choice.required).options(options.leak())
    };
    endpoint.choices.iter().map(choice).collect::<Vec<_>>().leak()
}

fn refused(info: &'static EndpointInfo, given: &ParamMap) -> Vec<ParamFault> {
    ParamReader::new(info, given).err().map(|errors| errors.faults().to_vec()).unwrap_or_default()
}
