// The forms that a program declares of its endpoints: on pages, and beside the table of an endpoint.

/** The forms by their words. Each makes elements of the rows of the tables of a section, or null where they have nothing. */
const FORMS = {
  facts(section, info, [rows], context) {
    const row = oneRow(rows);
    const names = columnsOf(section, info, [row], 24);
    return names.length ? [factsView(info, row, names, context)] : null;
  },
  rows(section, info, [rows, others], { decimals, middle, zone }) {
    if (others?.length) return [sidesView(info, section.title, rows, others, { middle })];
    const names = columnsOf(section, info, rows, 6);
    return names.length ? [rowsTable(info, `Rows of ${section.title}`, rows.slice(0, info.view?.head ? 4 : 10), names, { decimals, short: true, zone })] : null;
  },
  board({ columns: [subject, name, value, change] }, info, [rows]) {
    const cards = rows.filter((row) => isNumber(row[value])).slice(0, 12).map((row) => {
      const words = (column) => formatOf(info, column, [row[column]], { decimals: saidDecimals(info, row), short: true })(row[column]);
      const difference = isNumber(row[change]) ? moved(row[change], words(change).replace("-", "")) : null;
      return make("li", {}, make(hasSubjects ? "a" : "span", { href: hasSubjects ? subjectAddress(row[subject]) : null },
        make("span", { class: "name" }, row[name] ?? row[subject]), make("b", {}, words(value)), difference));
    });
    return cards.length ? [make("ul", { class: "board" }, ...cards)] : null;
  },
  candles(_, info, [rows], { decimals, zone }) {
    const columns = chartColumns(info, rows);
    return columns && [candlesView(info, columns, rows, { decimals, zone })];
  },
  bars({ columns: [label, ...values] }, info, [rows]) {
    const names = values.map(wording(info));
    const groups = rows.slice(0, 8).reverse().map((row) => ({ label: String(row[label]).slice(0, 7), values: values.map((name) => row[name]) }));
    return groups.some((group) => group.values.some(isNumber)) ? [barsView(groups, names, `Bars of ${names.join(" and ")}`)] : null;
  },
  lines({ columns: [x, y], tables, title }, info, all, { decimals, middle }) {
    const known = all.map((part, index) => ({ name: tables[index]?.split(".").at(-1) ?? title,
      points: part.filter((row) => isNumber(row[x]) && isNumber(row[y])).map((row) => ({ x: row[x], y: row[y] })).sort((a, b) => a.x - b.x) }));
    const numbers = (axis) => known.flatMap((line) => line.points.map((point) => point[axis]));
    const words = wording(info);
    const texts = { x: formatOf(info, x, numbers("x"), { decimals }), y: formatOf(info, y, numbers("y"), { decimals }) };
    if (!numbers("x").length) return null;
    const made = [linesView(known, `${words(y)} by ${words(x)}`, { dots: true, ...texts }), quiet(`${capital(words(y))} by ${words(x)}`)];
    const isPair = info.view?.beside && tables.join() === [info.view.main, info.view.beside].join();
    return isPair && middle != null ? [...made, sidesView(info, title, ...all, { middle })] : made;
  },
  shares({ columns: [label, value] }, info, [rows]) {
    const parts = greatest(rows, value).slice(0, 24);
    const words = formatOf(info, value, parts.map((row) => row[value]));
    const bar = (row) => {
      const inner = make("i");
      inner.style.width = `${(row[value] / parts[0][value]) * 100}%`;
      return make("span", { class: "share", "aria-hidden": "true" }, inner);
    };
    return parts.length ? [make("ul", { class: "shares" }, ...parts.map((row) =>
      make("li", {}, make("span", { title: String(row[label]) }, shown(info, label, row[label])), bar(row), shown(info, value, row[value], words))))] : null;
  },
  tiles({ columns: [label, value, change] }, info, [rows]) {
    const parts = greatest(rows, value);
    const total = parts.reduce((sum, row) => sum + row[value], 0);
    const words = wording(info);
    const changes = formatOf(info, change, parts.map((row) => row[change]));
    const places = tiled(parts.map((row) => row[value]), { left: 0, top: 0, width: 100, height: 100 / TILES });
    const tile = (row, index) => {
      const [name, part] = [String(row[label]), `${withDecimals(2).format((row[value] / total) * 100)} %`];
      const text = isNumber(row[change]) ? `${words(change)} ${changes(row[change])}` : null;
      const item = make("li", { class: row[change] > 0 ? "rose" : row[change] < 0 ? "fell" : null, title: [name, part, text].filter(Boolean).join(", ") },
        make("b", {}, shown(info, label, row[label])), make("span", {}, part), text && make("span", {}, text));
      const place = places[index];
      Object.assign(item.style, { left: `${place.left}%`, top: `${place.top * TILES}%`, width: `${place.width}%`, height: `${place.height * TILES}%` });
      return item;
    };
    return parts.length ? [make("ul", { class: "tiles" }, ...parts.map(tile))] : null;
  },
};

/** The forms that are drawn: beside the table of an endpoint there is one of them. */
const PICTURES = ["bars", "lines", "shares", "tiles"];

