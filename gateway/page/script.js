
"use strict";
const $ = (id) => document.getElementById(id);
const state = { endpoints: [], info: null, view: "table", language: "curl", json: null, rows: [], sort: null, table: "", sent: 0 };

/** Makes an element with attributes and children; strings become text and never markup. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Makes paragraphs of the Markdown that docs have: paragraphs and code. */
function prose(text) {
  return text.trim().split(/\n\s*\n/).map((paragraph) => {
    const parts = paragraph.replace(/\s+/g, " ").split("`");
    return make("p", {}, ...parts.map((part, index) => (index % 2 ? make("code", {}, part) : part)));
  });
}

const summary = (doc) => doc.trim().split("\n")[0].replace(/`/g, "");
const isList = (param) => /^list|\[\]$/i.test(param.type) || Boolean(param.items);

// The list of endpoints.

function showList() {
  const word = $("find").value.trim().toLowerCase();
  const found = state.endpoints.filter((info) => !word || `${info.name} ${info.command} ${info.doc}`.toLowerCase().includes(word));
  // Names go before docs.
  const inName = (info) => info.command.includes(word) || info.name.toLowerCase().includes(word);
  found.sort((a, b) => (word ? inName(b) - inName(a) : 0));
  $("list").replaceChildren(...found.map((info) => make("li", {}, make("a", {
    href: `/#/${info.command}`, "aria-current": info === state.info ? "page" : null,
  }, info.command, make("small", {}, summary(info.doc))))));
  $("nothing").hidden = found.length > 0;
}

function moveInList(event) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = [...$("list").querySelectorAll("a")];
  const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  (next < 0 ? $("find") : links[Math.min(next, links.length - 1)])?.focus();
}

// The form.

