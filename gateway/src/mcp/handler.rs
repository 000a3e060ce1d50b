//! The server for models: the SDK speaks the protocol, and this has the tools, the pages and the prompts.

use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value};
use tokio::io::{AsyncRead, AsyncWrite};
use virtual_finance_command::Program;
use virtual_finance_core::catalogue::RawKind;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Client, Error};
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::rendering::Rendering;
use virtual_finance_tables::tabular::Outline;

use super::book::{self, Chapter};
use super::budget::part;
use super::form::{Form, argument};
use super::offered::{CALL, COLUMNS, DESCRIBE, FIND, FORMAT, MAX_BYTES, MOST_BYTES, SKIP_ROWS, TABLE, Tools};
use super::texts;

/// The text for models about the server as a whole.
const INSTRUCTIONS: &str = "Call find with words to get the names of endpoints, describe for the parameters of one, \
                            and call to ask it. Results are CSV; a long table says how to get the rest.";

/// A server for models over the table of a program, by the Model Context Protocol.
///
/// ```no_run
/// use virtual_finance_command::Program;
/// use virtual_finance_core::Client;
/// use virtual_finance_gateway::{Models, Tools};
///
/// # const ENDPOINTS: &[&virtual_finance_core::request::EndpointInfo] = &[];
/// static PROGRAM: Program = Program::new("weatherapi", ENDPOINTS);
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let (read, write) = (tokio::io::stdin(), tokio::io::stdout());
/// Models::new(&PROGRAM, Client::builder().build()?, Tools::default()).serve(read, write).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Models {
    program: &'static Program,
    client: Client,
    tools: Arc<Tools>,
    chapters: Arc<Vec<Chapter>>,
}

/// The server behind a path of a gateway. Each request stands alone.
pub(crate) type Service = StreamableHttpService<Models, NeverSessionManager>;

/// Returns the server behind a path. The gateway has checked the host already; pages of these origins may ask.
pub(crate) fn service(models: Models, origins: &[String]) -> Service {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_allowed_origins(origins)
        .enforce_origin_validation();
    StreamableHttpService::new(move || Ok(models.clone()), Arc::default(), config)
}

/// A text for a model; the model reads an error, too.
type Text = Result<Vec<ContentBlock>, String>;

impl Models {
    /// Creates a server that asks the hosts of a program's table with that client.
    #[must_use]
    pub fn new(program: &'static Program, client: Client, tools: Tools) -> Self {
        Self { program, client, tools: Arc::new(tools), chapters: Arc::new(book::chapters(program)) }
    }

    /// Serves one caller, a message on each line, until it goes.
    ///
    /// # Errors
    /// The caller does not speak the protocol.
    pub async fn serve<R, W>(self, read: R, write: W) -> io::Result<()>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let running = rmcp::serve_server(self, (read, write)).await.map_err(io::Error::other)?;
        running.waiting().await.map(|_| ()).map_err(io::Error::other)
    }

    /// Runs a tool; `None` if there is none of that name.
    async fn run(&self, tool: &str, arguments: Map<String, Value>) -> Option<Text> {
        let endpoints = self.program.endpoints;
        let name = || arguments.get("endpoint").and_then(Value::as_str).unwrap_or_default();
        let text = |text: String| vec![ContentBlock::text(text)];
        let ran = match &*self.tools {
            Tools::General => match tool {
                FIND => {
                    let words =
                        argument(&arguments, "words", "a text", |words| words.as_str().map(str::to_owned));
                    words.map(|words| text(texts::find(endpoints, &words.unwrap_or_default())))
                }
                DESCRIBE => texts::endpoint(endpoints, name()).map(|info| text(texts::describe(info))),
                CALL => match texts::endpoint(endpoints, name()) {
                    Ok(info) => self.call(info, arguments).await,
                    Err(error) => Err(error),
                },
                _ => return None,
            },
            Tools::Of(offered) => {
                let info = offered.iter().find(|info| info.command == tool)?;
                let is_form = |name: &str| {
                    [TABLE, COLUMNS, FORMAT, SKIP_ROWS, MAX_BYTES].contains(&name)
                        && info.param(name).is_none()
                };
                let (form, params) = arguments.into_iter().partition(|(name, _)| is_form(name));
                self.ask(info, params, &form).await
            }
        };
        Some(ran)
    }

    async fn call(&self, info: &'static EndpointInfo, mut arguments: Map<String, Value>) -> Text {
        let params = match arguments.remove("params") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err("params is no object: write {\"name\": value}".to_owned()),
        };
        let known = ["endpoint", TABLE, COLUMNS, FORMAT, SKIP_ROWS, MAX_BYTES];
        // Models write parameters beside `params`.
        if let Some(name) = arguments.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(format!(
                "{CALL} has no argument {name:?}: parameters of the endpoint go into params"
            ));
        }
        self.ask(info, params, &arguments).await
    }

    /// Asks an endpoint and returns its response in a form.
    async fn ask(
        &self,
        info: &'static EndpointInfo,
        params: Map<String, Value>,
        form: &Map<String, Value>,
    ) -> Text {
        // Before anything is sent.
        let form = Form::read(form)?;
        let request = (info.build)(&params.into()).map_err(|errors| self.wrong(info, &errors.into()))?;
        let reply = self.client.reply_erased(&*request).await.map_err(|error| self.wrong(info, &error))?;
        let beside: Vec<String> =
            std::iter::once(format!("source: {}", reply.source)).chain(reply.notes.lines()).collect();
        if let Some(bytes) = reply.response.bytes().filter(|_| info.raw == RawKind::Bytes) {
            return Ok(vec![image(&bytes.content, bytes.media_type.as_deref())]);
        }
        let outline = Outline::of(info).about(request.subject());
        let Form { table, columns, is_json, skip, budget } = form;
        let format = if is_json { Format::Json } else { Format::Csv };
        let rendering = Rendering { table, columns, ..Rendering::of(format) };
        let rendered = rendering.render(&*reply.response, &outline);
        let rendered = rendered.map_err(|failure| in_words(failure.message()))?;
        let text =
            String::from_utf8(rendered).map_err(|_| "the table is no text: take format json".to_owned())?;
        if is_json && text.len() > budget {
            return Err(format!(
                "the JSON has {} bytes, and there is room for {budget}: leave format out for rows of CSV, name a \
                 table, or give {MAX_BYTES} up to {MOST_BYTES}",
                text.len()
            ));
        }
        let (text, cut) = if is_json { (text, String::new()) } else { cut(&text, skip, budget)? };
        let tables: Vec<&str> = outline.docs().map(|(name, _)| name).collect();
        let tables = format!("{TABLE} may be: {}", tables.join(", "));
        let about = [cut].into_iter().filter(|cut| !cut.is_empty()).chain(beside).chain([tables]);
        Ok(vec![ContentBlock::text(text), ContentBlock::text(about.collect::<Vec<_>>().join("\n"))])
    }

    /// Returns an error with what to call instead.
    fn wrong(&self, info: &EndpointInfo, error: &Error) -> String {
        let advice = match (error, &*self.tools) {
            (Error::Params(_), Tools::General) => {
                format!("; call {DESCRIBE} with endpoint {:?} for its parameters", info.command)
            }
            _ => String::new(),
        };
        format!("{error}{advice}")
    }
}

