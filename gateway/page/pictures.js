// The pictures that a program declares of its endpoints: on the page of a subject, and beside the table of an endpoint.

/** Returns the function that words the columns of an endpoint. */
function wording(info) {
  const labels = Object.fromEntries((info.view?.labels ?? []).map((label) => label.split("=")));
  return (name) => labels[name] ?? name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
}

/** The pictures by the word for their form. Each makes elements of the rows of the tables of a section. */
const PICTURES = {
  bars({ columns: [label, ...values] }, info, [rows]) {
    const names = values.map(wording(info));
    const groups = rows.slice(0, 8).reverse().map((row) => ({ label: String(row[label]).slice(0, 7), values: values.map((name) => row[name]) }));
    return [legend(names), barsView(groups, values, `Bars of ${names.join(" and ")}`)];
  },
  lines({ columns: [x, y], tables, title }, info, all) {
    const lines = all.map((part, index) => ({ name: tables[index]?.split(".").at(-1) ?? title,
      points: part.filter((row) => isNumber(row[x]) && isNumber(row[y])).map((row) => ({ x: row[x], y: row[y] })).sort((a, b) => a.x - b.x) }));
    const words = wording(info);
    return [legend(lines.map((line) => line.name)), linesView(lines, `${words(y)} by ${words(x)}`, { dots: true })];
  },
  shares({ columns: [label, value] }, info, [rows]) {
    const parts = greatest(rows, value).slice(0, 24);
    const bar = (row) => {
      const inner = make("i");
      inner.style.width = `${(row[value] / parts[0][value]) * 100}%`;
      return make("span", { class: "share", "aria-hidden": "true" }, inner);
    };
    return parts.length ? [make("ul", { class: "shares" }, ...parts.map((row) =>
      make("li", {}, make("span", { title: String(row[label]) }, String(row[label])), bar(row), shown(value, row[value], info))))] : [nothing()];
  },
  tiles({ columns: [label, value, change] }, info, [rows]) {
    const parts = greatest(rows, value);
    const total = parts.reduce((sum, row) => sum + row[value], 0);
    const words = wording(info);
    const places = tiled(parts.map((row) => row[value]), { left: 0, top: 0, width: 100, height: 100 / TILES });
    const tile = (row, index) => {
      const [name, part] = [String(row[label]), `${percents.format((row[value] / total) * 100)} %`];
      const moved = isNumber(row[change]) ? `${words(change)} ${format.format(row[change])}` : null;
      const item = make("li", { class: row[change] > 0 ? "rose" : row[change] < 0 ? "fell" : null, title: [name, part, moved].filter(Boolean).join(", ") },
        make("b", {}, name), make("span", {}, part), moved && make("span", {}, moved));
      const place = places[index];
      Object.assign(item.style, { left: `${place.left}%`, top: `${place.top * TILES}%`, width: `${place.width}%`, height: `${place.height * TILES}%` });
      return item;
    };
    return parts.length ? [make("ul", { class: "tiles" }, ...parts.map(tile))] : [nothing()];
  },
};

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
const pictureOf = (info) => about.sections.find((section) => section.endpoint === info.command && PICTURES[section.shown]);

/** Shows the picture of the response that is shown. */
function pictureView(section) {
  const { info, rows } = state;
  const root = make("div", { class: "picture" });
  const query = new URLSearchParams(values());
  const all = section.tables.length ? Promise.all(section.tables.map((table) => rowsOf(info, query, table))) : Promise.resolve([rows]);
  all.then((parts) => root.replaceChildren(...PICTURES[section.shown](section, info, parts)))
    .catch((error) => root.replaceChildren(make("p", { class: "wrong" }, error.message)));
  return root;
}
