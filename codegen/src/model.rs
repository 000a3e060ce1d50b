//! The checked table in the terms of the generated code.

mod auth;
mod availability;
mod pages;
mod response;
mod words;

use crate::freshness::Freshness;
use crate::item::Item;
use crate::kind::Kind;
use crate::names;
use crate::parse::table::{self, Table, Values};
use crate::value::{self, Value};

pub(crate) use auth::{Auth, Scheme};
pub(crate) use availability::Availability;
use availability::availability;
pub(crate) use pages::{NextPage, Pages};
pub(crate) use response::{Declared, EMPTY, MEANINGS, Meaning, Response, is_empty};
pub(crate) use words::{BodyFormat, Place, Presence, RawKind, SessionUse};

/// A table that has passed every check.
pub(crate) struct Model<'t> {
    pub(crate) hosts: Vec<Host<'t>>,
    pub(crate) types: Vec<Enumeration<'t>>,
    pub(crate) grammars: Vec<Grammar<'t>>,
    pub(crate) records: Vec<Record<'t>>,
    pub(crate) endpoints: Vec<Endpoint<'t>>,
}

/// A host.
pub(crate) struct Host<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    /// Its default address.
    pub(crate) address: &'t str,
    pub(crate) auth: Option<Auth<'t>>,
}

/// An enumeration.
pub(crate) struct Enumeration<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    pub(crate) variants: Vec<Variant<'t>>,
    /// The pattern of values that are not listed, if the enumeration is open.
    pub(crate) other: Option<&'t str>,
}

/// A type of strings that code written by hand reads.
pub(crate) struct Grammar<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    /// The converter that has the type.
    pub(crate) converter: &'t str,
}

/// A value of an enumeration.
pub(crate) struct Variant<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    pub(crate) wire: &'t str,
}

/// A structure of responses.
pub(crate) struct Record<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    pub(crate) fields: Vec<Field<'t>>,
    /// True if it keeps members that the table does not name.
    pub(crate) is_open: bool,
}

/// A member of a record.
pub(crate) struct Field<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    /// Its name in the reply.
    pub(crate) wire: &'t str,
    pub(crate) item: Item<'t>,
    pub(crate) unit: Option<&'t str>,
    pub(crate) presence: Presence,
}

/// An endpoint.
pub(crate) struct Endpoint<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    pub(crate) response: Response<'t>,
    pub(crate) raw: RawKind,
    pub(crate) session: SessionUse,
    pub(crate) host: &'t str,
    pub(crate) path: &'t str,
    pub(crate) method: &'t str,
    pub(crate) safe: bool,
    /// The names and values of the constants of its query and of its headers.
    pub(crate) query: Vec<(&'t str, &'t str)>,
    pub(crate) headers: Vec<(&'t str, &'t str)>,
    pub(crate) body: Option<BodyFormat>,
    /// The function of the converter's module that makes the body.
    pub(crate) make_body: Option<&'t str>,
    pub(crate) status: i64,
    /// The converter module that makes the query.
    pub(crate) prepare: Option<&'t str>,
    /// The time for which a reply is fresh, if replies are kept.
    pub(crate) fresh_for: Option<Freshness<'t>>,
    pub(crate) pages: Option<Pages<'t>>,
    pub(crate) view: Option<View<'t>>,
    pub(crate) params: Vec<Param<'t>>,
    pub(crate) choices: Vec<Choice<'t>>,
    /// The index of the parameter that names the request in messages.
    pub(crate) subject: Option<usize>,
    pub(crate) fallbacks: Vec<Fallback<'t>>,
    pub(crate) examples: Vec<Example<'t>>,
}

/// Hints for rendering a response as tables.
pub(crate) struct View<'t> {
    pub(crate) main: Option<&'t str>,
    pub(crate) times: &'t [String],
    pub(crate) days: &'t [String],
    pub(crate) interval: Option<&'t str>,
    pub(crate) zone: Option<&'t str>,
    pub(crate) columns: &'t [String],
    pub(crate) head: Option<&'t str>,
    pub(crate) percents: &'t [String],
    pub(crate) prices: &'t [String],
    pub(crate) decimals: Option<&'t str>,
    pub(crate) chart: &'t [String],
}

