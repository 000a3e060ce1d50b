// The first page: what this is, an overview, and the endpoints in their groups.

function startPage(root) {
  let left = false;
  const overview = make("div", { class: "sections overview" });
  root.replaceChildren(
    make("h1", {}, about.title),
    make("p", { class: "doc" }, `${about.about === about.title ? "" : `${about.about}. `}${state.endpoints.length} endpoints over HTTP, in a shell and on these pages. The field above finds ${about.finder ? `${about.subject[1]} and ` : ""}endpoints: `, make("kbd", {}, "/")),
    overview,
    ...groupsOf());
  for (const section of sections("start")) overview.append(sectionCard(section, section.params, {}, () => left));
  return () => { left = true; };
}

/** Makes the endpoints in the groups of the program. */
function groupsOf() {
  const names = [...new Set([...about.groups, ...state.endpoints.map((info) => info.group ?? "Endpoints")])];
  const of = (name) => state.endpoints.filter((info) => (info.group ?? "Endpoints") === name);
  const item = (info) => make("li", {}, make("a", { href: addressOf(info.command) }, info.command), make("span", {}, summary(info.doc)));
  return names.filter((name) => of(name).length).map((name) => make("section", { class: "group" }, make("h2", {}, name), make("ul", { class: "endpoints" }, ...of(name).map(item))));
}
