// Charts beside candles. Each is a canvas that is drawn anew when its size or the colours change.

/** Makes a canvas that is drawn by a function of its pen and its size. */
function drawing(label, paint, onmove) {
  const canvas = make("canvas", { class: "small", role: "img", "aria-label": label });
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
  if (onmove) {
    canvas.addEventListener("pointermove", (event) => onmove(event.clientX - canvas.getBoundingClientRect().left, canvas.clientWidth));
  }
  return canvas;
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const COLOURS = ["--accent", "--second", "--third", "--fourth", "--fifth", "--sixth"];
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

/** Draws the lines of a scale, and returns where a value lies. */
function scale(pen, least, most, top, height, right) {
  const pad = (most - least || Math.abs(most) || 1) * 0.06;
  const [low, high] = [least - (least === 0 ? 0 : pad), most + pad];
  const unit = 10 ** Math.floor(Math.log10((high - low) / 4));
  const tick = [1, 2, 5, 10].map((factor) => factor * unit).find((size) => (high - low) / size <= 6) ?? unit * 10;
  const y = (value) => top + height * (1 - (value - low) / (high - low));
  pen.strokeStyle = colour("--line");
  pen.fillStyle = colour("--quiet");
  pen.textAlign = "left";
  for (let value = Math.ceil(low / tick) * tick; value <= high; value += tick) {
    pen.beginPath();
    pen.moveTo(8, y(value));
    pen.lineTo(right, y(value));
    pen.stroke();
    pen.fillText(compact.format(Math.abs(value) < tick / 1e6 ? 0 : value), right + 8, y(value));
  }
  return y;
}

/** Names the colours of a chart. */
function legend(names, facts) {
  return make("div", { class: "legend" }, ...names.map((name, index) =>
    make("span", {}, make("i", { class: `swatch c${index % COLOURS.length}` }), name, facts?.[index] ? make("b", { class: facts[index].class }, ` ${facts[index].text}`) : null)));
}

/** Makes a chart of lines: each has a name and points, in the order of `x`. */
function linesView(lines, label, { dots = false, time = false } = {}) {
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return nothing();
  const [from, to] = [Math.min(...points.map((point) => point.x)), Math.max(...points.map((point) => point.x))];
  const [least, most] = [Math.min(...points.map((point) => point.y)), Math.max(...points.map((point) => point.y))];
  return drawing(label, (pen, width, height) => {
    const right = width - 62;
    const bottom = height - 24;
    const y = scale(pen, least, most, 8, bottom - 12, right);
    const x = (value) => 12 + ((value - from) / (to - from || 1)) * (right - 24);
    lines.forEach((line, index) => {
      pen.strokeStyle = pen.fillStyle = colour(COLOURS[index % COLOURS.length]);
      pen.lineWidth = 1.75;
      pen.beginPath();
      line.points.forEach((point, at) => (at ? pen.lineTo(x(point.x), y(point.y)) : pen.moveTo(x(point.x), y(point.y))));
      pen.stroke();
      if (dots) for (const point of line.points) { pen.beginPath(); pen.arc(x(point.x), y(point.y), 2.6, 0, 7); pen.fill(); }
    });
    pen.lineWidth = 1;
    pen.fillStyle = colour("--quiet");
    const count = Math.max(2, Math.floor(width / 140));
    for (let index = 0; index < count; index += 1) {
      const value = from + ((to - from) * index) / (count - 1);
      pen.textAlign = index === 0 ? "left" : index === count - 1 ? "right" : "center";
      pen.fillText(time ? new Date(value).toISOString().slice(0, 10) : compact.format(value), x(value), height - 10);
    }
  });
}

/** Makes a chart of bars in groups, the oldest first. */
function barsView(groups, names, label) {
  const values = groups.flatMap((group) => group.values).filter(isNumber);
  if (values.length === 0) return nothing();
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return drawing(label, (pen, width, height) => {
    const right = width - 62;
    const bottom = height - 24;
    const y = scale(pen, least, most, 8, bottom - 12, right);
    const step = (right - 16) / groups.length;
    const thick = Math.min(34, (step * 0.76) / names.length);
    groups.forEach((group, at) => {
      const middle = 12 + step * (at + 0.5);
      group.values.forEach((value, index) => {
        if (!isNumber(value)) return;
        pen.fillStyle = colour(COLOURS[index % COLOURS.length]);
        const left = middle + (index - names.length / 2) * thick;
        pen.fillRect(left, Math.min(y(0), y(value)), thick - 2, Math.max(1, Math.abs(y(0) - y(value))));
      });
      pen.fillStyle = colour("--quiet");
      pen.textAlign = "center";
      pen.fillText(group.label, middle, height - 10);
    });
  });
}
