// Live values: a watch list, and what listens to a stream.

/**
 * Listens to the stream of the gateway until the page is left. It comes back after a break, from the last event on. (A browser's
 * own EventSource sends no token.)
 */
function listen(subjects, { tick, status }) {
  const { signal } = visit;
  let last = null;
  let breaks = 0;
  const wait = (time) => new Promise((done) => { setTimeout(done, time); });
  const once = async () => {
    const reply = await reach(`/stream?symbols=${encodeURIComponent(subjects.join(","))}`, {
      signal, headers: last ? { "Last-Event-ID": last } : {},
    });
    if (!reply.ok) await good(reply);
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
    while (!signal.aborted) {
      try { await once(); } catch (error) {
        if (!signal.aborted && error.status < 500 && error.status !== 429) return status("failed", breaks, error.message);
      }
      if (signal.aborted) return;
      breaks += 1;
      status("waiting", breaks);
      await wait(Math.min(15000, 1000 * 1.6 ** Math.min(breaks, 6)) * (0.7 + Math.random() * 0.6));
    }
  })();
}

/** Returns the subjects in a text, each once. */
function named(text) {
  const all = inCapitals(text ?? "").split(areSymbols() ? /[\s,]+/ : /\s*,\s*/).filter(Boolean);
  return [...new Set(all)].slice(0, 100);
}

/** Makes a field for subjects, which goes to an address once it is sent. */
function chooser(subjects, label, show) {
  const input = make("input", { id: "subjects", value: subjects.join(", "), autocomplete: "off", spellcheck: "false", placeholder: `${about.subject[1]}, separated by commas` });
  return make("form", {
    class: "choose", onsubmit: (event) => { event.preventDefault(); show(named(input.value)); },
  }, make("label", { for: "subjects" }, label), input, make("button", { class: "primary" }, "Show"));
}

/** Returns a time of a stream with the zone of the browser. */
const timeOf = (value) => new Date(value).toLocaleTimeString("en-GB", { timeZoneName: "short" });

/** Makes a value with its change and its change in percent, of a live value. */
function liveChange(change, percent) {
  if (!isNumber(change)) return null;
  const part = isNumber(percent) ? ` (${withDecimals(2).format(Math.abs(percent))} %)` : "";
  return moved(change, `${withDecimals(priceDecimals([change], 2)).format(Math.abs(change))}${part}`);
}

/** Shows the watch list. */
function watch(root, params) {
  const subjects = named(params.symbols);
  const known = new Map();
  const line = make("p", { class: "quiet live", role: "status" }, subjects.length ? "Connecting …" : `The list is empty: name the ${about.subject[1]} that you want to watch.`);
  const { columns } = about.live;
  const [main, change, percent] = columns;
  const words = (name) => wording({})(name).replace(/ percent$/, " %");
  const rows = subjects.map((subject) => {
    const cells = columns.map(() => make("span", { class: "null" }, "–"));
    known.set(subject, { cells, values: {} });
    return [{ isHead: true, element: linked(subject) }, ...cells.map((element) => ({ isNumber: true, element }))];
  });
  const show = (list) => go(`/watch${list.length ? `?symbols=${list.map(encodeURIComponent).join(",")}` : ""}`);
  root.replaceChildren(make("h1", {}, "Watch list"), chooser(subjects, capital(about.subject[1]), show), line,
    subjects.length ? grid("Watched values", [about.subject[0], ...columns.map(words)], rows) : "");
  if (subjects.length === 0) return;
  const text = (name, now) => {
    if (name === percent && isNumber(now)) return `${withDecimals(2).format(Math.abs(now))} %`;
    if (name === change && isNumber(now)) return withDecimals(priceDecimals([now], 2)).format(Math.abs(now));
    if (name === "time") return timeOf(now);
    if (!isNumber(now)) return String(now);
    return name === main || !Number.isInteger(now) ? withDecimals(priceDecimals([now], 2)).format(now) : Math.abs(now) >= 1e6 ? compact.format(now) : whole.format(now);
  };
  listen(subjects, {
    tick(value) {
      const row = known.get(String(value.symbol ?? "").toUpperCase());
      if (!row) return;
      columns.forEach((name, index) => {
        const now = value[name];
        if (now == null) return;
        const before = row.values[name];
        row.values[name] = now;
        const shown = row.cells[index];
        const cell = shown.parentElement;
        shown.className = "";
        shown.replaceChildren(moved(name === change || name === percent ? now : 0, text(name, now)));
        if (before != null && before !== now && name === main) {
          cell.classList.remove("rose", "fell");
          // The animation begins anew.
          void cell.offsetWidth;
          cell.classList.add(now > before ? "rose" : "fell");
        }
      });
    },
    status(kind, breaks, detail) {
      const again = breaks > 0 ? ` · connected again ${breaks === 1 ? "once" : `${breaks} times`}` : "";
      const said = { waiting: `The connection broke off: trying again (${breaks}) …`, failed: detail, end: detail };
      // What else is said, is said by a connection that goes on.
      line.className = `quiet live ${kind in said ? kind : "ok"}`;
      line.textContent = said[kind] ?? [`Live${again}`, detail].filter(Boolean).join(" · ");
    },
  });
}