function field(param) {
  const id = `p-${param.name}`;
  const values = param.values ?? [];
  const limits = [
    param.min != null && `at least ${param.min}`, param.max != null && `at most ${param.max}`,
    param.max_length != null && (isList(param) ? `at most ${param.max_length} values` : `at most ${param.max_length} characters`),
  ].filter(Boolean).join(", ");
  let input;
  if (values.length && values.length <= 40 && !isList(param) && !param.other) {
    input = make("select", { id }, make("option", { value: "" }, param.default ? `${param.default} (default)` : "–"),
      ...values.map((value) => make("option", { value: value.value, title: summary(value.doc ?? "") }, value.value)));
  } else if (param.type === "boolean") {
    input = make("select", { id }, make("option", { value: "" }, `${param.default ?? "–"}${param.default ? " (default)" : ""}`),
      make("option", { value: "true" }, "true"), make("option", { value: "false" }, "false"));
  } else {
    const list = values.length ? `${id}-values` : null;
    const hint = /example `([^`]+)`/.exec(param.doc)?.[1];
    input = make("input", {
      id, list, autocomplete: "off", spellcheck: "false", autocapitalize: "none", placeholder: param.default ?? hint ?? "",
      inputmode: /integer|number/.test(param.type) ? "decimal" : null,
    });
    if (list) input = make("span", {}, input, make("datalist", { id: list }, ...values.map((value) => make("option", { value: value.value }))));
  }
  const control = input.id ? input : input.firstChild;
  control.setAttribute("aria-describedby", `${id}-doc`);
  if (param.required) control.setAttribute("aria-required", "true");
  return make("div", { class: "field", "data-name": param.name },
    make("label", { for: id }, param.name, make("span", { class: "quiet" }, param.required ? " required" : "")),
    input,
    make("p", { id: `${id}-doc` }, [summary(param.doc), limits && `(${limits})`].filter(Boolean).join(" ")),
    make("p", { class: "wrong", hidden: true }));
}

function values() {
  const found = {};
  for (const param of state.info.params) {
    const value = $(`p-${param.name}`)?.value.trim();
    if (value) found[param.name] = value;
  }
  return found;
}

function fill(params) {
  for (const param of state.info.params) {
    const input = $(`p-${param.name}`);
    if (!input) continue;
    const value = params[param.name];
    const text = value == null ? "" : Array.isArray(value) ? value.join(",") : String(value);
    // A value that is none of the list is sent, too: the gateway says what is wrong with it.
    if (input.tagName === "SELECT" && ![...input.options].some((option) => option.value === text)) input.append(make("option", { value: text }, text));
    input.value = text;
  }
  mark([]);
  showCode();
}

/** Puts the errors of parameters at their places, and returns those without one. */
function mark(faults) {
  for (const element of $("form").querySelectorAll(".field")) {
    const own = faults.filter((fault) => fault.parameter === element.dataset.name);
    const wrong = element.querySelector(".wrong");
    wrong.textContent = own.map((fault) => fault.detail).join("; ");
    wrong.hidden = own.length === 0;
    const input = element.querySelector("input, select");
    if (own.length) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
  }
  return faults.filter((fault) => !$(`p-${fault.parameter}`));
}

function showEndpoint(info) {
  state.info = info;
  // Bars are looked at as a chart first.
  Object.assign(state, { json: null, rows: [], sort: null, table: "", view: info.view?.chart?.length ? "chart" : "table" });
  document.title = `${info.command} – ${$("name").textContent}`;
  $("start").hidden = true;
  $("endpoint").hidden = false;
  $("title").textContent = info.name;
  $("doc").replaceChildren(...prose(info.doc));
  const first = info.params.filter((param, index) => param.required || index < 6);
  const rest = info.params.filter((param) => !first.includes(param));
  $("fields").replaceChildren(...first.map(field));
  $("more").hidden = rest.length === 0;
  $("more").querySelector("summary").textContent = `${rest.length} more parameters`;
  $("more").querySelector(".fields").replaceChildren(...rest.map(field));
  $("examples").replaceChildren(...(info.examples ?? []).map((example) => make("button", {
    type: "button", title: summary(example.doc), onclick: () => { fill(example.params ?? {}); send(); },
  }, example.name.replaceAll("_", " "))));
  $("result").hidden = true;
  $("facts").textContent = "";
  showList();
  showCode();
}

// The request in code.

function target(format) {
  const { info } = state;
  const query = new URLSearchParams(info.method === "GET" ? values() : {});
  const path = `/${info.command}`;
  if (format) query.set("format", format);
  if (state.table && format !== "json") query.set("table", state.table);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

const quoted = (text) => (/^[\w.,:@%+=/^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function code() {
  const { info } = state;
  const given = values();
  const address = location.origin + target();
  const body = info.method === "GET" ? null : JSON.stringify(given);
  const example = (info.examples ?? []).find((known) => {
    const text = (value) => (Array.isArray(value) ? value.join(",") : String(value));
    const params = Object.entries(known.params ?? {});
    return params.length === Object.keys(given).length && params.every(([name, value]) => given[name] === text(value));
  });
  const shell = [$("name").textContent, info.command];
  for (const param of info.params) {
    if (given[param.name] == null) continue;
    if (param.required) shell.push(quoted(given[param.name]));
    else shell.push(`--${param.name.replaceAll("_", "-")}`, quoted(given[param.name]));
  }
  const all = {
    curl: body ? `curl -X ${info.method} '${address}' -H 'Content-Type: application/json' -d ${quoted(body)}` : `curl '${address}'`,
    shell: shell.join(" "),
    python: body
      ? `import requests\n\nreply = requests.request("${info.method}", "${address}", json=${body})\nreply.raise_for_status()\nprint(reply.json())`
      : `import pandas\n\nprint(pandas.read_csv("${location.origin}${target("csv")}"))`,
  };
  if (example?.rust) all.rust = `let response = client.request(&${example.rust}).await?;`;
  return all;
}

function showCode() {
  if (!state.info) return;
  const all = code();
  if (!all[state.language]) state.language = "curl";
  tabs($("languages"), Object.keys(all), state.language, (language) => { state.language = language; showCode(); });
  $("code").textContent = all[state.language];
}

/** Shows tabs, one of which is selected; arrows move between them. */
function tabs(list, names, selected, choose) {
  const held = list.contains(document.activeElement);
  list.replaceChildren(...names.map((name) => make("button", {
    type: "button", role: "tab", "aria-selected": String(name === selected), tabindex: name === selected ? "0" : "-1", onclick: () => choose(name),
  }, name)));
  if (held) list.querySelector("[aria-selected=true]")?.focus();
  list.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) choose(names[(names.indexOf(selected) + step + names.length) % names.length]);
  };
}

// Sending.

/** Asks the gateway, with the token that was given in this tab. */
function reach(address, options = {}) {
  const token = sessionStorage.getItem("token");
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return fetch(address, { ...options, headers: { ...options.headers, ...headers } });
}

function ask(format) {
  const { info } = state;
  const options = info.method === "GET" ? {} : {
    method: info.method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(values()),
  };
  return reach(target(format), options);
}

async function send() {
  const number = ++state.sent;
  document.body.classList.add("busy");
  $("facts").textContent = "Sending …";
  remember();
  const start = performance.now();
  try {
    const reply = await ask("json");
    const text = await reply.text();
    if (number !== state.sent) return;
    const took = Math.round(performance.now() - start);
    $("facts").textContent = `${reply.status} · ${took} ms · ${new Intl.NumberFormat("en").format(text.length)} characters`;
    $("result").hidden = false;
    if (!reply.ok) return failed(JSON.parse(text));
    mark([]);
    $("problem").hidden = true;
    state.json = JSON.parse(text);
    showBeside(reply.headers);
    await showTable(number);
  } catch (error) {
    if (number === state.sent) failed({ title: "The gateway cannot be reached", detail: String(error.message ?? error) });
  } finally {
    if (number === state.sent) document.body.classList.remove("busy");
  }
}

function failed(problem) {
  const others = mark(problem.faults ?? []);
  const marked = (problem.faults ?? []).length > others.length;
  state.json = null;
  state.rows = [];
  for (const id of ["choose", "search", "save", "beside"]) $(id).hidden = true;
  $("views").replaceChildren();
  $("view").replaceChildren();
  $("problem").hidden = false;
  $("problem").replaceChildren(make("strong", {}, problem.title ?? "Error"), make("p", {}, problem.detail ?? ""));
  if (marked) $("form").querySelector("[aria-invalid]")?.focus();
}

function showBeside(headers) {
  const facts = [
    ["source", headers.get("x-source")], ["notes", headers.get("x-notes")], ["age", headers.get("age") && `${headers.get("age")} s`],
    ["fresh", headers.get("cache-control")], ["entity tag", headers.get("etag")], ["request", headers.get("x-request-id")],
  ].filter(([, value]) => value);
  $("beside").hidden = facts.length === 0;
  const text = (value) => { try { return decodeURIComponent(value); } catch { return value; } };
  $("beside").querySelector("dl").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, text(value))]));
}

/** Returns the paths of lists and objects of lists in a response, which can be tables. */
function paths(value, path = "", depth = 0) {
  if (value == null || typeof value !== "object" || depth > 3) return [];
  if (Array.isArray(value)) return path && value.some((item) => item && typeof item === "object") ? [path] : [];
  const members = Object.entries(value);
  const own = path && members.some(([, member]) => Array.isArray(member) && member.some((item) => typeof item !== "object" || item === null)) ? [path] : [];
  return own.concat(members.flatMap(([name, member]) => paths(member, path ? `${path}.${name}` : name, depth + 1)));
}

async function showTable(number = state.sent) {
  const reply = await ask("jsonl");
  const text = await reply.text();
  if (number !== state.sent) return;
  state.rows = reply.ok ? text.split("\n").filter(Boolean).map((line) => JSON.parse(line)) : [];
  state.sort = null;
  $("filter").value = "";
  const main = state.info.view?.main;
  const names = [...new Set(paths(state.json))].filter((name) => name !== main).slice(0, 60);
  $("choose").hidden = names.length === 0;
  $("tables").replaceChildren(make("option", { value: "" }, main && main !== "." ? `${main} (main)` : "main"),
    ...names.map((name) => make("option", { value: name, selected: name === state.table }, name)));
  showView();
}

// Views.

function showView() {
  const bars = chartColumns();
  const picture = state.table ? null : pictureOf(state.info);
  const names = ["table", ...(bars || picture ? ["chart"] : []), "json"];
  if (!names.includes(state.view)) state.view = "table";
  tabs($("views"), names, state.view, (view) => { state.view = view; showView(); });
  $("search").hidden = state.view !== "table" || state.rows.length === 0;
  $("save").hidden = state.view === "json";
  const show = { table: tableView, chart: () => (bars ? chartView(bars, state.rows) : pictureView(picture)), json: () => make("div", { class: "tree" }, tree(state.json)) }[state.view];
  $("view").replaceChildren(show());
  $("view").querySelector("canvas")?.dispatchEvent(new Event("draw"));
}

const isNumber = (value) => typeof value === "number";
const format = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });
const percents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const prices = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

function shown(name, value, info = state.info) {
  if (value == null) return make("span", { class: "null" }, "–");
  if (isNumber(value)) {
    const member = name.split(".").at(-1);
    const isOf = (kind) => info.view?.[kind]?.includes(member);
    const percent = isOf("percents") ? value : isOf("fractions") ? value * 100 : null;
    const text = percent !== null ? `${percents.format(percent)} %` : (isOf("prices") ? prices : format).format(value);
    const sign = /change|surprise/i.test(name) && value !== 0 ? (value > 0 ? "up" : "down") : null;
    return make("span", { class: sign, title: String(value) }, text);
  }
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

function tableView() {
  if (state.rows.length === 0) return make("p", { class: "quiet" }, "This table has no rows.");
  const all = Object.keys(state.rows[0]);
  const wanted = state.table ? [] : state.info.view?.columns ?? [];
  const rank = (name) => (wanted.includes(name) ? wanted.indexOf(name) : wanted.length);
  const columns = [...all].sort((a, b) => rank(a) - rank(b) || all.indexOf(a) - all.indexOf(b))
    .filter((name) => state.rows.some((row) => row[name] != null));
  const word = $("filter").value.trim().toLowerCase();
  let rows = word ? state.rows.filter((row) => columns.some((name) => String(row[name] ?? "").toLowerCase().includes(word))) : [...state.rows];
  if (state.sort) {
    const { name, down } = state.sort;
    const compare = (a, b) => (isNumber(a) && isNumber(b) ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
    rows.sort((a, b) => (a[name] == null) - (b[name] == null) || (a[name] == null ? 0 : compare(a[name], b[name]) * (down ? -1 : 1)));
  }
  const most = 2000;
  const numeric = Object.fromEntries(columns.map((name) => [name, state.rows.some((row) => isNumber(row[name]))]));
  const head = columns.map((name) => {
    const sorted = state.sort?.name === name;
    return make("th", { scope: "col", class: numeric[name] ? "number" : null, "aria-sort": sorted ? (state.sort.down ? "descending" : "ascending") : null },
      make("button", { type: "button", onclick: () => { state.sort = { name, down: sorted && !state.sort.down }; showView(); } },
        name, sorted ? (state.sort.down ? " ▾" : " ▴") : ""));
  });
  const body = rows.slice(0, most).map((row) => make("tr", {}, ...columns.map((name) => make("td", { class: numeric[name] ? "number" : null }, shown(name, row[name])))));
  const count = rows.length > most ? `the first ${format.format(most)} of ${format.format(rows.length)} rows` : `${format.format(rows.length)} rows`;
  return make("div", {},
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows" },
      make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body))),
    make("p", { class: "quiet" }, count));
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

// The chart.

/** Returns the columns of the bars that the rows have: time, open, high, low, close, volume. */
function chartColumns() {
  const columns = state.info.view?.chart;
  return columns?.length >= 5 && !state.table && state.rows.some((row) => isNumber(row[columns[4]])) ? columns : null;
}

function chartView([time, open, high, low, close, volume], rows) {
  const bars = rows.filter((row) => isNumber(row[close]));
  const canvas = make("canvas", { tabindex: "0", role: "img", "aria-label": `Candles of ${bars.length} bars; arrows move, plus and minus zoom` });
  const reading = make("div", { class: "reading", "aria-live": "polite" });
  const range = { from: 0, to: bars.length };
  let at = bars.length - 1;
  let grip = null;
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const span = () => range.to - range.from;

  function read() {
    const bar = bars[at];
    if (!bar) return;
    const parts = [String(bar[time]), ...[["O", open], ["H", high], ["L", low], ["C", close], ["V", volume]]
      .filter(([, column]) => bar[column] != null).map(([label, column]) => `${label} ${(column === volume ? format : prices).format(bar[column])}`)];
    const before = bars[at - 1]?.[close];
    const change = before ? ((bar[close] - before) / before) * 100 : null;
    reading.replaceChildren(...parts.map((part) => make("span", {}, part)),
      change === null ? "" : make("span", { class: change < 0 ? "down" : "up" }, `${change < 0 ? "▼" : "▲"} ${Math.abs(change).toFixed(2)} %`));
  }

  function draw() {
    const ratio = devicePixelRatio || 1;
    const { width, height } = canvas.getBoundingClientRect();
    if (!width) return;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.font = "12px system-ui, sans-serif";
    const part = bars.slice(range.from, range.to);
    // Bars that share a pixel are drawn together.
    const right = 66, bottom = 22, top = 10;
    const inner = { width: width - right - 8, height: height - bottom - top };
    const per = Math.max(1, Math.ceil(part.length / (inner.width / 2)));
    const groups = [];
    for (let index = 0; index < part.length; index += per) {
      const group = part.slice(index, index + per);
      const last = group[group.length - 1];
      groups.push({
        open: group[0][open] ?? group[0][close], close: last[close], time: String(group[0][time]),
        high: Math.max(...group.map((bar) => bar[high] ?? bar[close])), low: Math.min(...group.map((bar) => bar[low] ?? bar[close])),
        volume: group.reduce((sum, bar) => sum + (bar[volume] ?? 0), 0),
      });
    }
    if (!groups.length) return;
    let [least, most] = [Math.min(...groups.map((bar) => bar.low)), Math.max(...groups.map((bar) => bar.high))];
    const pad = (most - least || Math.abs(most) || 1) * 0.05;
    least -= pad; most += pad;
    const prices = inner.height * 0.78;
    const y = (price) => top + prices * (1 - (price - least) / (most - least));
    const step = inner.width / groups.length;
    const x = (index) => 8 + step * (index + 0.5);
    pen.strokeStyle = style("--line");
    pen.fillStyle = style("--quiet");
    pen.textBaseline = "middle";
    const unit = 10 ** Math.floor(Math.log10((most - least) / 4));
    const tick = [1, 2, 5, 10].map((factor) => factor * unit).find((size) => (most - least) / size <= 6) ?? unit * 10;
    const decimals = Math.max(0, -Math.floor(Math.log10(tick)));
    for (let price = Math.ceil(least / tick) * tick; price < most; price += tick) {
      pen.beginPath(); pen.moveTo(8, y(price)); pen.lineTo(width - right, y(price)); pen.stroke();
      pen.fillText(price.toFixed(Math.min(decimals, 8)), width - right + 8, y(price));
    }
    const greatest = Math.max(...groups.map((bar) => bar.volume), 1);
    const every = Math.max(1, Math.ceil(110 / step));
    groups.forEach((bar, index) => {
      const colour = style(bar.close < bar.open ? "--down" : "--up");
      pen.fillStyle = pen.strokeStyle = colour;
      pen.beginPath(); pen.moveTo(x(index), y(bar.high)); pen.lineTo(x(index), y(bar.low)); pen.stroke();
      const thick = Math.max(1, Math.min(step * 0.7, 14));
      const [up, down] = [y(Math.max(bar.open, bar.close)), y(Math.min(bar.open, bar.close))];
      pen.fillRect(x(index) - thick / 2, up, thick, Math.max(1, down - up));
      pen.globalAlpha = 0.35;
      const tall = (inner.height - prices - 8) * (bar.volume / greatest);
      pen.fillRect(x(index) - thick / 2, top + inner.height - tall, thick, tall);
      pen.globalAlpha = 1;
      if (index % every === 0 && x(index) < width - right - 40) {
        pen.fillStyle = style("--quiet");
        pen.textAlign = "left";
        pen.fillText(bar.time.slice(0, step * per > 400 ? 16 : 10), Math.max(8, x(index) - 4), height - bottom / 2);
      }
    });
    pen.fillStyle = style("--quiet");
    pen.textAlign = "left";
    const short = new Intl.NumberFormat("en", { notation: "compact" });
    pen.fillText(short.format(greatest), width - right + 8, top + prices + 14);
    if (at >= range.from && at < range.to) {
      const place = x(Math.floor((at - range.from) / per));
      pen.strokeStyle = style("--quiet");
      pen.setLineDash([3, 3]);
      pen.beginPath(); pen.moveTo(place, top); pen.lineTo(place, top + inner.height); pen.stroke();
      pen.setLineDash([]);
    }
    read();
  }

  let planned = 0;
  const plan = () => { cancelAnimationFrame(planned); planned = requestAnimationFrame(draw); };
  const clamp = () => {
    const size = Math.max(5, Math.min(bars.length, Math.round(span())));
    range.from = Math.max(0, Math.min(Math.round(range.from), bars.length - size));
    range.to = range.from + size;
  };
  const zoom = (factor, middle) => {
    const place = range.from + span() * middle;
    const size = span() * factor;
    range.from = place - size * middle;
    range.to = range.from + size;
    clamp();
    plan();
  };
  const barAt = (event) => {
    const { left, width } = canvas.getBoundingClientRect();
    return Math.min(range.to - 1, Math.max(range.from, range.from + Math.floor(((event.clientX - left - 8) / (width - 74)) * span())));
  };
  canvas.addEventListener("draw", plan);
  canvas.addEventListener("pointermove", (event) => {
    if (grip) {
      const moved = Math.round(((grip.x - event.clientX) / canvas.clientWidth) * span());
      const size = span();
      range.from = grip.from + moved;
      range.to = range.from + size;
      clamp();
    } else at = barAt(event);
    plan();
  });
  canvas.addEventListener("pointerdown", (event) => { grip = { x: event.clientX, from: range.from }; canvas.setPointerCapture(event.pointerId); });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { grip = null; });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, (barAt(event) - range.from) / Math.max(1, span()));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      at = Math.min(bars.length - 1, Math.max(0, at + step));
      if (at < range.from || at >= range.to) { const size = span(); range.from = at - size / 2; range.to = range.from + size; clamp(); }
      plan();
    } else if (event.key === "+" || event.key === "=") zoom(1 / 1.3, 0.5);
    else if (event.key === "-") zoom(1.3, 0.5);
    else return;
    event.preventDefault();
  });
  new ResizeObserver(plan).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", plan);
  return make("div", {}, reading, canvas);
}

// Addresses: #/history?ticker=IBM

function remember() {
  const query = new URLSearchParams(values()).toString();
  const address = `#/${state.info.command}${query ? `?${query}` : ""}`;
  if (location.hash !== address) history.pushState(null, "", address);
}

