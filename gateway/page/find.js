// The field that finds: subjects by the search that the program declares, and endpoints by their names and docs.

/** The order in which a search was asked, so that a late response changes nothing. */
let search = 0;

/** Returns the endpoints that have a word; where the name has it, they come first. */
function endpointsOf(word) {
  const inName = (info) => info.command.includes(word) || info.name.toLowerCase().includes(word);
  return state.endpoints.filter((info) => inName(info) || info.doc.toLowerCase().includes(word)).sort((a, b) => inName(b) - inName(a));
}

/** Returns the subjects that a text finds, each as its columns. */
async function subjectsOf(text) {
  const { finder } = about;
  const info = finder && endpoint(finder.endpoint);
  if (!info) return [];
  const rows = await rowsOf(info, { ...finder.params, [finder.text]: text }, info.view?.main);
  return rows.map((row) => finder.columns.map((name) => row[name])).filter(([subject]) => subject != null);
}

/** Returns the options for a text: subjects, endpoints, and the text itself where nobody can search for it. */
async function optionsOf(text, hasFound) {
  const word = text.toLowerCase();
  const found = endpointsOf(word).slice(0, 5).map((info) => ({ href: addressOf(info.command), name: info.command, about: summary(info.doc), kind: "endpoint" }));
  const subjects = hasFound ? (await subjectsOf(text)).map(([subject, name, ...words]) => ({ href: subjectAddress(subject), name: String(subject), about: [name, ...words].filter(Boolean).join(" · ") })) : [];
  const isNamed = found.some((option) => option.name === word);
  const own = hasSubjects && !about.finder ? [{ href: subjectAddress(text), name: text, about: `the ${about.subject[0]} of this name` }] : [];
  return isNamed ? [...found, ...subjects, ...own] : [...subjects, ...own, ...found];
}

function showOptions(options, isDone, problem) {
  const list = $("found");
  list.replaceChildren(...options.map((option, index) => make("li", { id: `found-${index}`, role: "option", "aria-selected": "false", "data-href": option.href,
    onpointerdown: (event) => { event.preventDefault(); choose(option.href); } },
  make("b", {}, option.name), make("span", {}, option.about), option.kind && make("small", {}, option.kind))));
  const text = problem ?? (options.length ? `${options.length} found` : isDone ? `Nothing has the name “${$("find").value.trim()}”.` : "Searching …");
  $("finding").textContent = text;
  $("finding").classList.toggle("hidden", options.length > 0 && !problem);
  open(true);
}

function open(isOpen) {
  $("results").hidden = !isOpen;
  $("find").setAttribute("aria-expanded", String(isOpen));
  if (!isOpen) $("find").removeAttribute("aria-activedescendant");
}

function choose(href) {
  open(false);
  $("find").value = "";
  $("find").blur();
  go(href);
}

/** Moves in the options; before the first and after the last is the field itself. */
function moveInFound(step) {
  const items = [...$("found").children];
  const now = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
  const next = now + step < -1 ? items.length - 1 : now + step >= items.length ? -1 : now + step;
  items.forEach((item, index) => item.setAttribute("aria-selected", String(index === next)));
  items[next]?.scrollIntoView({ block: "nearest" });
  if (next < 0) $("find").removeAttribute("aria-activedescendant"); else $("find").setAttribute("aria-activedescendant", items[next].id);
}

async function find(wait) {
  const text = $("find").value.trim();
  const number = ++search;
  if (!text) return open(false);
  const isNow = () => number === search && document.activeElement === $("find");
  const early = await optionsOf(text, false);
  if (!isNow()) return;
  showOptions(early, !about.finder);
  if (!about.finder) return;
  // Whoever types is not searched for by each letter.
  if (wait) await new Promise((done) => { setTimeout(done, wait); });
  if (!isNow()) return;
  try {
    const all = await optionsOf(text, true);
    if (isNow()) showOptions(all, true);
  } catch (error) {
    if (isNow()) showOptions(early, true, error.message);
  }
}

$("find").addEventListener("input", () => find(160));
$("find").addEventListener("focus", () => find(0));
$("find").addEventListener("blur", () => open(false));
$("find").addEventListener("keydown", async (event) => {
  const step = stepOf(event, "ArrowUp", "ArrowDown");
  if (step) { if ($("results").hidden) await find(0); return moveInFound(step); }
  if (event.key === "Escape") return open(false);
  if (event.key !== "Enter") return;
  event.preventDefault();
  const selected = $("found").querySelector("[aria-selected=true]");
  if (selected) return choose(selected.dataset.href);
  const text = $("find").value.trim();
  if (!text) return;
  search += 1;
  try {
    const [first] = await optionsOf(text, true);
    if (first) choose(first.href); else showOptions([], true);
  } catch (error) {
    showOptions([], true, error.message);
  }
});
