// Values for people: names, numbers, times, and tables of them, as the view of an endpoint declares.

const isNumber = (value) => typeof value === "number";
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

const fixed = new Map();
/** Returns the format of numbers with that many decimals. */
function withDecimals(count) {
  if (!fixed.has(count)) fixed.set(count, new Intl.NumberFormat("en", { minimumFractionDigits: count, maximumFractionDigits: count }));
  return fixed.get(count);
}

/** Returns the function that words the columns of an endpoint. */
function wording(info) {
  const labels = Object.fromEntries((info.view?.labels ?? []).map((label) => label.split("=")));
  const split = (name) => name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").replace(/[_.]/g, " ")
    .split(" ").map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase())).join(" ");
  return (name) => labels[name] ?? split(name);
}

const has = (list, name) => Boolean(list) && (list.includes(name) || list.includes(name.split(".").at(-1)));

const decimalsOf = (value) => (Number.isInteger(value) ? 0 : /e-/.test(value) ? 8 : (String(value).split(".")[1] ?? "").length);

/** Returns the number of decimals of prices: as many as is said, or more where they leave fewer than two digits. */
function priceDecimals(values, said) {
  const greatest = Math.max(0, ...values.map(Math.abs));
  if (greatest === 0 || 10 * 0.1 ** said <= greatest || greatest < 1e-8) return said;
  const most = Math.min(8, 3 - Math.floor(Math.log10(greatest)));
  return Math.max(said, ...values.map((value) => decimalsOf(Number(value.toFixed(most)))));
}

/** Returns the function that words the values of a column, all with as many decimals. */
function formatOf(info, name, values, { decimals, short = false } = {}) {
  const view = info.view ?? {};
  const numbers = values.filter(isNumber);
  const needed = (list, most) => Math.min(most, Math.max(0, ...list.map(decimalsOf)));
  if (has(view.percents, name) || has(view.fractions, name)) {
    const factor = has(view.fractions, name) ? 100 : 1;
    const format = withDecimals(needed(numbers.map((value) => Math.round(value * factor * 1e6) / 1e6), 2));
    return (value) => `${format.format(value * factor)} %`;
  }
  if (has(view.prices, name)) {
    const format = withDecimals(priceDecimals(numbers, decimals ?? 2));
    return (value) => format.format(value);
  }
  const isYear = numbers.length > 0 && numbers.every((value) => Number.isInteger(value) && value >= 1900 && value <= 2100);
  // On a card two decimals are enough, but for what is less than one.
  const format = withDecimals(needed(numbers, short && numbers.every((value) => Math.abs(value) >= 1) ? 2 : 4));
  return (value) => (isYear ? String(value) : short && Math.abs(value) >= 1e5 ? compact.format(value) : format.format(value));
}

const clocks = new Map();
/** Returns the clock of a time zone; null where the browser does not know the zone. */
function clockOf(zone) {
  const style = { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" };
  if (!clocks.has(zone)) try { clocks.set(zone, new Intl.DateTimeFormat("en-US", style)); } catch { clocks.set(zone, null); }
  return clocks.get(zone);
}

/** Returns the day, the time and the zone of a text, in the time zone of a name where it is an instant of UTC; days are days. */
function momentOf(text, zone) {
  const [, day, time, offset] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  if (!day) return null;
  const clock = zone && offset === "Z" ? clockOf(zone) : null;
  if (!clock) return [day, time, offset === "Z" ? "UTC" : offset];
  const part = Object.fromEntries(clock.formatToParts(new Date(text)).map(({ type, value }) => [type, value]));
  return [`${part.year}-${part.month}-${part.day}`, `${part.hour}:${part.minute}`, part.timeZoneName];
}

/** Returns a time with its zone; days are days. */
const timeText = (text, zone) => momentOf(text, zone)?.filter(Boolean).join(" ") ?? null;

/** Makes the words of a change with its arrow and its colour. */
const moved = (change, words) => make("span", { class: change > 0 ? "up" : change < 0 ? "down" : null }, change > 0 ? "▲ " : change < 0 ? "▼ " : "", words);

/** Makes the element of a value. */
function shown(info, name, value, words, { isCell = false, zone } = {}) {
  if (value == null) return make("span", { class: "null" }, "–");
  if (isNumber(value)) {
    const sign = /change|surprise|growth/i.test(name) && value !== 0 ? (value > 0 ? "up" : "down") : null;
    return make("span", { class: sign, title: String(value) }, words(value));
  }
  if (value === true || value === false) return value ? "yes" : "no";
  if (typeof value === "object") return Array.isArray(value) && value.every((item) => typeof item !== "object") ? value.join(", ") : JSON.stringify(value);
  const text = String(value);
  if (has(about.linked, name)) return linked(text);
  // An address of a host is a link only if it is one of the web.
  if (/^https?:\/\/\S+$/.test(text)) {
    const name = text.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
    return make("a", { href: text, rel: "noreferrer noopener", target: "_blank" }, isCell || name.length > 40 ? "open" : name);
  }
  return timeText(text, zone) ?? text;
}

/** Returns the decimals of prices of a row or of a whole response, where it says them. */
function saidDecimals(info, value) {
  const path = info.view?.decimals;
  const said = path && value ? at(value, path) ?? at(value, path.split(".").at(-1)) : null;
  return Number.isInteger(said) && said >= 0 ? Math.min(said, 8) : undefined;
}

/** Returns the name of the time zone of a row or of a whole response, where it says it. */
function saidZone(info, value) {
  const path = info.view?.zone;
  return path && value ? at(value, path) ?? at(value, path.split(".").at(-1)) : undefined;
}

/** Makes a table in a box that scrolls. A column is right-aligned if it has numbers. */
function grid(label, head, rows) {
  const numeric = head.map((title, index) => title.attributes?.class === "number" || rows.some((row) => row[index]?.isNumber));
  const cell = (value, index) => make("td", { class: numeric[index] ? "number" : null }, value?.element ?? value);
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, make("table", {},
    make("thead", {}, make("tr", {}, ...head.map((title, index) => make("th", { scope: "col", class: numeric[index] ? "number" : null, ...title.attributes },
      title.element ?? make("span", {}, title))))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((value, index) => (value?.isHead ? make("th", { scope: "row" }, value.element) : cell(value, index))))))));
}

