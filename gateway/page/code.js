// The request of a form in code.

const quoted = (text) => (/^[\w.,:@%+=/^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Returns the request in Rust: as the catalogue has an example of it, else made of its parameters by name. */
function rust(info, given) {
  const example = (info.examples ?? []).find((known) => {
    const text = (value) => (Array.isArray(value) ? value.join(",") : String(value));
    const params = Object.entries(known.params ?? {});
    return params.length === Object.keys(given).length && params.every(([name, value]) => given[name] === text(value));
  });
  const sent = (request) => `let response = client.request(&${request}).await?;`;
  if (example?.rust) return sent(example.rust);
  return `let params = serde_json::from_str(r#"${JSON.stringify(given)}"#)?;\n${sent(`${info.name}::from_params(&params)?`)}`;
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
