// The first page: what this is, an overview, and the endpoints in their groups.

function startPage(root) {
  const overview = make("div", { class: "sections overview" });
  root.replaceChildren(
    make("h1", {}, about.title),
    make("p", { class: "doc" }, `${about.about === about.title ? "" : `${about.about}. `}${state.endpoints.length} endpoints over HTTP, in a shell and on these pages. The field above finds ${about.finder ? `${about.subject[1]} and ` : ""}endpoints: `, make("kbd", {}, "/")),
    overview,
    ...groupsOf());
  for (const section of sections("start")) overview.append(sectionCard(section, section.params, {}));
}

/** Makes the endpoints in the groups of the program. */
function groupsOf() {
  const item = (info) => make("li", {}, make("a", { href: addressOf(info.command) }, info.command), make("span", {}, summary(info.doc)));
  return groups().map(([name, all]) => make("section", { class: "group" }, make("h2", {}, name), make("ul", { class: "endpoints" }, ...all.map(item))));
}
