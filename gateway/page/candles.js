// The chart of bars: candles with their volume, which the pointer reads, drags and zooms.

/** Returns the columns of the bars that rows have: time, open, high, low, close, volume. */
function chartColumns(info, rows) {
  const columns = info.view?.chart;
  return columns?.length >= 5 && rows.some((row) => isNumber(row[columns[4]])) ? columns : null;
}

function candlesView(info, [time, open, high, low, close, volume], rows, { decimals, zone }) {
  const bars = rows.filter((row) => isNumber(row[close]));
  const canvas = make("canvas", { tabindex: "0", role: "img", "aria-label": `Candles of ${bars.length} bars; arrows move, plus and minus zoom` });
  const reading = make("div", { class: "reading", "aria-live": "polite" });
  const range = { from: 0, to: bars.length };
  let current = bars.length - 1;
  let grip = null;
  const words = formatOf(info, close, [], { decimals: priceDecimals(bars.map((bar) => bar[close]), decimals ?? 2) });
  const hasVolume = bars.some((bar) => bar[volume] > 0);
  const span = () => range.to - range.from;

  function read() {
    const bar = bars[current];
    if (!bar) return;
    const parts = [timeText(String(bar[time]), zone) ?? String(bar[time]), ...[["O", open], ["H", high], ["L", low], ["C", close], ["V", volume]]
      .filter(([, column]) => bar[column] != null && (column !== volume || hasVolume)).map(([label, column]) => `${label} ${(column === volume ? compact.format : words)(bar[column])}`)];
    const before = bars[current - 1]?.[close];
    const change = before ? ((bar[close] - before) / before) * 100 : null;
    reading.replaceChildren(...parts.map((part) => make("span", {}, part)),
      change === null ? "" : moved(change, `${Math.abs(change).toFixed(2)} %`));
  }

  /** Returns the bars that are seen; bars that share a pixel are one. */
  function groupsOf(room) {
    const part = bars.slice(range.from, range.to);
    const per = Math.max(1, Math.ceil(part.length / (room / 2)));
    const groups = [];
    for (let index = 0; index < part.length; index += per) {
      const group = part.slice(index, index + per);
      groups.push({
        open: group[0][open] ?? group[0][close], close: group.at(-1)[close], time: String(group[0][time]),
        high: Math.max(...group.map((bar) => bar[high] ?? bar[close])), low: Math.min(...group.map((bar) => bar[low] ?? bar[close])),
        volume: group.reduce((sum, bar) => sum + (bar[volume] ?? 0), 0),
      });
    }
    return { groups, per };
  }

  const plan = drawn(canvas, (pen, width, height) => {
    const right = 66, bottom = 22, top = 10;
    const inner = { width: width - right - 8, height: height - bottom - top };
    const { groups, per } = groupsOf(inner.width);
    if (!groups.length) return;
    const greatest = Math.max(...groups.map((bar) => bar.volume));
    // Where nothing has a volume, the candles have its room.
    const room = inner.height * (greatest > 0 ? 0.78 : 1);
    const y = scale(pen, Math.min(...groups.map((bar) => bar.low)), Math.max(...groups.map((bar) => bar.high)), top, room, width - right);
    const step = inner.width / groups.length;
    const x = (index) => 8 + step * (index + 0.5);
    const moment = (bar) => momentOf(bar.time, zone) ?? [bar.time];
    const isWithinDay = moment(groups[0])[0] === moment(groups.at(-1))[0];
    let [last, free] = ["", 0];
    const thick = Math.max(1, Math.min(step * 0.7, 14));
    groups.forEach((bar, index) => {
      pen.fillStyle = pen.strokeStyle = colour(bar.close < bar.open ? "--down" : "--up");
      stroke(pen, [[x(index), y(bar.high)], [x(index), y(bar.low)]]);
      const [upper, lower] = [y(Math.max(bar.open, bar.close)), y(Math.min(bar.open, bar.close))];
      pen.fillRect(x(index) - thick / 2, upper, thick, Math.max(1, lower - upper));
      if (greatest > 0) {
        pen.globalAlpha = 0.35;
        const tall = (inner.height - room - 8) * (bar.volume / greatest);
        pen.fillRect(x(index) - thick / 2, top + inner.height - tall, thick, tall);
        pen.globalAlpha = 1;
      }
      const text = x(index) >= free && x(index) < width - right - 40 ? moment(bar)[isWithinDay ? 1 : 0] ?? "" : last;
      if (text !== last) {
        [last, free] = [text, x(index) + 110];
        pen.fillStyle = colour("--quiet");
        pen.fillText(text, Math.max(8, x(index) - 4), height - bottom / 2);
      }
    });
    pen.fillStyle = colour("--quiet");
    if (greatest > 0) pen.fillText(compact.format(greatest), width - right + 8, top + room + 14);
    if (current >= range.from && current < range.to) guide(pen, x(Math.floor((current - range.from) / per)), top, top + inner.height);
    read();
  });

  const show = (from, wanted) => {
    const size = Math.min(bars.length, Math.max(5, Math.round(wanted)));
    range.from = Math.max(0, Math.min(Math.round(from), bars.length - size));
    range.to = range.from + size;
    plan();
  };
  const zoom = (factor, middle) => show(range.from + span() * middle * (1 - factor), span() * factor);
  const barAt = (event) => {
    const { left, width } = canvas.getBoundingClientRect();
    return Math.min(range.to - 1, Math.max(range.from, range.from + Math.floor(((event.clientX - left - 8) / (width - 74)) * span())));
  };
  canvas.addEventListener("pointermove", (event) => {
    // A grip drags what is zoomed.
    if (grip && span() < bars.length) return show(grip.from + Math.round(((grip.x - event.clientX) / canvas.clientWidth) * span()), span());
    current = barAt(event);
    plan();
  });
  canvas.addEventListener("pointerdown", (event) => { grip = { x: event.clientX, from: range.from }; current = barAt(event); canvas.setPointerCapture(event.pointerId); plan(); });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { grip = null; });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, (barAt(event) - range.from) / Math.max(1, span()));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const step = stepOf(event, "ArrowLeft", "ArrowRight");
    if (step) {
      current = Math.min(bars.length - 1, Math.max(0, current + step));
      if (current < range.from || current >= range.to) show(current - span() / 2, span());
      plan();
    } else if (event.key === "+" || event.key === "=") zoom(1 / 1.3, 0.5);
    else if (event.key === "-") zoom(1.3, 0.5);
    else return;
    event.preventDefault();
  });
  return make("div", {}, reading, canvas);
}