/// Returns the rows that there is room for, and the sentence about the remaining rows.
fn cut(csv: &str, skip: usize, budget: usize) -> Result<(String, String), String> {
    let part = part(csv, skip, budget);
    let end = skip.saturating_add(part.rows);
    if part.rows == 0 && skip < part.all {
        return Err(format!(
            "row {} alone has more than {budget} bytes: give {MAX_BYTES} up to {MOST_BYTES}, or pass over it with \
             {SKIP_ROWS} {}",
            skip.saturating_add(1),
            skip.saturating_add(1)
        ));
    }
    let about = match part.all {
        all if skip > 0 && skip >= all => {
            format!("the table has {all} rows only: give a smaller {SKIP_ROWS}")
        }
        all if end < all => format!(
            "rows {} to {end} of {all}: call again with {SKIP_ROWS} {end} for the next ones, or ask for less",
            skip.saturating_add(1)
        ),
        all if skip > 0 => format!("rows {} to {all}, the last ones", skip.saturating_add(1)),
        all => format!("all {all} rows"),
    };
    Ok((part.text, about))
}

/// Returns a message about options of a command as one about arguments.
fn in_words(message: &str) -> String {
    message.replace("--table", TABLE).replace("--format", FORMAT)
}

fn image(content: &[u8], media_type: Option<&str>) -> ContentBlock {
    match media_type.filter(|media_type| media_type.starts_with("image/")) {
        Some(media_type) => ContentBlock::image(BASE64_STANDARD.encode(content), media_type),
        None => ContentBlock::text(format!(
            "{} bytes of {}, which are no text: ask for them over HTTP",
            content.len(),
            media_type.unwrap_or("an unknown type")
        )),
    }
}

impl ServerHandler for Models {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let Program { name, version, about, .. } = self.program;
        let server = Implementation::new(*name, *version).with_title(*about);
        let config = ServerConfig::new(capabilities).with_server_info(server);
        match &*self.tools {
            Tools::General => config.with_instructions(format!("{about}. {INSTRUCTIONS}")),
            Tools::Of(_) => config.with_instructions(format!("{about}.")),
        }
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.described(self.program.endpoints)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ran = self.run(&request.name, request.arguments.unwrap_or_default()).await;
        let unknown = || ErrorData::invalid_params(format!("there is no tool {:?}", request.name), None);
        Ok(match ran.ok_or_else(unknown)? {
            Ok(content) => CallToolResult::success(content),
            Err(error) => CallToolResult::error(vec![ContentBlock::text(error)]),
        }
        .into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = self.chapters.iter().map(|chapter| chapter.resource.clone()).collect();
        Ok(ListResourcesResult::with_all_items(resources))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let found = self.chapters.iter().find(|chapter| chapter.resource.uri == uri);
        let found = found.ok_or_else(|| {
            ErrorData::resource_not_found(format!("there is no page {uri}: list the resources"), None)
        })?;
        let contents = ResourceContents::text(found.text.clone(), uri).with_mime_type("text/markdown");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(book::prompts(self.program)))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let message = book::message(self.program, &self.tools, &request.name);
        let unknown = || ErrorData::invalid_params(format!("there is no prompt {:?}", request.name), None);
        Ok(GetPromptResult::new(vec![message.ok_or_else(unknown)?]).into())
    }
}
