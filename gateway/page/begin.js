// The pages beside endpoints, and the beginning.

/** Returns the pages that this program has: each shows itself and returns how to leave it. */
function others() {
  const hasBars = state.endpoints.some((info) => info.view?.chart?.length >= 5 && info.params.some((param) => param.required));
  return { ...(about.live ? { watch } : {}), ...(hasBars ? { compare } : {}) };
}

function showPages() {
  $("pages").replaceChildren(...Object.keys(others()).map((name) => make("a", { href: `/#/${name}`, "data-page": name }, name[0].toUpperCase() + name.slice(1))));
}

begin();
