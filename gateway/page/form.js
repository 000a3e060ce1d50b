// The page of an endpoint: its form, and the request in code.

/** The response that is shown, and how. What people choose of it is in the address. */
const response = { json: null, rows: [], sides: [], notes: "", sent: 0, language: "curl", table: "", tab: "", filter: "", sort: "", columns: "" };
const CHOSEN = ["table", "tab", "filter", "sort", "columns"];

function showList() {
  const item = (info) => make("li", {}, make("a", { href: addressOf(info.command), "aria-current": info === state.info ? "page" : null, title: summary(info.doc) }, info.command));
  $("list").replaceChildren(...groups().flatMap(([name, all]) => [make("h2", {}, name), make("ul", {}, ...all.map(item))]));
}

function moveInList(event) {
  const step = stepOf(event, "ArrowUp", "ArrowDown");
  if (!step) return;
  const links = [...$("list").querySelectorAll("a")];
  links[Math.max(0, Math.min(links.length - 1, links.indexOf(document.activeElement) + step))]?.focus();
}

function field(param) {
  const id = `p-${param.name}`;
  const values = param.type === "boolean" ? [{ value: "true" }, { value: "false" }] : param.values ?? [];
  const limits = [
    param.min != null && `at least ${param.min}`, param.max != null && `at most ${param.max}`,
    param.max_length != null && (isList(param) ? `at most ${param.max_length} values` : `at most ${param.max_length} characters`),
  ].filter(Boolean).join(", ");
  let input;
  if (values.length && values.length <= 40 && !isList(param) && !param.other) {
    input = make("select", { id }, make("option", { value: "" }, param.default != null ? `${param.default} (default)` : "–"),
      ...values.map((value) => make("option", { value: value.value, title: summary(value.doc ?? "") }, value.value)));
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
    // A value that the list lacks is sent, too: the gateway says what is wrong with it.
    if (input.tagName === "SELECT" && ![...input.options].some((option) => option.value === text)) input.append(make("option", { value: text }, text));
    input.value = text;
  }
  mark([]);
  showCode();
}

/** Puts the errors of parameters at their places, and returns the others. */
function mark(faults) {
  for (const element of $("form").querySelectorAll(".field")) {
    const own = faults.filter((fault) => fault.parameter === element.dataset.name);
    const wrong = element.querySelector(".wrong");
    // The lines below have marks, for which a field is too narrow.
    wrong.textContent = own.map((fault) => fault.detail.split("\n")[0]).join("; ");
    wrong.hidden = own.length === 0;
    const input = element.querySelector("input, select");
    if (own.length) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
    if (own.length) element.closest("details")?.setAttribute("open", "");
  }
  return faults.filter((fault) => !$(`p-${fault.parameter}`));
}

function showEndpoint(info) {
  state.info = info;
  Object.assign(response, { json: null, rows: [] });
  $("title").textContent = info.name;
  const [first, ...rest] = prose(info.doc);
  $("summary").replaceChildren(first);
  $("doc").replaceChildren(...rest);
  const params = info.params.filter((param, index) => param.required || index < 6);
  const others = info.params.filter((param) => !params.includes(param));
  $("fields").replaceChildren(...params.map(field));
  $("more").hidden = others.length === 0;
  $("more").querySelector("summary").textContent = `${others.length} more parameters`;
  $("more").querySelector(".fields").replaceChildren(...others.map(field));
  $("examples").replaceChildren(...(info.examples ?? []).map((example) => make("button", {
    type: "button", title: summary(example.doc), onclick: () => { fill(example.params ?? {}); send(true); },
  }, example.name.replaceAll("_", " "))));
  $("result").hidden = true;
  $("facts").textContent = "";
  showList();
  showCode();
}

function showCode() {
  if (!state.info) return;
  const all = codeOf(state.info, values(), $("name").textContent);
  tabs($("languages"), Object.keys(all), response.language, (language) => { response.language = language; showCode(); });
  $("code").textContent = all[response.language];
}

/** Shows the page of an endpoint as its address says it. */
function endpointPage(info, params, isSent) {
  const isNew = info !== state.info;
  if (isNew) showEndpoint(info);
  const chosen = new URLSearchParams(location.hash.slice(1));
  for (const name of CHOSEN) response[name] = chosen.get(name) ?? "";
  const isSame = !isNew && response.json !== null && new URLSearchParams(values()).toString() === new URLSearchParams(params).toString();
  if (isSame) return showTable();
  fill(params);
  if (isSent) send(); else $("result").hidden = true;
}

$("form").addEventListener("submit", (event) => { event.preventDefault(); send(true); });
$("form").addEventListener("input", showCode);
$("clear").addEventListener("click", () => { fill({}); $("form").querySelector("input, select")?.focus(); });
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("code").textContent);
  $("copy").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
});
$("list").addEventListener("keydown", moveInList);
