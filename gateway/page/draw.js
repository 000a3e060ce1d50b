// Charts of lines and of bars. Each is a canvas that is drawn anew when its size or the colours change.

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const COLOURS = ["--accent", "--second", "--third", "--fourth", "--fifth", "--sixth"];

/** Draws a canvas by a function of its pen and its size, now and whenever they change. Returns how to draw it anew. */
function drawn(canvas, paint) {
  let planned = 0;
  const plan = () => {
    cancelAnimationFrame(planned);
    planned = requestAnimationFrame(() => {
      const { width, height } = canvas.getBoundingClientRect();
      if (!width) return;
      const ratio = devicePixelRatio || 1;
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      const pen = canvas.getContext("2d");
      pen.scale(ratio, ratio);
      pen.font = "12px system-ui, sans-serif";
      pen.textBaseline = "middle";
      paint(pen, width, height);
    });
  };
  new ResizeObserver(plan).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", plan);
  return plan;
}

/** Returns round numbers between two values, at most so many. */
function ticks(low, high, most) {
  const unit = 10 ** Math.floor(Math.log10((high - low) / most || 1));
  const step = [1, 2, 5, 10, 20].map((factor) => factor * unit).find((size) => (high - low) / size <= most) ?? unit * 50;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) found.push(Math.abs(value) < step / 1e6 ? 0 : value);
  const decimals = Math.min(8, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return found.map((value) => ({ value, text: Math.abs(high) >= 1e5 ? compact.format(value) : withDecimals(decimals).format(value) }));
}

/** Returns times between the first and the last one, each with its day, or with its time where all are of one day; none twice. */
function timeTicks(xs, most) {
  const [from, to] = [xs[0], xs.at(-1)];
  const values = xs.length <= most ? xs : Array.from({ length: most }, (_, index) => from + ((to - from) * index) / (most - 1));
  const isWithinDay = dayOf(from) === dayOf(to);
  const texts = values.map((value) => ({ value, text: isWithinDay ? new Date(value).toISOString().slice(11, 16) : dayOf(value) }));
  return texts.filter(({ text }, index) => text !== texts[index - 1]?.text);
}

const dayOf = (value) => new Date(value).toISOString().slice(0, 10);

/** Draws a line through points. */
function stroke(pen, points) {
  pen.beginPath();
  for (const point of points) pen.lineTo(...point);
  pen.stroke();
}

/** Draws the lines of a scale, and returns where a value lies. */
function scale(pen, least, most, top, height, right, words) {
  const pad = (most - least || Math.abs(most) || 1) * 0.06;
  const [low, high] = [least - (least === 0 ? 0 : pad), most + (most === 0 ? 0 : pad)];
  const y = (value) => top + height * (1 - (value - low) / (high - low));
  pen.strokeStyle = colour("--line");
  pen.fillStyle = colour("--quiet");
  pen.textAlign = "left";
  for (const { value, text } of ticks(low, high, 6)) {
    stroke(pen, [[8, y(value)], [right, y(value)]]);
    pen.fillText(words?.(value).replace(/\.0+(?=\D*$)/, "") ?? text, right + 8, y(value));
  }
  return y;
}

/** Draws the line at which values are read. */
function guide(pen, x, top, bottom) {
  pen.strokeStyle = colour("--quiet");
  pen.setLineDash([3, 3]);
  stroke(pen, [[x, top], [x, bottom]]);
  pen.setLineDash([]);
}

/** Makes the names of the colours of a chart, with a text beside each, and a text before all. */
function legend(names, texts = [], before = null) {
  return make("div", { class: "legend" }, before && make("b", {}, before), ...names.map((name, index) =>
    make("span", {}, make("i", { class: `swatch c${index % COLOURS.length}` }), name, texts[index] ? make("b", {}, " ", texts[index]) : null)));
}

