// The comparison: lines of several subjects, and their figures side by side.

/** Returns the endpoint whose bars are compared, with its section on the page of a subject. */
function compared() {
  const section = sections("subject").find((known) => known.shown === "candles");
  const info = section ? endpoint(section.endpoint) : state.endpoints.find((known) => known.view?.chart?.length >= 5 && known.params.some((param) => param.required));
  return { info, section, subject: section?.subject ?? info?.params.find((param) => param.required).name };
}

/** Shows several subjects beside each other. */
function compare(root, params) {
  const { symbols, ...rest } = params;
  const subjects = named(symbols).slice(0, COLOURS.length);
  const { info, section, subject } = compared();
  // An address by hand may name the range alone.
  const isMeant = ({ params: own }) => Object.keys(rest).some((name) => name in own) && Object.entries(rest).every(([name, value]) => (own[name] ?? value) === value);
  const given = { ...section?.params, ...section?.choice?.sets?.find(isMeant)?.params, ...rest };
  const place = make("div", { role: "region", "aria-label": "Comparison" });
  const figures = make("div");
  const show = (list, more = rest) => go(`/compare?${new URLSearchParams({ ...list.length && { symbols: list.join(",") }, ...more })}`);
  const head = [make("h1", {}, "Comparison"), chooser(subjects, capital(about.subject[1]), (list) => show(list))];
  root.replaceChildren(...head, place, figures);
  if (subjects.length === 0) {
    place.replaceChildren(quiet(`Name two ${about.subject[1]} or more.`));
    return;
  }
  if (info) {
    if (section) choiceOf(section, info, given, (chosen) => show(subjects, chosen)).then((choice) => { if (choice) place.before(choice); });
    place.replaceChildren(quiet("Loading …"));
    const load = (name) => rowsOf(info, { ...given, [subject]: name });
    Promise.allSettled(subjects.map(load)).then((all) => place.replaceChildren(...comparedLines(info, subjects, all)));
  }
  comparedFigures(subjects).then((tables) => figures.replaceChildren(...tables));
}

/** Makes the lines of subjects, each from 100. */
function comparedLines(info, subjects, all) {
  const [time, , , , close] = info.view.chart;
  const faults = [];
  const found = [];
  all.forEach(({ value, reason }, index) => {
    const rows = (value ?? []).filter((row) => isNumber(row[close]));
    if (!rows.length) return faults.push(`${subjects[index]}: ${reason?.message ?? "there are no bars"}`);
    found.push({ name: subjects[index], points: rows.map((row) => ({ x: Date.parse(row[time]), y: (row[close] / rows[0][close]) * 100 })) });
  });
  const change = (value) => moved(value - 100, `${Math.abs(value - 100).toFixed(1)} %`);
  return [...faults.map((fault) => make("p", { class: "wrong" }, fault)),
    linesView(found, `Lines of ${found.map((line) => line.name).join(", ")}, each from 100`, { time: true, y: (value) => `${value.toFixed(1)}`, end: found.map(({ points }) => change(points.at(-1).y)) }),
    quiet(`The first value of each is 100.${subjects.length === 1 ? ` Add another ${about.subject[0]} above.` : ""}`)];
}

/** Makes the tables of figures, one for each section of the comparison: a row for each figure and a column for each subject. */
async function comparedFigures(subjects) {
  const tables = sections("comparison").map(async (section) => {
    const info = endpoint(section.endpoint);
    const all = await Promise.allSettled(subjects.map((name) => rowsOf(info, { ...section.params, [section.subject]: name }, section.tables[0])));
    const rows = all.map(({ value }) => oneRow(value ?? []));
    const names = columnsOf(section, info, rows);
    if (!names.length) return null;
    const words = wording(info);
    const body = names.map((name) => [{ isHead: true, element: capital(words(name)) }, ...rows.map((row) =>
      cellOf(info, name, row[name], formatOf(info, name, [row[name]], { decimals: saidDecimals(info, row), short: true })))]);
    const heads = subjects.map((name) => ({ element: make("span", {}, linked(name)), attributes: { class: "number" } }));
    return make("section", { class: "card" }, make("h2", {}, section.title), grid(`${section.title} of ${subjects.join(", ")}`, ["figure", ...heads], body));
  });
  const made = (await Promise.all(tables)).filter(Boolean);
  return made.length ? [make("div", { class: "sections" }, ...made)] : [];
}
