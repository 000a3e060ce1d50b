//! Requests whose items come in pages: the first page, or the items of several.

use clap::{Arg, ArgAction};
use virtual_finance_core::catalogue::PagesInfo;
use virtual_finance_core::request::{EndpointInfo, Request as _, Wrapper as _};
use virtual_finance_core::{Error, FewerItems, Notes, Pages, RepeatedItems, Reply, Value};
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::Failure;
use virtual_finance_tables::{AnyPaged, Page};

use super::{Call, asked::Answer};
use crate::arguments::{
    Arguments,
    ids::{ALL_PAGES, MAX_ITEMS},
    option_name, positive,
};
use crate::connection::{Connection, connect::connect};
use crate::system::SOME_FAILED;
use crate::writing::Output;

/// Returns the options of an endpoint whose items come in pages.
pub(crate) fn options(info: &EndpointInfo) -> Option<[Arg; 2]> {
    info.pages?;
    let max_items = PagesInfo::MAX_ITEMS;
    let option = |id: &'static str| Arg::new(id).long(option_name(id)).help_heading("Pages");
    Some([
        option(ALL_PAGES).action(ArgAction::SetTrue).help(format!(
            "Get the items of all pages as one list, instead of the first page; more than {max_items} are an error"
        )),
        option(MAX_ITEMS)
            .value_name("N")
            .value_parser(positive)
            .allow_negative_numbers(true)
            .help("Get the first N items as one list, from as many pages as it takes"),
    ])
}

/// Checks that the options about pages are not given for several requests.
pub(crate) fn check_one(info: &EndpointInfo, arguments: &Arguments<'_>) -> Result<(), Failure> {
    if info.pages.is_none() || Wanted::of(arguments) == Wanted::FirstPage {
        return Ok(());
    }
    let (one, many) = arguments.program().subject;
    Err(Failure::usage(format!(
        "--{} and --{} are about one {one}: leave them out, or run the command for each of the {many}",
        option_name(ALL_PAGES),
        option_name(MAX_ITEMS)
    )))
}

/// Sends a request and writes its first page, or the items of its pages.
pub(crate) fn fetch(call: &Call<'_>, output: &Output, paging: PagesInfo) -> Result<(), Failure> {
    let Call { info, arguments, reporter } = call;
    let wanted = Wanted::of(arguments);
    let params = call.params();
    let request = info.request(&params).map_err(Error::from)?;
    let request = AnyPaged::new(request, params)
        .ok_or_else(|| Failure::other(format!("the items of {} do not come in pages", info.name)))?;
    let connection = connect(arguments, info.uses_session())?;
    let mut pages = connection.client.asynchronous().pages(request.clone());
    if let Wanted::Items(number) = wanted {
        pages = pages.limit(number);
    }
    let source = |reply: &Reply<()>| call.source(&connection, reply);
    let mut next = page(&connection, &mut pages);
    if wanted == Wanted::FirstPage {
        let (page, reply) =
            next?.ok_or_else(|| Failure::other(format!("{} gave no page; ask again", info.name)))?;
        call.write(Answer::one(page.response, reply), request.inner(), output, source)?;
        if pages.has_next() && paging.tells_the_last() {
            let option = option_name(ALL_PAGES);
            reporter.note(format_args!("there are more pages; --{option} gets their items"));
        }
        return Ok(());
    }
    let path = paging.items_in_json();
    let outline = Outline::of_items(info, path).ok_or_else(|| {
        Failure::other(format!(
            "the responses of {} have no list {path:?}, which 'pages' of the table names; give the field that name in \
             JSON too",
            info.name
        ))
    })?;
    let mut gathered = Gathered::default();
    let failed = loop {
        match next {
            Ok(Some((page, reply))) => {
                reporter.reply(&reply, &source(&reply));
                gathered.add(page, &reply.notes);
            }
            Ok(None) => break None,
            Err(failure) => break Some(failure),
        }
        next = self::page(&connection, &mut pages);
    };
    if let Wanted::Items(number) = wanted {
        gathered.items.truncate(usize::try_from(number).unwrap_or(usize::MAX));
    }
    if gathered.repeated > 0 {
        let repeated = gathered.repeated;
        reporter.note(format_args!("the host gave {repeated} items twice, which the result has once"));
    }
    gathered.write(output, &outline.about(request.subject()), failed)
}

/// The items of the pages so far.
#[derive(Default)]
struct Gathered {
    items: Vec<Value>,
    /// The number of items that a page and the one before it have.
    repeated: usize,
    fewer: Option<FewerItems>,
}

impl Gathered {
    fn add(&mut self, page: Page, notes: &Notes) {
        self.fewer = notes.get().copied();
        self.items.extend(match notes.get::<RepeatedItems>() {
            None => page.items,
            Some(found) => {
                self.repeated = self.repeated.saturating_add(found.indexes.len());
                found.without(page.items)
            }
        });
    }

    /// Writes the items. Those that came before a page failed are no error of the whole, as long as there are any.
    fn write(self, output: &Output, outline: &Outline, failed: Option<Failure>) -> Result<(), Failure> {
        let count = self.items.len();
        let failed = match failed {
            Some(failure) if count == 0 => return Err(failure),
            failed => failed,
        };
        output.response(&Value::Array(self.items), outline)?;
        let missing = match (failed, self.fewer) {
            (Some(failure), _) => {
                format!("{}; the result has the {count} items of the pages before", failure.message())
            }
            (None, Some(FewerItems { items, total, .. })) => {
                format!("the host gave {items} items and counts {total}")
            }
            (None, None) => return Ok(()),
        };
        Err(Failure::with_code(SOME_FAILED, missing))
    }
}

/// Waits for the next page.
fn page(connection: &Connection, pages: &mut Pages<AnyPaged>) -> Result<Option<(Page, Reply<()>)>, Failure> {
    connection.wait(async { Ok(pages.next().await.transpose()?.map(Reply::into_parts)) })
}

/// The part of the items that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    FirstPage,
    All,
    Items(u64),
}

impl Wanted {
    fn of(arguments: &Arguments<'_>) -> Self {
        match arguments.get_one::<u64>(MAX_ITEMS) {
            Some(number) => Self::Items(*number),
            None if arguments.get_flag(ALL_PAGES) => Self::All,
            None => Self::FirstPage,
        }
    }
}