/** Leaves the page that is shown beside endpoints. */
let leave = () => {};

function show(page) {
  leave();
  leave = () => {};
  $("endpoint").hidden = page;
  $("other").hidden = !page;
  $("start").hidden = true;
  for (const link of $("pages").children) link.removeAttribute("aria-current");
}

function route() {
  const [command, query] = location.hash.slice(2).split("?");
  const params = Object.fromEntries(new URLSearchParams(query ?? ""));
  $("side").classList.remove("open");
  $("menu").setAttribute("aria-expanded", "false");
  const subject = /^\/s\/(.+)$/.exec(location.pathname);
  const page = subject ? "subject" : others()[command] && !state.endpoints.some((info) => info.command === command) ? command : null;
  if (page) {
    show(true);
    state.info = null;
    showList();
    [...$("pages").children].find((link) => link.dataset.page === page)?.setAttribute("aria-current", "page");
    if (page !== "subject") document.title = `${page} – ${$("name").textContent}`;
    leave = subject ? subjectPage($("other"), decodeURIComponent(subject[1]).toUpperCase()) : others()[page]($("other"), params);
    return;
  }
  show(false);
  const info = state.endpoints.find((known) => known.command === command) ?? state.endpoints[0];
  if (!info) return;
  if (info !== state.info) showEndpoint(info);
  fill(params);
  if (query) send();
}