/// Another source of an endpoint's data.
pub(crate) struct Fallback<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) raw: RawKind,
    pub(crate) steps: Vec<Step<'t>>,
}

/// A step of a fallback: the messages to one host.
pub(crate) struct Step<'t> {
    pub(crate) name: &'t str,
    pub(crate) session: SessionUse,
    pub(crate) host: &'t str,
    pub(crate) path: &'t str,
    /// The names and values of its query.
    pub(crate) query: Vec<(&'t str, &'t str)>,
    /// The function of the converter's module that makes its queries.
    pub(crate) queries: Option<&'t str>,
}

/// A parameter.
#[derive(Clone)]
pub(crate) struct Param<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    pub(crate) required: bool,
    pub(crate) place: Place,
    pub(crate) kind: Kind<'t>,
    pub(crate) wire: Option<&'t str>,
    /// True if the converter gets the value.
    pub(crate) is_converted: bool,
    pub(crate) default: Option<DefaultValue<'t>>,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) max_length: Option<i64>,
    pub(crate) pattern: Option<&'t str>,
    pub(crate) conflicts: &'t [String],
    pub(crate) after: Option<&'t str>,
    pub(crate) aliases: &'t [String],
    /// The index of the choice that it belongs to.
    pub(crate) choice: Option<usize>,
}

/// The default of a parameter.
#[derive(Clone)]
pub(crate) struct DefaultValue<'t> {
    /// The string that `from_params` takes.
    pub(crate) text: String,
    pub(crate) value: Value<'t>,
}

/// A group of parameters that exclude each other.
pub(crate) struct Choice<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    /// True if every request needs one of the sets.
    pub(crate) required: bool,
    pub(crate) options: Vec<ChoiceOption<'t>>,
}

/// One set of parameters of a choice.
pub(crate) struct ChoiceOption<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    /// Each parameter, and true if the set requires it.
    pub(crate) params: Vec<(Param<'t>, bool)>,
}

/// An example of a request.
pub(crate) struct Example<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) url: &'t str,
    pub(crate) body: Option<&'t str>,
    pub(crate) reply: Option<&'t str>,
    pub(crate) response: Option<&'t str>,
    /// The clock in epoch seconds, if the example sets it.
    pub(crate) now: Option<i64>,
    /// The values by the name of their parameter, in the order that the example writes them.
    pub(crate) given: Vec<Given<'t>>,
}

/// The value of a parameter in an example.
pub(crate) struct Given<'t> {
    pub(crate) param: &'t str,
    /// The string that `from_params` takes.
    pub(crate) text: String,
    /// One value, or those of a list.
    pub(crate) values: Vec<Value<'t>>,
}

/// Returns the names and values of constants, `name=value`.
fn pairs(constants: &[String]) -> Option<Vec<(&str, &str)>> {
    constants.iter().map(|pair| pair.split_once('=')).collect()
}

/// The maximum number of required parameters of `new`; a request with more has a builder.
const MAX_IN_NEW: usize = 2;

impl Param<'_> {
    /// Returns the values that its type lists, each with its name: the default first, if there is one.
    pub(crate) fn listed(&self) -> Vec<(&str, &str)> {
        let mut listed: Vec<_> =
            self.kind.variants().map(|(name, variant)| (name.as_str(), variant.wire.as_str())).collect();
        listed.sort_by_key(|(_, wire)| self.default.as_ref().is_none_or(|default| default.text != *wire));
        listed
    }
}

impl<'t> Model<'t> {
    /// Returns the model of a table; none if a check let something through that it refers to.
    pub(crate) fn new(table: &'t Table) -> Option<Self> {
        Some(Self {
            hosts: table.hosts.iter().map(|(name, host)| Host::new(name, host)).collect::<Option<_>>()?,
            types: table.types.iter().map(|(name, found)| Enumeration::new(name, found)).collect(),
            grammars: table.grammars.iter().map(|(name, found)| Grammar::new(name, found)).collect(),
            records: table
                .records
                .iter()
                .map(|(name, record)| Record::new(name, record, table))
                .collect::<Option<_>>()?,
            endpoints: table
                .endpoints
                .iter()
                .map(|(name, endpoint)| Endpoint::new(name, endpoint, table))
                .collect::<Option<_>>()?,
        })
    }

