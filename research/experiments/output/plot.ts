/**
 * Plots as plain SVG text: bars in groups, or lines and points over a number axis. No scripts, no outside fonts;
 * readable on light and dark backgrounds because each plot brings its own.
 */
export interface Series {
  readonly name: string;
  /** Bars: one for each group, null where there is none. */
  readonly values: readonly (number | null)[];
  /** Figures of the paper are drawn hollow, beside ours. */
  readonly isPaper?: boolean;
}

interface BarPlot {
  readonly title: string;
  readonly unit: string;
  readonly groups: readonly string[];
  readonly series: readonly Series[];
}

interface PointSeries {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isPaper?: boolean;
}

interface LinePlot {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly series: readonly PointSeries[];
  readonly marks: "lines" | "points";
}

/** Okabe and Ito's colours, told apart by people who confuse red and green. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5a5a5a", "#8c6d1f", "#7b4ab5"];
const HEIGHT = 330;
const LEFT = 56;
const TOP = 64;
const BOTTOM = 84;

export function drawBars({ title, unit, groups, series }: BarPlot): string {
  const barWidth = Math.max(5, Math.min(18, Math.floor(760 / (groups.length * (series.length + 1)))));
  const groupWidth = barWidth * (series.length + 1);
  const width = Math.max(560, LEFT + groupWidth * groups.length + 20);
  const top = niceTop(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const y = scale(top);
  const bars = series.flatMap(({ name, values, isPaper }, index) =>
    values.flatMap((value, group) => {
      if (value === null || Number.isNaN(value)) return [];
      const x = LEFT + group * groupWidth + index * barWidth + barWidth / 2;
      const look = paint(index, isPaper === true);
      const hint = `<title>${escapeXml(`${groups[group]}, ${name}: ${short(value)}`)}</title>`;
      return [
        `<rect x="${n(x)}" y="${n(y(value))}" width="${barWidth - 1}" height="${n(y(0) - y(value))}" ${look}>${hint}</rect>`,
      ];
    }),
  );
  const names = groups.map((group, index) => {
    const x = LEFT + index * groupWidth + groupWidth / 2;
    return `<text transform="translate(${n(x)},${HEIGHT - BOTTOM + 14}) rotate(-35)" text-anchor="end">${escapeXml(group)}</text>`;
  });
  return page(width, title, [legend(series), yAxis(top, width, unit), ...bars, ...names]);
}

export function drawLines({ title, xTitle, yTitle, series, marks }: LinePlot): string {
  const width = 640;
  const all = series.flatMap(({ points }) => points);
  const right = niceTop(Math.max(...all.map(([x]) => x)));
  const top = niceTop(Math.max(...all.map(([, value]) => value)));
  const y = scale(top);
  const x = (value: number): number => LEFT + 10 + (value / right) * (width - LEFT - 40);
  const drawn = series.flatMap(({ points, isPaper, name }, index) => {
    const colour = COLOURS[index % COLOURS.length]!;
    const path = points.map(([px, py]) => `${n(x(px))},${n(y(py))}`).join(" ");
    const line = `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${isPaper ? ' stroke-dasharray="5 4"' : ""}/>`;
    const dots = points.map(
      ([px, py]) =>
        `<circle cx="${n(x(px))}" cy="${n(y(py))}" r="4" ${paint(index, isPaper === true)}><title>${escapeXml(`${name}: ${short(px)}, ${short(py)}`)}</title></circle>`,
    );
    return marks === "lines" ? [line, ...dots] : dots;
  });
  const ticks = axisTicks(right).map(
    (tick) => `<text x="${n(x(tick))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${short(tick)}</text>`,
  );
  const label = `<text x="${n((LEFT + width) / 2)}" y="${HEIGHT - BOTTOM + 40}" text-anchor="middle">${escapeXml(xTitle)}</text>`;
  return page(width, title, [legend(series), yAxis(top, width, yTitle), ...drawn, ...ticks, label]);
}

function page(width: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" font-family="sans-serif" font-size="11" fill="#222" role="img" aria-label="${escapeXml(title)}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="18" font-size="14" font-weight="bold">${escapeXml(title)}</text>
${parts.join("\n")}
</svg>
`;
}

function legend(series: readonly { readonly name: string; readonly isPaper?: boolean }[]): string {
  let x = LEFT;
  let line = 0;
  const entries = series.map(({ name, isPaper }, index) => {
    const room = 26 + name.length * 6.2;
    if (x + room > 620) [x, line] = [LEFT, line + 1];
    const at = 28 + line * 14;
    const entry = `<rect x="${n(x)}" y="${at}" width="9" height="9" ${paint(index, isPaper === true)}/><text x="${n(x + 13)}" y="${at + 9}">${escapeXml(name)}</text>`;
    x += room;
    return entry;
  });
  return entries.join("");
}

function yAxis(top: number, width: number, title: string): string {
  const y = scale(top);
  const lines = axisTicks(top).map(
    (tick) =>
      `<line x1="${LEFT}" x2="${width - 16}" y1="${n(y(tick))}" y2="${n(y(tick))}" stroke="#ddd"/><text x="${LEFT - 6}" y="${n(y(tick) + 4)}" text-anchor="end">${short(tick)}</text>`,
  );
  const label = `<text transform="translate(14,${n((TOP + HEIGHT - BOTTOM) / 2)}) rotate(-90)" text-anchor="middle">${escapeXml(title)}</text>`;
  return [...lines, label].join("");
}

function paint(index: number, isPaper: boolean): string {
  const colour = COLOURS[index % COLOURS.length]!;
  return isPaper ? `fill="#fff" stroke="${colour}" stroke-width="1.5"` : `fill="${colour}"`;
}

function scale(top: number): (value: number) => number {
  return (value) => HEIGHT - BOTTOM - (Math.min(value, top) / top) * (HEIGHT - BOTTOM - TOP);
}

/** The least of 1, 2, 5 × 10ⁿ steps that holds all. */
function niceTop(greatest: number): number {
  if (!(greatest > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(greatest));
  return [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
    .map((step) => step * unit)
    .find((limit) => limit >= greatest - 1e-12)!;
}

function axisTicks(top: number): number[] {
  return Array.from({ length: 6 }, (_, i) => (top * i) / 5);
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
