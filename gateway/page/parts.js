
"use strict";
const $ = (id) => document.getElementById(id);
/** What the program declares beside its catalogue. */
const about = JSON.parse($("about").textContent);
const state = { endpoints: [], info: null };

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
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

const quiet = (text) => make("p", { class: "quiet" }, text);
const endpoint = (command) => state.endpoints.find((info) => info.command === command);
const parameter = (info, name) => info.params.find((param) => param.name === name);
const isList = (param) => Boolean(param.item);

/** Returns the sections of a page whose endpoints there are. */
const sections = (page) => about.sections.filter((section) => section.page === page && endpoint(section.endpoint));

/** Returns the address of the page of an endpoint. */
function addressOf(command, params = {}) {
  const query = new URLSearchParams(params).toString();
  return `/e/${command}${query ? `?${query}` : ""}`;
}

const hasSubjects = about.sections.some((section) => section.page === "subject");
const subjectAddress = (subject) => `/s/${encodeURIComponent(subject)}`;
/** Returns a text that leads to the page of a subject, where subjects have pages. */
const linked = (subject, text = subject) => (hasSubjects ? make("a", { href: subjectAddress(subject) }, text) : text);

/** True if subjects are symbols, which have capitals. */
const areSymbols = () => state.endpoints.some((info) => info.params.some((param) => [param.type, param.item?.type].includes("ticker")));
const inCapitals = (text) => (areSymbols() ? text.toUpperCase() : text);

/** Returns the endpoints in the groups of the program, each with its name. */
function groups() {
  const all = new Map(about.groups.map((name) => [name, []]));
  for (const info of state.endpoints) {
    const name = info.group ?? "Endpoints";
    all.set(name, [...all.get(name) ?? [], info]);
  }
  return [...all].filter(([, infos]) => infos.length);
}

/** Returns the step of an arrow that is pressed, and keeps the browser from its own. */
function stepOf(event, back, on) {
  const step = { [back]: -1, [on]: 1 }[event.key];
  if (step) event.preventDefault();
  return step;
}

/** Shows tabs, one of which is selected; arrows move between them. */
function tabs(list, names, selected, choose) {
  const held = list.contains(document.activeElement);
  list.replaceChildren(...names.map((name) => make("button", {
    type: "button", role: "tab", "aria-selected": String(name === selected), tabindex: name === selected ? "0" : "-1", onclick: () => choose(name),
  }, name)));
  if (held) list.querySelector("[aria-selected=true]")?.focus();
  list.onkeydown = (event) => {
    const step = stepOf(event, "ArrowLeft", "ArrowRight");
    if (step) choose(names[(names.indexOf(selected) + step + names.length) % names.length]);
  };
}

/** Makes chips, of which one may be pressed. */
function chips(label, all, pressed, choose) {
  const buttons = all.map(({ value, text = value }) => make("button", {
    type: "button", "aria-pressed": String(value === pressed),
    onclick: () => {
      for (const button of buttons) button.setAttribute("aria-pressed", String(button === buttons[all.findIndex((one) => one.value === value)]));
      choose(value);
    },
  }, text));
  return make("div", { class: "chips", role: "group", "aria-label": label }, ...buttons);
}

/** Stops what the page that is shown listens to. */
let visit = new AbortController();

/** Asks the gateway, with the token that was given in this tab. */
function reach(address, options = {}) {
  const token = sessionStorage.getItem("token");
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return fetch(address, { ...options, headers: { ...options.headers, ...headers } });
}

/** Asks an endpoint. One that only reads takes its parameters as a query. */
function ask(info, params, more = {}, options = {}) {
  const isRead = info.method === "GET" || info.safe;
  const query = new URLSearchParams(isRead ? params : {});
  for (const [name, value] of Object.entries(more)) if (value != null) query.set(name, value);
  const sent = isRead ? {} : { method: info.method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(Object.fromEntries(new URLSearchParams(params))) };
  const text = query.toString();
  return reach(`/${info.command}${text ? `?${text}` : ""}`, { ...sent, ...options });
}

/** Returns the text of a good response; a problem is an error with its status. */
async function good(reply) {
  const text = await reply.text();
  if (reply.ok) return text;
  let problem = {};
  try { problem = JSON.parse(text); } catch { /* It is no problem document, so the status says it. */ }
  throw Object.assign(new Error(problem.detail ?? `the status is ${reply.status}`), { status: reply.status, problem });
}

/** Saves a response of the gateway as a file. A link to it would have no token. */
async function save(reply, name) {
  const link = make("a", { href: URL.createObjectURL(await (await reply).blob()), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Asks for the rows of a table of a response; of the main one where none is named. */
const loadRows = async (info, params, table) =>
  (await good(await ask(info, params, { format: "jsonl", table }))).split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** The responses that the page shown has asked for: several of its parts may need the same. */
const asked = new Map();

function once(key, load) {
  if (!asked.has(key)) asked.set(key, load().catch((error) => { asked.delete(key); throw error; }));
  return asked.get(key);
}

const rowsOf = (info, params, table) => once(`${info.command} ${new URLSearchParams(params)} ${table}`, () => loadRows(info, params, table));

/** Returns a whole response. */
const wholeOf = (info, params) => once(`${info.command} ${new URLSearchParams(params)}`, async () =>
  JSON.parse(await good(await ask(info, params, { format: "json" }))));

/** Returns the value at a path such as `meta.currency`; lists on the way stand for their first item. */
function at(value, path) {
  return path.split(".").filter(Boolean).reduce((known, name) => (Array.isArray(known) ? known[0] : known)?.[name], value);
}