    /// Returns true if a part of the table is deprecated.
    pub(crate) fn deprecates(&self) -> bool {
        let types = self.types.iter().flat_map(|found| {
            found.variants.iter().map(|variant| variant.availability).chain([found.availability])
        });
        let records = self.records.iter().flat_map(|found| {
            found.fields.iter().map(|field| field.availability).chain([found.availability])
        });
        let endpoints = self.endpoints.iter().flat_map(|found| {
            found.params.iter().map(|param| param.availability).chain([found.availability])
        });
        let hosts = self.hosts.iter().map(|host| host.availability);
        hosts.chain(types).chain(records).chain(endpoints).any(|found| found.deprecated.is_some())
    }

    /// Returns true if an endpoint has a parameter.
    pub(crate) fn has_params(&self) -> bool {
        self.endpoints.iter().any(|endpoint| !endpoint.params.is_empty())
    }

    /// Returns true if parameters have types of the table's own.
    pub(crate) fn has_types(&self) -> bool {
        !(self.types.is_empty() && self.grammars.is_empty())
    }

    /// Returns true if an endpoint has a converter.
    pub(crate) fn has_converters(&self) -> bool {
        self.endpoints.iter().any(|endpoint| endpoint.converter().is_some() || endpoint.prepare.is_some())
    }

    /// Returns every converter module of the table once, with the endpoints that use it.
    pub(crate) fn converters(&self) -> Vec<(&'t str, Vec<&'t str>)> {
        let mut modules: Vec<(&str, Vec<&str>)> = Vec::new();
        for endpoint in &self.endpoints {
            let named = [endpoint.converter(), endpoint.prepare];
            for module in named.into_iter().flatten() {
                match modules.iter_mut().find(|(name, _)| *name == module) {
                    Some((_, users)) if users.contains(&endpoint.name) => {}
                    Some((_, users)) => users.push(endpoint.name),
                    None => modules.push((module, vec![endpoint.name])),
                }
            }
        }
        modules
    }
}

impl<'t> Host<'t> {
    fn new(name: &'t str, host: &'t table::Host) -> Option<Self> {
        let auth = match &host.auth {
            Some(auth) => Some(Auth::new(auth)?),
            None => None,
        };
        Some(Self {
            name,
            doc: host.doc.trim(),
            availability: availability!(host),
            address: &host.default,
            auth,
        })
    }
}

impl<'t> Enumeration<'t> {
    fn new(name: &'t str, found: &'t table::Enumeration) -> Self {
        let variants = found.variants.iter();
        let variants = variants.map(|(name, found)| Variant {
            name,
            doc: found.doc.trim(),
            availability: availability!(found),
            wire: &found.wire,
        });
        Self {
            name,
            doc: found.doc.trim(),
            availability: availability!(found),
            variants: variants.collect(),
            other: found.other.as_deref(),
        }
    }
}

impl<'t> Grammar<'t> {
    fn new(name: &'t str, found: &'t table::Grammar) -> Self {
        Self { name, doc: found.doc.trim(), converter: &found.converter }
    }
}

impl<'t> Record<'t> {
    fn new(name: &'t str, record: &'t table::Record, table: &'t Table) -> Option<Self> {
        let field = |(name, field): (&'t String, &'t table::Field)| {
            Some(Field {
                name,
                doc: field.doc.trim(),
                availability: availability!(field),
                wire: field.wire.as_deref().unwrap_or(name),
                item: Item::resolve(&field.kind, table)?,
                unit: field.unit.as_deref(),
                presence: Presence::of(field),
            })
        };
        let fields = record.fields.iter().map(field).collect::<Option<_>>()?;
        let availability = availability!(record);
        Some(Self { name, doc: record.doc.trim(), availability, fields, is_open: record.open })
    }
}

