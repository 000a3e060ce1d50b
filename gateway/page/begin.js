// Addresses, and the beginning.

const PAGES = { watch, compare, openapi, figures };
const NAMES = { watch: "Watch", compare: "Compare", openapi: "OpenAPI", figures: "Figures" };

function show(kind) {
  visit.abort();
  visit = new AbortController();
  asked.clear();
  // What is under way finds nothing to write into.
  $("other").replaceChildren();
  document.body.dataset.page = kind;
  $("endpoint").hidden = kind !== "endpoint";
  $("other").hidden = kind === "endpoint";
  $("start").hidden = true;
  $("side").classList.remove("open");
  $("menu").setAttribute("aria-expanded", "false");
}

/** Goes to an address of this page without loading it again. */
function go(address) {
  if (address !== location.pathname + location.search + location.hash) history.pushState(null, "", address);
  route();
  scrollTo(0, 0);
  // Whoever hears the page begins at what is new.
  $("main").focus({ preventScroll: true });
}

function route() {
  // Addresses of earlier versions.
  const old = /^#\/([^?]*)(\?.*)?$/.exec(location.hash);
  if (old) history.replaceState(null, "", (about.pages.includes(old[1]) ? `/${old[1]}` : `/e/${old[1]}`) + (old[2] ?? ""));
  const path = location.pathname;
  const params = Object.fromEntries(new URLSearchParams(location.search));
  const [, prefix, name] = /^\/(?:(s|e)\/)?([^/]*)$/.exec(path) ?? [];
  for (const link of $("pages").children) {
    if (!prefix && link.dataset.page === name) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  const info = prefix === "e" ? endpoint(name) : null;
  const title = (text) => { document.title = text ? `${text} – ${$("name").textContent}` : about.about; };
  if (info) {
    if (document.body.dataset.page !== "endpoint") show("endpoint");
    title(info.command);
    return endpointPage(info, params, location.href.split("#")[0].includes("?"));
  }
  show(prefix === "s" ? "subject" : name || "home");
  state.info = null;
  showList();
  if (prefix === "s" && name && hasSubjects) {
    subjectPage($("other"), inCapitals(decoded(name)));
  } else if (!prefix && about.pages.includes(name)) {
    title(NAMES[name]);
    PAGES[name]($("other"), params);
  } else if (path === "/") {
    title("");
    startPage($("other"));
  } else {
    title("Not found");
    nowhere($("other"));
  }
}

async function begin() {
  const reply = await reach("/forms.json");
  if (!reply.ok) {
    const problem = await reply.json();
    $("start").textContent = problem.detail;
    $("start").hidden = false;
    $("enter").hidden = reply.status !== 401;
    return;
  }
  $("enter").hidden = true;
  state.endpoints = (await reply.json()).endpoints;
  $("pages").replaceChildren(...about.pages.map((name) => make("a", { href: `/${name}`, "data-page": name }, NAMES[name])));
  $("invented").hidden = !about.invented;
  $("find").placeholder = about.finder ? `Find: ${about.subject[1]} by name, endpoints` : "Find: endpoints";
  route();
}

$("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem("token", $("token").value.trim());
  begin();
});
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });
$("help").addEventListener("click", () => $("keys").showModal());
$("menu").addEventListener("click", () => {
  const isOpen = $("side").classList.toggle("open");
  $("menu").setAttribute("aria-expanded", String(isOpen));
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
document.addEventListener("keydown", (event) => {
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") { event.preventDefault(); $("find").focus(); }
  if (event.key === "?") $("keys").showModal();
});
window.addEventListener("popstate", route);

begin();
