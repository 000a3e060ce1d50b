// The page of a subject, of the sections that the program declares.

/** Shows the sections about a subject. */
function subjectPage(root, subject) {
  const all = sections("subject");
  const head = all.find((section) => section.shown === "head");
  document.title = `${subject} – ${$("name").textContent}`;
  const title = make("h1", {}, subject);
  const words = make("p", { class: "quiet words" });
  const price = make("p", { class: "price", "aria-live": "off" });
  const links = make("nav", { class: "chips", "aria-label": "About it" },
    about.pages.includes("watch") ? make("a", { class: "chip", href: `/watch?symbols=${encodeURIComponent(subject)}` }, "Watch") : null,
    about.pages.includes("compare") ? make("a", { class: "chip", href: `/compare?symbols=${encodeURIComponent(subject)}` }, "Compare") : null);
  const cards = make("div", { class: "sections" });
  root.replaceChildren(make("header", { class: "subject" }, make("div", {}, title, words), make("div", {}, price), links), cards);
  const context = {};
  const listenTo = () => {
    if (about.live) listen([subject], {
      tick(value) {
        const [main, change, percent] = about.live.columns;
        if (!isNumber(value[main])) return;
        const format = withDecimals(priceDecimals([value[main]], context.decimals ?? 2));
        const beside = [...context.beside ?? [], value.time && timeOf(value.time)].filter(Boolean).join(" · ");
        price.replaceChildren(make("strong", {}, format.format(value[main])), " ", liveChange(value[change], value[percent]) ?? "", make("small", {}, beside));
      },
      status() {},
    });
  };
  const show = (section) => cards.append(sectionCard(section, { ...section.params, [section.subject]: subject }, context));
  (async () => {
    if (head) {
      const info = endpoint(head.endpoint);
      const params = { ...head.params, [head.subject]: subject };
      const row = await headRow(info, params);
      if (!cards.isConnected) return;
      if (row === null) return showUnknown(root, subject);
      if (row) showHead(head, info, row, { title, words, price }, subject, context);
    }
    for (const section of all) if (section !== head) show(section);
    listenTo();
  })();
}

/** Returns the row of the head; null where there is no such subject, and nothing where nobody can tell. */
async function headRow(info, params) {
  try {
    return (await rowsOf(info, params))[0] ?? null;
  } catch (error) {
    return error.status === 404 || error.status === 400 ? null : undefined;
  }
}

function showHead(section, info, row, { title, words, price }, subject, context) {
  const [name, other, value, change, percent, unit, time, mark, ...more] = section.columns;
  context.decimals = saidDecimals(info, row);
  context.middle = row[value] ?? null;
  context.zone = saidZone(info, row);
  const known = row[name] ?? row[other];
  title.textContent = known ?? subject;
  document.title = `${known ?? subject} – ${$("name").textContent}`;
  words.textContent = [known ? subject : null, ...more.map((column) => row[column])].filter(Boolean).join(" · ");
  if (!isNumber(row[value])) return;
  const text = (column) => formatOf(info, column, [row[column]], { decimals: context.decimals })(row[column]);
  const part = isNumber(row[percent]) ? ` (${text(percent).replace("-", "")})` : "";
  const difference = isNumber(row[change]) ? moved(row[change], `${text(change).replace("-", "")}${part}`) : "";
  context.beside = [row[unit], row[mark] && String(row[mark]).toLowerCase().replaceAll("_", " ")].filter(Boolean);
  const beside = [...context.beside, row[time] && timeText(String(row[time]), context.zone)].filter(Boolean).join(" · ");
  price.replaceChildren(make("strong", {}, text(value)), " ", difference, make("small", {}, beside));
}

/** Says in one sentence that there is no such subject, and names subjects that are near. */
async function showUnknown(root, subject) {
  const line = make("p", { role: "alert", class: "unknown" }, `There is no ${about.subject[0]} “${subject}”.`);
  root.replaceChildren(make("h1", {}, subject), line);
  const near = await subjectsOf(subject).catch(() => []);
  if (near.length) root.append(quiet("These have a name like it:"), make("ul", {}, ...near.map(([known, name]) => make("li", {}, linked(known), ` ${name ?? ""}`))));
  else line.append(" The field above finds one by its name.");
}

/** Returns the parameters that the sets of a section choose. */
function chosenOf({ choice }, params) {
  const own = (choice?.sets ?? []).flatMap((set) => Object.keys(set.params));
  return Object.fromEntries(Object.entries(params).filter(([name]) => own.includes(name)));
}

/** Makes the card of a section. It goes away where the host has nothing of it. */
function sectionCard(section, params, context) {
  const info = endpoint(section.endpoint);
  const body = make("div", { class: "body" }, quiet("Loading …"));
  const choice = make("div");
  const more = make("a", { class: "more", "aria-label": `all of ${section.title}` }, "all");
  const card = make("section", { class: `card ${section.shown}`, "aria-label": section.title, "aria-busy": "true" }, make("h2", {}, section.title, " ", more), choice, body);
  const load = async (given, isFirst) => {
    if (!isFirst) history.replaceState(null, "", `#${new URLSearchParams(chosenOf(section, given))}`);
    more.href = addressOf(info.command, given);
    try {
      await fillSection(body, section, info, given, context, () => { if (isFirst) card.remove(); else body.replaceChildren(quiet("There is nothing.")); });
      if (isFirst && card.isConnected) {
        const chosen = await choiceOf(section, info, given, (now) => load(now, false));
        if (chosen) choice.replaceChildren(chosen);
      }
    } catch (error) {
      // What the host does not have of this subject, or has for others, is no error of the page.
      const isAbsent = error.status === 404 || error.status === 422 || error.message.includes("[no-secret]");
      if (isFirst && isAbsent) card.remove();
      else body.replaceChildren(quiet(`${section.title} cannot be shown now: ${error.message}`));
    }
    card.removeAttribute("aria-busy");
  };
  load({ ...params, ...chosenOf(section, Object.fromEntries(new URLSearchParams(location.hash.slice(1)))) }, true);
  return card;
}