async function begin() {
  const reply = await reach("/catalogue.json");
  if (!reply.ok) {
    const problem = await reply.json();
    $("start").textContent = problem.detail;
    $("enter").hidden = reply.status !== 401;
    return;
  }
  $("enter").hidden = true;
  state.endpoints = (await reply.json()).endpoints;
  showPages();
  showList();
  route();
}

$("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem("token", $("token").value.trim());
  begin();
});
$("find").addEventListener("input", showList);
$("side").addEventListener("keydown", moveInList);
$("find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const found = $("list").querySelector("a");
  if (found) found.click();
  // What is no endpoint may be a symbol.
  else if (sections().length && $("find").value.trim()) location.assign(`/s/${encodeURIComponent($("find").value.trim().toUpperCase())}`);
});
$("form").addEventListener("submit", (event) => { event.preventDefault(); state.table = ""; send(); });
$("form").addEventListener("input", showCode);
$("clear").addEventListener("click", () => { fill({}); $("form").querySelector("input, select")?.focus(); });
$("filter").addEventListener("input", () => { const { value } = $("filter"); $("view").replaceChildren(tableView()); $("filter").value = value; });
$("tables").addEventListener("change", () => { state.table = $("tables").value; showTable(); });
$("save").addEventListener("click", async () => {
  const reply = await ask("csv");
  const link = make("a", { href: URL.createObjectURL(await reply.blob()), download: `${state.info.command}.csv` });
  link.click();
  URL.revokeObjectURL(link.href);
});
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("code").textContent);
  $("copy").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
});
$("help").addEventListener("click", () => $("keys").showModal());
$("menu").addEventListener("click", () => {
  const open = $("side").classList.toggle("open");
  $("menu").setAttribute("aria-expanded", String(open));
});
document.addEventListener("keydown", (event) => {
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") { event.preventDefault(); $("side").classList.add("open"); $("find").focus(); }
  if (event.key === "?") $("keys").showModal();
});
window.addEventListener("popstate", route);
window.addEventListener("hashchange", route);