/** Makes a chart whose values are read at the pointer, or with the arrows: `places` gives the x of each, `read` the legend there. */
function readable(label, paint, places, read, end = null) {
  const canvas = make("canvas", { class: "small", role: "img", tabindex: "0", "aria-label": `${label}; arrows read the values` });
  const reading = make("div", { "aria-live": "polite" }, read(end));
  let current = null;
  let xs = [];
  const plan = drawn(canvas, (pen, width, height) => {
    paint(pen, width, height);
    xs = places(width);
    if (current !== null) guide(pen, xs[current], 8, height - 24);
  });
  const move = (index) => {
    current = index;
    reading.replaceChildren(read(index ?? end));
    plan();
  };
  const nearest = (x) => xs.reduce((best, place, index) => (Math.abs(place - x) < Math.abs(xs[best] - x) ? index : best), 0);
  const point = (event) => move(nearest(event.clientX - canvas.getBoundingClientRect().left));
  canvas.addEventListener("pointermove", point);
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointerleave", () => move(null));
  canvas.addEventListener("keydown", (event) => {
    const step = stepOf(event, "ArrowLeft", "ArrowRight");
    if (step) move(current === null ? (step > 0 ? 0 : xs.length - 1) : Math.max(0, Math.min(xs.length - 1, current + step)));
  });
  return make("div", {}, reading, canvas);
}

/** Makes a chart of lines: each has a name and points, in the order of `x`. `texts` gives the words for a value of each axis. */
function linesView(all, label, { dots = false, time = false, y: words, x: wordsX = compact.format, end = null } = {}) {
  const points = all.flatMap((line) => line.points);
  if (points.length === 0) return nothing();
  const xs = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  const [from, to] = [xs[0], xs.at(-1)];
  const [least, most] = [Math.min(...points.map((point) => point.y)), Math.max(...points.map((point) => point.y))];
  const place = (width) => (value) => 12 + ((value - from) / (to - from || 1)) * (width - 86);
  const known = all.map((line) => new Map(line.points.map((point) => [point.x, point.y])));
  const paint = (pen, width, height) => {
    const bottom = height - 24;
    const y = scale(pen, least, most, 8, bottom - 12, width - 62, words);
    const x = place(width);
    all.forEach((line, index) => {
      pen.strokeStyle = pen.fillStyle = colour(COLOURS[index % COLOURS.length]);
      pen.lineWidth = 1.75;
      stroke(pen, line.points.map((point) => [x(point.x), y(point.y)]));
      if (dots) for (const point of line.points) { pen.beginPath(); pen.arc(x(point.x), y(point.y), 2.6, 0, 7); pen.fill(); }
    });
    pen.lineWidth = 1;
    pen.fillStyle = colour("--quiet");
    const count = Math.max(2, Math.floor(width / 140));
    const texts = time ? timeTicks(xs, count) : ticks(from, to, count + 2);
    for (const { value, text } of texts) {
      pen.textAlign = x(value) < 40 ? "left" : x(value) > width - 110 ? "right" : "center";
      pen.fillText(text, x(value), height - 10);
    }
  };
  const read = (index) => {
    const texts = index === null ? [] : index === "end" ? end : known.map((line) => (line.has(xs[index]) ? (words ?? compact.format)(line.get(xs[index])) : "–"));
    return legend(all.map((line) => line.name), texts, isNumber(index) ? (time ? dayOf(xs[index]) : wordsX(xs[index])) : null);
  };
  return readable(label, paint, (width) => xs.map(place(width)), read, end && "end");
}

/** Makes a chart of bars in groups, the oldest first. */
function barsView(groups, names, label) {
  const values = groups.flatMap((group) => group.values).filter(isNumber);
  if (values.length === 0) return nothing();
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const middles = (width) => groups.map((_, index) => 12 + ((width - 78) / groups.length) * (index + 0.5));
  const paint = (pen, width, height) => {
    const y = scale(pen, least, most, 8, height - 36, width - 62);
    const step = (width - 78) / groups.length;
    const thick = Math.min(34, (step * 0.76) / names.length);
    groups.forEach((group, index) => {
      const middle = middles(width)[index];
      group.values.forEach((value, number) => {
        if (!isNumber(value)) return;
        pen.fillStyle = colour(COLOURS[number % COLOURS.length]);
        const left = middle + (number - names.length / 2) * thick;
        pen.fillRect(left, Math.min(y(0), y(value)), thick - 2, Math.max(1, Math.abs(y(0) - y(value))));
      });
      pen.fillStyle = colour("--quiet");
      pen.textAlign = "center";
      pen.fillText(group.label, middle, height - 10);
    });
  };
  const read = (index) => legend(names, index === null ? [] : groups[index].values.map((value) => (isNumber(value) ? compact.format(value) : "–")), index === null ? null : groups[index].label);
  return readable(label, paint, middles, read);
}
