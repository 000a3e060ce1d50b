// Sending a form, and the response as a table, a chart or a tree.

/** Writes what is asked and what is chosen of the response into the address; a request is a step of the history of the browser. */
function remember(isNew) {
  const query = new URLSearchParams(values()).toString();
  const chosen = new URLSearchParams(CHOSEN.filter((name) => response[name]).map((name) => [name, response[name]])).toString();
  // What was sent without parameters has the mark of a query, too.
  const address = `/e/${state.info.command}?${query}${chosen ? `#${chosen}` : ""}`;
  if (location.pathname + location.search + location.hash !== address) history[isNew ? "pushState" : "replaceState"](null, "", address);
}

async function send(isNew = false) {
  const { info } = state;
  const number = ++response.sent;
  const isNow = () => number === response.sent && info === state.info;
  if (isNew) Object.assign(response, { table: "", filter: "", sort: "", columns: "" });
  document.body.classList.add("busy");
  $("facts").textContent = "Sending …";
  remember(isNew);
  const start = performance.now();
  try {
    const reply = await ask(info, values(), { format: "json" });
    const text = await reply.text();
    if (!isNow()) return;
    $("facts").textContent = `${reply.status} · ${Math.round(performance.now() - start)} ms · ${whole.format(text.length)} characters`;
    $("result").hidden = false;
    if (!reply.ok) return failed(JSON.parse(text));
    mark([]);
    $("problem").hidden = true;
    response.json = JSON.parse(text);
    showBeside(reply.headers);
    await showTable();
  } catch (error) {
    if (isNow()) failed({ title: "The gateway cannot be reached", detail: String(error.message ?? error) });
  } finally {
    if (number === response.sent) document.body.classList.remove("busy");
  }
}

function failed(problem) {
  const others = mark(problem.faults ?? []);
  const marked = (problem.faults ?? []).length > others.length;
  Object.assign(response, { json: null, rows: [] });
  for (const id of ["choose", "search", "wide", "save", "beside"]) $(id).hidden = true;
  $("views").replaceChildren();
  $("view").replaceChildren();
  $("problem").hidden = false;
  $("problem").replaceChildren(make("strong", {}, problem.title ?? "Error"), make("p", { class: /\^$/m.test(problem.detail ?? "") ? "marked" : null }, problem.detail ?? ""));
  if (marked) $("form").querySelector("[aria-invalid]")?.focus();
}

function showBeside(headers) {
  const facts = [
    ["source", headers.get("x-source")], ["notes", headers.get("x-notes")], ["age", headers.get("age") && `${headers.get("age")} s`],
    ["fresh", headers.get("cache-control")], ["entity tag", headers.get("etag")], ["request", headers.get("x-request-id")],
  ].filter(([, value]) => value);
  $("beside").hidden = facts.length === 0;
  response.notes = decoded(headers.get("x-notes") ?? "");
  $("beside").querySelector("dl").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, decoded(value))]));
}

/** Returns the number that both sides of a response lie around: the note that is a number alone. */
function middleOf() {
  const found = /(?:^|, )[^:,]+: (-?\d+(?:\.\d+)?)(?:,|$)/.exec(response.notes);
  return found ? Number(found[1]) : null;
}

/** Returns the paths of lists and objects of lists in a response, which can be tables. */
function paths(value, path = "", depth = 0) {
  if (value == null || typeof value !== "object" || depth > 3) return [];
  if (Array.isArray(value)) return path && value.some((item) => item && typeof item === "object") ? [path] : [];
  const members = Object.entries(value);
  const own = path && members.some(([, member]) => Array.isArray(member) && member.some((item) => typeof item !== "object" || item === null)) ? [path] : [];
  return own.concat(members.flatMap(([name, member]) => paths(member, path ? `${path}.${name}` : name, depth + 1)));
}

/** Fetches the rows of the table that is chosen, with its other side where the view has one. */
async function showTable() {
  const { info, sent, table } = response.json === null ? {} : { ...response, info: state.info };
  if (!info) return;
  const load = (name) => loadRows(info, values(), name || null);
  const sides = info.view?.beside && !table ? [info.view.main, info.view.beside] : [];
  const [rows, ...parts] = await Promise.all([table, ...sides].map(load)).catch(() => [[]]);
  if (sent !== response.sent || info !== state.info) return;
  Object.assign(response, { rows, sides: parts });
  const main = info.view?.main;
  const names = [...new Set(paths(response.json))].filter((name) => name !== main).slice(0, 60);
  $("choose").hidden = names.length === 0;
  $("tables").replaceChildren(make("option", { value: "" }, main && main !== "." ? `${main} (main)` : "main"),
    ...names.map((name) => make("option", { value: name, selected: name === table }, name)));
  $("filter").value = response.filter;
  showView();
}