/** Makes two tables beside each other, around the number in the middle: the columns of the first, the column that both have, and the others. */
function sidesView(info, label, left, right, { middle = null, all = false, most = 3, around = 5 } = {}) {
  const [key, ...names] = info.view.columns;
  const keys = [...new Set([...left, ...right].map((row) => row[key]))].sort((a, b) => a - b);
  const place = middle === null || all ? null : keys.findIndex((value) => value >= middle);
  const wanted = place === null ? keys : place < 0 ? keys.slice(-around) : keys.slice(Math.max(0, place - around), place + around);
  const isSame = (name) => [...left, ...right].every((row) => row[name] === left[0]?.[name]);
  const columns = names.filter((name) => left.some((row) => row[name] != null) && !isSame(name)).slice(0, most);
  const words = wording(info);
  const title = (table) => (name, index) => ({ element: make("span", {}, index === 0 && table ? `${table.split(".").at(-1)}: ${words(name)}` : words(name)) });
  const side = (rows) => {
    const known = new Map(rows.map((row) => [row[key], row]));
    const formats = columns.map((name) => formatOf(info, name, rows.map((row) => row[name])));
    return (value) => columns.map((name, index) => cellOf(info, name, known.get(value)?.[name], formats[index]));
  };
  const keyWords = formatOf(info, key, keys);
  const [calls, puts] = [side(left), side(right)];
  const body = wanted.map((value) => [...calls(value), { isHead: true, element: keyWords(value) }, ...puts(value)]);
  const box = grid(`Rows of ${label}`, [...columns.map(title(info.view.main)), { element: make("span", {}, words(key)), attributes: { class: "key" } }, ...columns.map(title(info.view.beside))], body);
  box.classList.add("sides");
  const rows = box.querySelectorAll("tbody tr");
  wanted.forEach((value, index) => { if (middle !== null && value >= middle && !(wanted[index - 1] >= middle)) rows[index].classList.add("middle"); });
  return make("div", {}, box, quiet(wanted.length < keys.length ? `${wanted.length} of ${keys.length} rows, around ${keyWords(middle)}` : `${keys.length} rows`));
}

/** The width of a box of tiles as a multiple of its height. */
const TILES = 2;

const nothing = () => make("p", { class: "quiet" }, "There is nothing to draw.");

/** Returns the rows in which a value is above zero, the greatest first. */
const greatest = (rows, value) => rows.filter((row) => row[value] > 0).sort((a, b) => b[value] - a[value]);

/** Returns the places of sizes in a box: strips along its shorter side, each of areas that are as square as they can be. */
function tiled(sizes, { left, top, width, height }) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const unit = (width * height) / sum(sizes);
  const areas = sizes.map((size) => size * unit);
  const places = [];
  while (places.length < areas.length) {
    const [at, isWide] = [places.length, width >= height];
    const side = Math.min(width, height);
    // The ratio of the sides of the narrowest area of a strip.
    const narrowest = (strip) => {
      const square = (sum(strip) / side) ** 2;
      return Math.max(...strip.map((area) => Math.max(square / area, area / square)));
    };
    let end = at + 1;
    while (end < areas.length && narrowest(areas.slice(at, end + 1)) <= narrowest(areas.slice(at, end))) end += 1;
    const strip = areas.slice(at, end);
    const deep = sum(strip) / side;
    let along = 0;
    for (const area of strip) {
      const long = area / deep;
      places.push(isWide ? { left, top: top + along, width: deep, height: long } : { left: left + along, top, width: long, height: deep });
      along += long;
    }
    if (isWide) [left, width] = [left + deep, width - deep];
    else [top, height] = [top + deep, height - deep];
  }
  return places;
}

/** Returns the section that is the picture of an endpoint. */
const pictureOf = (info) => about.sections.find((section) => section.endpoint === info.command && PICTURES.includes(section.shown));

/** Fills a place with a section; without anything to show `empty` is called. */
async function fillSection(place, section, info, params, context, empty) {
  const tables = section.tables.length ? section.tables : section.shown === "rows" && info.view?.beside ? [info.view.main, info.view.beside] : [undefined];
  const all = await Promise.all(tables.map((table) => rowsOf(info, params, table)));
  const made = all[0].length ? FORMS[section.shown](section, info, all, context) : null;
  if (!made) return empty();
  place.replaceChildren(...made);
}

/** Makes what people choose the parameters of a section with: chips, or a list where the response has the values. */
async function choiceOf({ choice }, info, params, choose) {
  if (!choice) return null;
  const { parameter: name, path, sets } = choice;
  if (sets) {
    const own = new Set(sets.flatMap((set) => Object.keys(set.params)));
    const others = Object.entries(params).filter(([key]) => !own.has(key));
    const isGiven = (set) => [...own].every((key) => params[key] === set.params[key]);
    return chips("What is shown", sets.map((set) => ({ value: set, text: set.label })), sets.find(isGiven), (set) => choose({ ...Object.fromEntries(others), ...set.params }));
  }
  const { values, default: usual } = parameter(info, name) ?? {};
  const label = capital(wording(info)(name));
  if (!path) return chips(label, (values ?? []).map(({ value }) => ({ value })), params[name] ?? String(usual ?? ""), (value) => choose({ ...params, [name]: value }));
  const { [name]: chosen, ...rest } = params;
  const all = at(await wholeOf(info, rest), path) ?? [];
  if (all.length < 2) return null;
  const text = (value) => (isNumber(value) && has(info.view?.times, path) ? dayOf(value * 1000) : String(value));
  const select = make("select", { onchange: () => choose({ ...params, [name]: select.value }) }, ...all.map((value) =>
    make("option", { value: text(value), selected: text(value) === chosen }, text(value))));
  return make("label", { class: "choice" }, label, " ", select);
}
