// The pages about the gateway itself: its OpenAPI document, its figures, and what is said of an address without a page.

/** Shows what the OpenAPI document has, and how to use it. */
function openapi(root) {
  const address = `${location.origin}/openapi.json`;
  const list = make("div", {}, quiet("Loading …"));
  const chip = (name) => make("button", { type: "button", onclick: () => save(reach(`/${name}`), name) }, name);
  const header = sessionStorage.getItem("token") ? "-H 'Authorization: Bearer TOKEN' " : "";
  root.replaceChildren(make("h1", {}, "OpenAPI"),
    make("p", { class: "doc" }, "The document describes every endpoint with its parameters, its responses and its errors. Programs that read OpenAPI make a client of it."),
    make("div", { class: "chips", role: "group", "aria-label": "Files" }, ...["openapi.json", "catalogue.json"].map(chip)),
    make("pre", { tabindex: "0" }, `curl ${header}-O ${address}\nnpx openapi-typescript openapi.json -o gateway.ts`), list);
  (async () => {
    const document = JSON.parse(await good(await reach("/openapi.json")));
    const rows = Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).filter(([, operation]) => operation.responses).map(([method, operation]) => {
      const command = path.split("/")[1];
      const link = endpoint(command) ? make("a", { href: addressOf(command) }, path) : path;
      return [{ element: method.toUpperCase() }, { element: link }, { element: operation.summary ?? "" }];
    }));
    list.replaceChildren(quiet(`Version ${document.openapi}, ${rows.length} operations`), grid("Operations", ["method", "path", "summary"], rows));
  })().catch((error) => list.replaceChildren(quiet(error.message)));
}

/** Returns the samples of a text of Prometheus: name, labels and value. */
function samplesOf(text) {
  return text.split("\n").map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)).filter(Boolean).map(([, name, labels, value]) =>
    ({ name, labels: Object.fromEntries([...(labels ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, word]) => [key, word])), value: Number(value) }));
}

/** Returns the upper bound of the bucket of a histogram that a part of all lies below, in seconds. */
function quantile(buckets, part) {
  const all = buckets.at(-1)?.value ?? 0;
  return all ? buckets.find((bucket) => bucket.value >= all * part)?.bound ?? null : null;
}

/** Shows the figures of the gateway, again every five seconds. */
function figures(root) {
  const body = make("div", {}, quiet("Loading …"));
  root.replaceChildren(make("h1", {}, "Figures"),
    make("p", { class: "doc" }, "What the gateway has answered since it began. Programs read them at ", make("code", {}, "/metrics"), ", as text of Prometheus."), body);
  const load = async () => {
    try {
      body.replaceChildren(...figuresOf(samplesOf(await good(await reach("/metrics")))));
    } catch (error) {
      body.replaceChildren(quiet(error.message));
    }
    setTimeout(() => { if (body.isConnected) load(); }, 5000);
  };
  load();
}

function figuresOf(samples) {
  const requests = samples.filter((sample) => sample.name === "gateway_requests_total");
  const names = [...new Set(requests.map((sample) => sample.labels.endpoint))].sort();
  const sum = (all) => all.reduce((total, sample) => total + sample.value, 0);
  const seconds = (name, part) => {
    const buckets = samples.filter((sample) => sample.name === "gateway_request_seconds_bucket" && (sample.labels.endpoint ?? name) === name)
      .map((sample) => ({ bound: sample.labels.le === "+Inf" ? Infinity : Number(sample.labels.le), value: sample.value })).sort((a, b) => a.bound - b.bound);
    const bound = quantile(buckets, part);
    return bound === null ? "–" : bound === Infinity ? "more" : `≤ ${bound * 1000} ms`;
  };
  const hasTimes = samples.some((sample) => sample.name === "gateway_request_seconds_bucket" && sample.labels.endpoint);
  const number = (value) => ({ isNumber: true, element: whole.format(value) });
  const rows = names.map((name) => {
    const own = requests.filter((sample) => sample.labels.endpoint === name);
    const errors = own.filter((sample) => Number(sample.labels.status) >= 400);
    return [{ element: name || "documents and pages" }, number(sum(own)), number(sum(errors)), ...hasTimes ? [{ isNumber: true, element: seconds(name, 0.5) }, { isNumber: true, element: seconds(name, 0.99) }] : []];
  });
  const single = samples.filter((sample) => !/_bucket$|_sum$|_count$|^gateway_requests_total$/.test(sample.name));
  const label = (sample) => capital([sample.name.replace(/^gateway_|_total$/g, "").replaceAll("_", " "), ...Object.values(sample.labels)].join(" "));
  const facts = make("dl", { class: "facts" }, ...single.flatMap((sample) => [make("dt", {}, label(sample)), make("dd", {}, withDecimals(decimalsOf(sample.value) ? 2 : 0).format(sample.value))]));
  return [make("div", { class: "sections" },
    make("section", { class: "card" }, make("h2", {}, "Requests"), grid("Requests", ["endpoint", "requests", "errors", ...hasTimes ? ["half within", "99 % within"] : []], rows)),
    make("section", { class: "card" }, make("h2", {}, "Now"), facts))];
}

/** Says that there is no page at the address, in the words of the gateway. */
function nowhere(root) {
  const line = make("p", { role: "alert" }, `There is no page at ${decoded(location.pathname)}.`);
  root.replaceChildren(make("h1", {}, "Not found"), line, make("p", {}, make("a", { href: "/" }, "To the first page")), ...groupsOf());
  const name = /^\/e\/([^/]+)/.exec(location.pathname)?.[1] ?? location.pathname.slice(1);
  reach(`/${name}`, { headers: { Accept: "application/json" } }).then(async (reply) => {
    if (reply.status === 404) line.textContent = `${line.textContent} ${capital((await reply.json()).detail)}`;
  }).catch(() => {});
}