impl<'t> View<'t> {
    fn new(view: &'t table::View) -> Self {
        Self {
            main: view.main.as_deref(),
            times: &view.times,
            days: &view.days,
            interval: view.interval.as_deref(),
            zone: view.zone.as_deref(),
            columns: &view.columns,
            head: view.head.as_deref(),
            percents: &view.percents,
            prices: &view.prices,
            decimals: view.decimals.as_deref(),
            chart: &view.chart,
        }
    }
}

impl<'t> Param<'t> {
    fn new(name: &'t str, param: &'t table::Param, choice: Option<usize>, table: &'t Table) -> Option<Self> {
        let (kind, place) = (Kind::resolve(&param.kind, table)?, Place::new(&param.place)?);
        let default = match &param.default {
            Some(default) => {
                let value = value::read(&kind, default, table).ok()?;
                Some(DefaultValue { text: default.to_string(), value })
            }
            None => None,
        };
        Some(Self {
            name,
            doc: param.doc.trim(),
            availability: availability!(param),
            required: param.required,
            place,
            kind,
            wire: param.wire.as_deref(),
            is_converted: param.client || place == Place::Client,
            default,
            min: param.min,
            max: param.max,
            max_length: param.max_length,
            pattern: param.pattern.as_deref(),
            conflicts: &param.conflicts,
            after: param.after.as_deref(),
            aliases: &param.aliases,
            choice,
        })
    }
}

impl<'t> Endpoint<'t> {
    fn new(name: &'t str, endpoint: &'t table::Endpoint, table: &'t Table) -> Option<Self> {
        let choice_of = |param: &str| {
            endpoint.choices.values().position(|choice| {
                choice
                    .options
                    .values()
                    .any(|option| option.required.iter().chain(&option.optional).any(|name| name == param))
            })
        };
        let params = endpoint
            .params
            .iter()
            .map(|(name, param)| Param::new(name, param, choice_of(name), table))
            .collect::<Option<Vec<_>>>()?;
        let choices = endpoint
            .choices
            .iter()
            .map(|(name, choice)| Choice::new(name, choice, &params))
            .collect::<Option<Vec<_>>>()?;
        let subject = params.iter().position(|param| match &endpoint.subject {
            Some(name) => name == param.name,
            None => param.required && param.kind.is_subject(),
        });
        let examples = endpoint
            .examples
            .iter()
            .map(|(name, example)| Example::new(name, example, &params, table))
            .collect::<Option<_>>()?;
        let fallbacks = endpoint.fallbacks.iter().map(|(name, found)| Fallback::new(name, found, table));
        let fallbacks = fallbacks.collect::<Option<_>>()?;
        Some(Self {
            name,
            doc: endpoint.doc.trim(),
            availability: availability!(endpoint),
            response: Response::new(endpoint, table)?,
            raw: RawKind::new(&endpoint.raw)?,
            session: SessionUse::of(endpoint.session.as_deref(), &endpoint.host, table)?,
            host: &endpoint.host,
            path: &endpoint.path,
            method: &endpoint.method,
            safe: endpoint.safe,
            query: pairs(&endpoint.query)?,
            headers: pairs(&endpoint.headers)?,
            body: BodyFormat::of(endpoint),
            make_body: endpoint.body.as_deref(),
            status: endpoint.status,
            prepare: endpoint.prepare.as_deref(),
            fresh_for: match endpoint.fresh_for.as_deref() {
                Some(text) => Some(Freshness::read(text)?),
                None => None,
            },
            pages: match &endpoint.pages {
                Some(pages) => Some(Pages::new(pages, endpoint, table)?),
                None => None,
            },
            view: endpoint.view.as_ref().map(View::new),
            params,
            choices,
            subject,
            fallbacks,
            examples,
        })
    }

