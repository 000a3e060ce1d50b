// The page of a subject, of the sections that the program declares.

/** Returns the sections about a subject. */
const sections = () => about.sections.filter((section) => section.subject);

/** Shows the sections about a subject; returns how to leave it. */
function subjectPage(root, subject) {
  let left = false;
  let stop = () => {};
  const price = make("p", { class: "price", "aria-live": "off" });
  const others = make("nav", { class: "chips", "aria-label": "About it" },
    about.live ? make("a", { class: "chip", href: `/#/watch?symbols=${encodeURIComponent(subject)}` }, "Watch") : null,
    make("a", { class: "chip", href: `/#/compare?symbols=${encodeURIComponent(subject)}` }, "Compare"));
  document.title = `${subject} – ${$("name").textContent}`;
  root.replaceChildren(make("h1", {}, subject), price, others);
  const grid = make("div", { class: "sections" });
  root.append(grid);
  for (const section of sections()) {
    const info = state.endpoints.find((known) => known.command === section.endpoint);
    if (!info) continue;
    const body = make("div", { class: "body" }, make("p", { class: "quiet" }, "Loading …"));
    const query = new URLSearchParams({ [section.subject]: subject, ...section.params });
    const heading = make("h2", {}, section.title, " ", make("a", { class: "more", href: `/#/${info.command}?${query}`, "aria-label": `all of ${section.title}` }, "all"));
    grid.append(make("section", { class: `card ${section.shown}`, "aria-label": section.title }, heading, body));
    fillSection(section, info, query).then((shown) => { if (!left) body.replaceChildren(...shown); })
      .catch((error) => { if (!left) body.replaceChildren(make("p", { class: "wrong" }, error.message)); });
  }
  if (about.live) {
    stop = listen([subject], {
      tick(value) {
        const [main, change, percent] = about.live.columns;
        if (!isNumber(value[main])) return;
        const sign = value[change] > 0 ? "up" : value[change] < 0 ? "down" : null;
        price.replaceChildren(make("strong", {}, prices.format(value[main])), isNumber(value[change])
          ? make("span", { class: sign }, ` ${value[change] > 0 ? "▲" : "▼"} ${prices.format(Math.abs(value[change]))}${isNumber(value[percent]) ? ` (${Math.abs(value[percent]).toFixed(2)} %)` : ""}`) : "");
      },
      status() {},
    });
  }
  return () => { left = true; stop(); };
}

async function rowsOf(info, query, table) {
  const isRead = info.method === "GET";
  const wanted = new URLSearchParams(isRead ? query : {});
  wanted.set("format", "jsonl");
  if (table) wanted.set("table", table);
  const reply = await reach(`/${info.command}?${wanted}`, isRead ? {} : {
    method: info.method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(Object.fromEntries(query)),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(JSON.parse(text).detail);
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

async function fillSection(section, info, query) {
  const tables = section.tables.length ? section.tables : [null];
  const all = await Promise.all(tables.map((table) => rowsOf(info, query, table)));
  const rows = all[0];
  if (all.every((part) => part.length === 0)) return [make("p", { class: "quiet" }, "There is nothing.")];
  const words = wording(info);
  if (PICTURES[section.shown]) return PICTURES[section.shown](section, info, all);
  switch (section.shown) {
    case "candles": return [chartView(info.view.chart, rows, info)];
    case "facts": {
      const pairs = rows.length > 1 && "name" in rows[0] && "value" in rows[0] ? Object.fromEntries(rows.map((row) => [row.name, row.value])) : rows[0];
      const names = (section.columns.length ? section.columns : Object.keys(pairs)).filter((name) => pairs[name] != null).slice(0, 24);
      return [make("dl", { class: "facts" }, ...names.flatMap((name) => [make("dt", {}, words(name)), make("dd", {}, shown(name, pairs[name], info))]))];
    }
    default: {
      const names = section.columns.length ? section.columns : Object.keys(rows[0]).slice(0, 6);
      const numeric = (name) => rows.some((row) => isNumber(row[name]));
      const cell = (row, name) => {
        const value = row[name];
        // An address of a host is a link only if it is one of the web.
        if (/^https:\/\//.test(String(value))) return make("a", { href: value, rel: "noreferrer noopener", target: "_blank" }, "open");
        return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? String(value).replace("T", " ").slice(0, 16) : shown(name, value, info);
      };
      return [make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Rows of ${section.title}` }, make("table", {},
        make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col", class: numeric(name) ? "number" : null }, make("span", {}, words(name)))))),
        make("tbody", {}, ...rows.slice(0, 10).map((row) => make("tr", {}, ...names.map((name) => make("td", { class: numeric(name) ? "number" : null }, cell(row, name))))))))];
    }
  }
}
