// Live values: a watch list, and lines of several subjects.

const about = JSON.parse($("about").textContent);

/**
 * Listens to the stream of the gateway until it is stopped. It comes back after a break, from the last event on. (A browser's
 * own EventSource sends no token.)
 */
function listen(subjects, { tick, status }) {
  const stop = new AbortController();
  let last = null;
  let breaks = 0;
  const wait = (time) => new Promise((done) => { setTimeout(done, time); });
  const once = async () => {
    const reply = await reach(`/stream?symbols=${encodeURIComponent(subjects.join(","))}`, {
      signal: stop.signal, headers: last ? { "Last-Event-ID": last } : {},
    });
    if (!reply.ok) {
      const problem = await reply.json();
      throw Object.assign(new Error(problem.detail), { isFinal: reply.status < 500 && reply.status !== 429 });
    }
    status("live", breaks);
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) read(event);
    }
  };
  const read = (event) => {
    const field = (name) => event.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const data = field("data");
    if (!data) return;
    last = field("id") ?? last;
    const value = JSON.parse(data);
    const kind = field("event");
    if (kind === "note" || kind === "end") status(kind, breaks, value.detail);
    else if (kind === "lost") status("lost", breaks, `${value.ticks} ticks were lost: this browser was too slow`);
    else tick(value);
  };
  (async () => {
    while (!stop.signal.aborted) {
      try { await once(); } catch (error) {
        if (stop.signal.aborted) return;
        if (error.isFinal) return status("failed", breaks, error.message);
      }
      if (stop.signal.aborted) return;
      breaks += 1;
      status("waiting", breaks);
      await wait(Math.min(15000, 1000 * 1.6 ** Math.min(breaks, 6)) * (0.7 + Math.random() * 0.6));
    }
  })();
  return () => stop.abort();
}

const named = (text) => [...new Set((text ?? "").toUpperCase().split(/[\s,]+/).filter(Boolean))].slice(0, 100);

/** Makes a field for subjects, which goes to an address once it is sent. */
function chooser(subjects, label, go) {
  const input = make("input", { id: "subjects", value: subjects.join(", "), autocomplete: "off", spellcheck: "false", placeholder: "IBM, MSFT" });
  return make("form", {
    class: "choose", onsubmit: (event) => { event.preventDefault(); go(named(input.value)); },
  }, make("label", { for: "subjects" }, label), input, make("button", { class: "primary" }, "Show"));
}

/** Shows the watch list; returns how to leave it. */
function watch(root, params) {
  const subjects = named(params.symbols ?? "");
  const rows = new Map();
  const line = make("p", { class: "quiet live", role: "status" }, subjects.length ? "Connecting …" : "Name the symbols that you want to watch.");
  const columns = about.live.columns;
  const body = make("tbody");
  for (const subject of subjects) {
    const cells = Object.fromEntries(columns.map((name) => [name, make("td", { class: "number" }, make("span", { class: "null" }, "–"))]));
    const row = make("tr", {}, make("th", { scope: "row" }, make("a", { href: sections().length ? `/s/${encodeURIComponent(subject)}` : "#/watch" }, subject)), ...columns.map((name) => cells[name]));
    rows.set(subject, { cells, row, values: {} });
    body.append(row);
  }
  const go = (list) => { location.hash = `#/watch?symbols=${list.map(encodeURIComponent).join(",")}`; };
  const words = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  root.replaceChildren(make("h1", {}, "Watch list"), chooser(subjects, "Symbols", go), line,
    subjects.length ? make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Watched symbols" },
      make("table", { class: "watch" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", {}, "symbol")),
        ...columns.map((name) => make("th", { scope: "col", class: "number" }, make("span", {}, words(name)))))), body)) : "");
  if (subjects.length === 0) return () => {};
  return listen(subjects, {
    tick(value) {
      const known = rows.get(String(value.symbol ?? "").toUpperCase());
      if (!known) return;
      for (const name of columns) {
        const now = value[name];
        if (now == null) continue;
        const before = known.values[name];
        known.values[name] = now;
        const cell = known.cells[name];
        const isChange = /change/i.test(name);
        const text = name === "time" ? new Date(now).toLocaleTimeString() : isNumber(now) ? (Math.abs(now) >= 1e6 ? compact : prices).format(now) : String(now);
        const arrow = isChange && now !== 0 ? (now > 0 ? "▲ " : "▼ ") : "";
        cell.replaceChildren(make("span", { class: isChange ? (now > 0 ? "up" : now < 0 ? "down" : null) : null }, arrow + text));
        if (before != null && before !== now && name === columns[0]) {
          cell.classList.remove("rose", "fell");
          // The animation begins anew.
          void cell.offsetWidth;
          cell.classList.add(now > before ? "rose" : "fell");
        }
      }
    },
    status(kind, breaks, detail) {
      const again = breaks > 0 ? ` · connected again ${breaks === 1 ? "once" : `${breaks} times`}` : "";
      const text = { waiting: `The connection broke off: trying again (${breaks}) …`, failed: detail, end: detail };
      // What else is said, is said by a connection that goes on.
      line.className = `quiet live ${kind in text ? kind : "ok"}`;
      line.textContent = text[kind] ?? [`Live${again}`, detail].filter(Boolean).join(" · ");
    },
  });
}