function showView() {
  const { info } = state;
  const bars = response.table ? null : chartColumns(info, response.rows);
  const picture = response.table ? null : pictureOf(info);
  const isSides = response.sides.length === 2 && response.sides.every((rows) => rows.length > 0);
  const names = [...(bars ? ["chart"] : []), ...(isSides ? ["sides"] : []), "table", ...(picture && !bars ? ["chart"] : []), "json"];
  // Bars are looked at as a chart first.
  const tab = names.includes(response.tab) ? response.tab : names[0];
  tabs($("views"), names, tab, (name) => { response.tab = name; remember(); showView(); });
  $("search").hidden = tab !== "table" || response.rows.length === 0;
  $("save").hidden = false;
  $("save").textContent = tab === "json" ? "JSON" : response.filter ? "CSV of all rows" : "CSV";
  $("wide").hidden = true;
  const show = {
    table: tableView,
    sides: () => {
      const isWide = response.columns === "all";
      $("wide").hidden = middleOf() === null;
      $("wide").textContent = isWide ? "Rows in the middle" : "All rows";
      return sidesView(info, info.name, ...response.sides, { middle: middleOf(), all: isWide, most: innerWidth < 760 ? 2 : 6, around: 8 });
    },
    chart: () => (bars ? candlesView(info, bars, response.rows, said()) : pictureView(picture)),
    json: () => make("div", { class: "tree" }, tree(response.json)),
  }[tab];
  $("view").replaceChildren(...above(), show());
  const section = about.sections.find((known) => known.endpoint === info.command && known.choice);
  const shown = response.json;
  if (section && tab !== "json") {
    choiceOf(section, info, values(), (params) => { fill(params); send(true); })
      .then((choice) => { if (choice && response.json === shown) $("view").prepend(choice); }).catch(() => {});
  }
}

/** Returns the values that stand above the main table. */
function above() {
  const { info } = state;
  const facts = response.table ? [] : (info.view?.facts ?? []).map((fact) => fact.split("=")).map(([path, label]) => [label ?? path, at(response.json, path), path]).filter(([, value]) => value != null);
  const text = (value, path) => (isNumber(value) && has(info.view.times, path) ? new Date(value * 1000).toISOString().slice(0, 10) : String(value));
  return facts.length ? [make("p", { class: "quiet" }, facts.map(([label, value, path]) => `${label} ${text(value, path)}`).join(" · "))] : [];
}

/** Shows the picture of the response that is shown. */
function pictureView(section) {
  const root = make("div", { class: "picture" });
  fillSection(root, section, state.info, values(), { ...said(), middle: middleOf() }, () => root.replaceChildren(nothing()))
    .catch((error) => root.replaceChildren(make("p", { class: "wrong" }, error.message)));
  return root;
}

/** Returns what the response says about its values. */
const said = () => ({ decimals: saidDecimals(state.info, response.json), zone: saidZone(state.info, response.json) });

/** Makes the table: the columns that people read first, or all. */
function tableView() {
  if (response.rows.length === 0) return quiet("This table has no rows.");
  const { info } = state;
  const { all, first } = firstColumns(info, response.rows);
  const isWide = response.columns === "all";
  const columns = isWide ? all : first;
  $("wide").hidden = all.length === first.length;
  $("wide").textContent = isWide ? `First ${first.length} columns` : `All ${all.length} columns`;
  const word = response.filter.trim().toLowerCase();
  const rows = word ? response.rows.filter((row) => columns.some((name) => String(row[name] ?? "").toLowerCase().includes(word))) : [...response.rows];
  const [down, sorted] = response.sort.startsWith("-") ? [true, response.sort.slice(1)] : [false, response.sort];
  if (sorted) {
    const compare = (a, b) => (isNumber(a) && isNumber(b) ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
    rows.sort((a, b) => (a[sorted] == null) - (b[sorted] == null) || (a[sorted] == null ? 0 : compare(a[sorted], b[sorted]) * (down ? -1 : 1)));
  }
  const words = wording(info);
  const title = (name) => ({
    attributes: { "aria-sort": sorted === name ? (down ? "descending" : "ascending") : null, title: name },
    element: make("button", { type: "button", onclick: () => { response.sort = sorted === name && !down ? `-${name}` : name; remember(); showView(); } },
      words(name), sorted === name ? (down ? " ▾" : " ▴") : ""),
  });
  const most = 2000;
  const count = rows.length > most ? `the first ${whole.format(most)} of ${whole.format(rows.length)} rows` : `${whole.format(rows.length)} rows`;
  return make("div", {}, rowsTable(info, "Rows", rows.slice(0, most), columns, { title, ...said() }), quiet(count));
}

function tree(value, name = null, depth = 0) {
  const label = name === null ? null : make("b", {}, `${name}: `);
  if (value === null || typeof value !== "object") {
    return make("div", {}, label, value === null ? make("span", { class: "null" }, "null") : JSON.stringify(value));
  }
  const members = Object.entries(value);
  const count = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  const details = make("details", { open: depth < 1 || (depth < 2 && members.length <= 12) }, make("summary", {}, label, make("span", { class: "null" }, count)));
  // Members are made once they are looked at.
  const grow = () => {
    if (details.open && details.children.length === 1) {
      details.append(...members.slice(0, 500).map(([key, member]) => tree(member, key, depth + 1)));
      if (members.length > 500) details.append(make("div", { class: "null" }, `… ${members.length - 500} more`));
    }
  };
  details.addEventListener("toggle", grow);
  grow();
  return details;
}

$("filter").addEventListener("input", () => { response.filter = $("filter").value; remember(); showView(); });
$("tables").addEventListener("change", () => { Object.assign(response, { table: $("tables").value, filter: "", sort: "" }); remember(); showTable(); });
$("wide").addEventListener("click", () => { response.columns = response.columns ? "" : "all"; remember(); showView(); });
$("save").addEventListener("click", () => {
  const isJson = $("save").textContent === "JSON";
  const more = isJson ? { format: "json" } : { format: "csv", table: response.table || null, sort: response.sort || null };
  const subjects = state.info.params.filter((param) => param.required).map((param) => values()[param.name]).filter(Boolean);
  save(ask(state.info, values(), more), `${[state.info.command, ...subjects].join("-").replaceAll(/[^\w.^=-]+/g, "-")}.${more.format}`);
});