const cellOf = (info, name, value, words, zone) => ({ isNumber: isNumber(value), element: shown(info, name, value, words, { isCell: true, zone }) });

/** Makes the table of rows, whose columns have names. Where the view has the heads of columns in a member, rows are columns. */
function rowsTable(info, label, rows, names, { decimals, short, zone, title = (name) => wording(info)(name) } = {}) {
  const said = (row) => saidDecimals(info, row) ?? decimals;
  const head = info.view?.head;
  if (head && rows.some((row) => row[head] != null)) {
    const heads = rows.map((row) => ({ element: make("span", {}, timeText(String(row[head] ?? "")) ?? String(row[head] ?? "–")), attributes: { class: "number" } }));
    return grid(label, [title(head), ...heads], names.filter((name) => name !== head).map((name) => {
      const words = formatOf(info, name, rows.map((row) => row[name]), { decimals, short });
      return [{ isHead: true, element: wording(info)(name) }, ...rows.map((row) => cellOf(info, name, row[name], words))];
    }));
  }
  const formats = Object.fromEntries(names.map((name) => [name, formatOf(info, name, rows.map((row) => row[name]), { decimals: said(rows[0]), short })]));
  const isSame = rows.every((row) => said(row) === said(rows[0]));
  const words = (name, row) => (isSame ? formats[name] : formatOf(info, name, [row[name]], { decimals: said(row), short }));
  return grid(label, names.map(title), rows.map((row) => names.map((name) => cellOf(info, name, row[name], words(name, row), saidZone(info, row) ?? zone))));
}

/** Returns the columns of rows, and the columns that people read first. */
function firstColumns(info, rows) {
  const all = [...new Set(rows.slice(0, 50).flatMap(Object.keys))].filter((name) => rows.some((row) => row[name] != null));
  const first = (info.view?.columns ?? []).filter((name) => all.includes(name));
  return { all: [...first, ...all.filter((name) => !first.includes(name))], first: first.length > 1 ? first : all };
}

/** Returns the first row; rows of names and values are one. */
function oneRow(rows) {
  return rows.length > 1 && "name" in rows[0] && "value" in rows[0] ? Object.fromEntries(rows.map((row) => [row.name, row.value])) : rows[0] ?? {};
}

/** Returns the columns of a section, or at most so many of those that people read first, as far as rows have them. */
function columnsOf(section, info, rows, most) {
  const names = section.columns.length ? section.columns : firstColumns(info, rows).first.slice(0, most);
  return names.filter((name) => rows.some((row) => row[name] != null));
}

/** Makes the list of names and values of one row. */
function factsView(info, row, names, { decimals, zone }) {
  const words = wording(info);
  return make("dl", { class: "facts" }, ...names.flatMap((name) => [make("dt", {}, capital(words(name))),
    make("dd", {}, shown(info, name, row[name], formatOf(info, name, [row[name]], { decimals: saidDecimals(info, row) ?? decimals, short: true }), { zone: saidZone(info, row) ?? zone }))]));
}