    /// Returns the converter module that makes the response, unless the reply itself has it.
    pub(crate) fn converter(&self) -> Option<&'t str> {
        match self.response {
            Response::Converter(module) => Some(module),
            Response::Declared(_) | Response::Bytes => None,
        }
    }

    /// Returns the name of the module of the request.
    pub(crate) fn module(&self) -> String {
        names::snake(self.name)
    }

    /// Returns true if the request has a builder, because `new` would have too many arguments.
    pub(crate) fn has_builder(&self) -> bool {
        let params = self.params.iter().filter(|param| param.required).count();
        let choices = self.choices.iter().filter(|choice| choice.required).count();
        params.saturating_add(choices) > MAX_IN_NEW
    }

    /// Returns the optional parameters that have a setter of their own.
    pub(crate) fn settable(&self) -> impl Iterator<Item = &Param<'t>> {
        self.params.iter().filter(|param| !param.required && param.choice.is_none())
    }

    pub(crate) fn param(&self, name: &str) -> Option<&Param<'t>> {
        self.params.iter().find(|param| param.name == name)
    }
}

impl<'t> Fallback<'t> {
    fn new(name: &'t str, table: &'t table::Fallback, whole: &'t Table) -> Option<Self> {
        let step = |(name, step): (&'t String, &'t table::Step)| {
            Some(Step {
                name,
                session: SessionUse::of(step.session.as_deref(), &step.host, whole)?,
                host: &step.host,
                path: &step.path,
                query: pairs(&step.query)?,
                queries: step.queries.as_deref(),
            })
        };
        let steps = table.steps.iter().map(step).collect::<Option<_>>()?;
        Some(Self { name, doc: table.doc.trim(), raw: RawKind::new(&table.raw)?, steps })
    }
}

impl<'t> Example<'t> {
    fn new(
        name: &'t str,
        example: &'t table::Example,
        params: &[Param<'t>],
        table: &'t Table,
    ) -> Option<Self> {
        let given = |(name, values): (&'t String, &'t Values)| {
            let param = params.iter().find(|param| param.name == name)?;
            let (item, separator) = match &param.kind {
                Kind::List { item, separator, .. } => (&**item, *separator),
                one => (one, ""),
            };
            let all = values.all();
            let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
            let values =
                all.iter().map(|value| value::read(item, value, table).ok()).collect::<Option<_>>()?;
            Some(Given { param: name, text: texts.join(separator), values })
        };
        Some(Self {
            name,
            doc: example.doc.trim(),
            url: &example.url,
            body: example.body.as_deref(),
            reply: example.reply.as_deref(),
            response: example.response.as_deref(),
            now: example.now.as_ref().and_then(value::timestamp).map(|(now, _)| now),
            given: example.params.iter().map(given).collect::<Option<_>>()?,
        })
    }

    /// Returns the value of a parameter.
    pub(crate) fn value(&self, param: &str) -> Option<&[Value<'t>]> {
        self.given.iter().find(|given| given.param == param).map(|given| given.values.as_slice())
    }
}

impl<'t> Choice<'t> {
    fn new(name: &'t str, choice: &'t table::Choice, params: &[Param<'t>]) -> Option<Self> {
        let find = |name: &String| params.iter().find(|param| param.name == name).cloned();
        let options = choice
            .options
            .iter()
            .map(|(name, option)| {
                let required = option.required.iter().map(|name| Some((find(name)?, true)));
                let optional = option.optional.iter().map(|name| Some((find(name)?, false)));
                let params = required.chain(optional).collect::<Option<_>>()?;
                Some(ChoiceOption { name, doc: option.doc.trim(), params })
            })
            .collect::<Option<_>>()?;
        Some(Self { name, doc: choice.doc.trim(), required: choice.required, options })
    }

    /// Returns the parameters of all sets, in order.
    pub(crate) fn params(&self) -> impl Iterator<Item = &Param<'t>> {
        self.options.iter().flat_map(|option| &option.params).map(|(param, _)| param)
    }

    /// Returns the name of the type of the choice.
    pub(crate) fn type_name(&self) -> String {
        names::camel(self.name)
    }
}

impl<'t> ChoiceOption<'t> {
    /// Returns the parameter of a set that has no other; it has a setter of its own.
    pub(crate) fn single(&self) -> Option<&Param<'t>> {
        match self.params.as_slice() {
            [(param, true)] => Some(param),
            _ => None,
        }
    }
}
