// The request of a form in code.

const quoted = (text) => (/^[\w.,:@%+=/^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Returns a value in Rust; null where only reading it from JSON can make it. */
function rustValue(param, text, isItem = false) {
  const kind = isItem ? param.item : param;
  const string = JSON.stringify(text);
  if (kind.item) {
    const items = text.split(kind.separator).map((part) => rustValue(kind, part.trim(), true));
    return items.includes(null) ? null : `[${items.join(", ")}]`;
  }
  if (kind.values) {
    const known = kind.values.find((value) => value.value === text);
    return known ? `${kind.type}::${known.name}` : kind.other ? `${kind.type}::other(${string})` : null;
  }
  const day = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text);
  switch (kind.type) {
    case "string": case "ticker": return string;
    case "boolean": return text;
    case "integer": return /^-?\d+$/.test(text) ? text : null;
    case "number": return isFinite(text) ? (/[.e]/.test(text) ? text : `${text}.0`) : null;
    case "date": case "datetime": case "iso_datetime": {
      if (!day) return /^-?\d+$/.test(text) && !isItem ? text : null;
      const date = `Date::new(${day.slice(1).map(Number).join(", ")})?`;
      return isItem && kind.type !== "date" ? `DateTime::from(${date})` : date;
    }
    case "json": return null;
    // The names of types begin with a capital letter.
    default: return /^[A-Z]\w*$/.test(kind.type) ? `${string}.parse::<${kind.type}>()?` : null;
  }
}

/** Returns the names of the parameters of an option of a choice. */
const namesOf = (option) => [...option.required ?? [], ...option.optional ?? []];

/** Returns the request in Rust; one whose values only JSON has is made of the parameters by name. */
function rust(info, given) {
  const example = (info.examples ?? []).find((known) => {
    const text = (value) => (Array.isArray(value) ? value.join(",") : String(value));
    const params = Object.entries(known.params ?? {});
    return params.length === Object.keys(given).length && params.every(([name, value]) => given[name] === text(value));
  });
  const whole = (request) => `let response = client.request(&${request}).await?;`;
  if (example?.rust) return whole(example.rust);
  const choices = info.choices ?? [];
  const choiceWith = (name) => choices.find((choice) => choice.options.some((option) => namesOf(option).includes(name)));
  const parts = [];
  const required = [];
  const placed = new Set();
  let isWhole = true;
  for (const param of info.params) {
    const choice = choiceWith(param.name);
    if (choice && placed.has(choice)) continue;
    const isRequired = choice ? choice.required : param.required;
    if (!choice && given[param.name] == null) { if (isRequired) required.push([param.name, `/* ${param.name} */`]); continue; }
    let [name, value] = [param.name, given[param.name] == null ? null : rustValue(param, given[param.name])];
    if (choice) {
      const option = choice.options.find((one) => namesOf(one).some((own) => given[own] != null));
      if (!option) { if (isRequired) { placed.add(choice); required.push([choice.name, `/* ${choice.name} */`]); } continue; }
      const own = namesOf(option);
      const values = own.map((one) => (given[one] == null ? null : rustValue(parameter(info, one), given[one])));
      const isSingle = own.length === 1;
      placed.add(choice);
      if (own.some((one, index) => given[one] != null && values[index] == null)) isWhole = false;
      const made = own.map((one, index) => {
        const value = values[index];
        if ((option.required ?? []).includes(one)) return value ?? `/* ${one} */`;
        const { type } = parameter(info, one);
        const wrapped = type === "datetime" ? `DateTime::from(${value})` : ["string", "ticker"].includes(type) ? `${value}.into()` : value;
        return value == null ? "None" : `Some(${wrapped})`;
      });
      const type = choice.name.split("_").map(capital).join("");
      const constructor = `${type}::${option.name}(${made.join(", ")})`;
      [name, value] = isSingle && !choice.required ? [own[0], values[0]] : [choice.name, constructor];
    }
    if (value == null) { isWhole = false; continue; }
    (isRequired ? required : parts).push([name, value]);
  }
  if (!isWhole) return `let params = serde_json::from_str(r#"${JSON.stringify(given)}"#)?;\n${whole(`${info.name}::from_params(&params)?`)}`;
  const setters = (list) => list.map(([name, value]) => `\n    .${name}(${value})`).join("");
  const begin = required.length > 2 ? `${info.name}::builder()${setters(required)}\n    .build()` : `${info.name}::new(${required.map(([, value]) => value).join(", ")})`;
  return whole(parts.length > 1 || required.length > 2 ? `${begin}${setters(parts)}` : `${begin}${parts.map(([name, value]) => `.${name}(${value})`).join("")}`);
}

/** Returns a request in each language. */
function codeOf(info, given, program) {
  const isRead = info.method === "GET" || info.safe;
  const query = new URLSearchParams(isRead ? given : {});
  const address = (format) => { const all = new URLSearchParams(query); if (format) all.set("format", format); const text = all.toString(); return `${location.origin}/${info.command}${text ? `?${text}` : ""}`; };
  const body = isRead ? null : JSON.stringify(given);
  const shell = [program, info.command];
  for (const param of info.params) {
    if (given[param.name] == null) continue;
    if (param.required) shell.push(quoted(given[param.name]));
    else shell.push(`--${param.name.replaceAll("_", "-")}`, quoted(given[param.name]));
  }
  return {
    curl: body ? `curl -X ${info.method} '${address()}' -H 'Content-Type: application/json' -d ${quoted(body)}` : `curl '${address()}'`,
    shell: shell.join(" "),
    python: body
      ? `import requests\n\nreply = requests.request("${info.method}", "${address()}", json=${body})\nreply.raise_for_status()\nprint(reply.json())`
      : `import pandas\n\nprint(pandas.read_csv("${address("csv")}"))`,
    javascript: body
      ? `const reply = await fetch("${address()}", {\n  method: "${info.method}",\n  headers: { "Content-Type": "application/json" },\n  body: ${JSON.stringify(body)},\n});\nconsole.log(await reply.json());`
      : `const reply = await fetch("${address()}");\nconsole.log(await reply.json());`,
    rust: rust(info, given),
  };
}