/** Shows the lines of several subjects, each as a percentage of its first value. */
function compare(root, params) {
  const info = state.endpoints.find((known) => known.view?.chart?.length >= 5 && known.params.some((param) => param.required));
  const subject = info.params.find((param) => param.required).name;
  const { symbols, ...rest } = params;
  const subjects = named(symbols).slice(0, COLOURS.length);
  const place = make("div", { role: "region", "aria-label": "Comparison" });
  const choice = info.params.find((param) => param.name === "range" && param.values?.length);
  const go = (list, more = rest) => { location.hash = `#/compare?${new URLSearchParams({ symbols: list.join(","), ...more })}`; };
  root.replaceChildren(make("h1", {}, "Comparison"), chooser(subjects, "Symbols", (list) => go(list)),
    choice ? make("div", { class: "chips", role: "group", "aria-label": "Range" }, ...choice.values.map(({ value }) => make("button", {
      type: "button", "aria-pressed": String(rest.range === value), onclick: () => go(subjects, { ...rest, range: value }),
    }, value))) : null, place);
  if (subjects.length === 0) { place.replaceChildren(make("p", { class: "quiet" }, "Name two symbols or more.")); return () => {}; }
  place.replaceChildren(make("p", { class: "quiet" }, "Loading …"));
  let left = false;
  const [time, , , , close] = info.view.chart;
  const load = async (name) => {
    const reply = await reach(`/${info.command}?${new URLSearchParams({ [subject]: name, ...rest, format: "jsonl" })}`);
    const text = await reply.text();
    if (!reply.ok) throw new Error(JSON.parse(text).detail);
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line)).filter((row) => isNumber(row[close]));
  };
  Promise.allSettled(subjects.map(load)).then((all) => {
    if (left) return;
    const lines = [];
    const faults = [];
    all.forEach(({ value, reason }, index) => {
      if (!value?.length) return faults.push(`${subjects[index]}: ${reason?.message ?? "there are no prices"}`);
      const base = value[0][close];
      lines.push({ name: subjects[index], points: value.map((row) => ({ x: Date.parse(row[time]), y: (row[close] / base) * 100 })) });
    });
    const facts = lines.map(({ points }) => {
      const change = points.at(-1).y - 100;
      return { text: `${change < 0 ? "▼" : "▲"} ${Math.abs(change).toFixed(1)} %`, class: change < 0 ? "down" : "up" };
    });
    place.replaceChildren(...faults.map((fault) => make("p", { class: "wrong" }, fault)), legend(lines.map((line) => line.name), facts),
      linesView(lines, `Lines of ${lines.map((line) => line.name).join(", ")}, each from 100`, { time: true }),
      make("p", { class: "quiet" }, "The first price of each is 100."));
  });
  return () => { left = true; };
}
