/** How the main suspect of an incident went: its readings before, during and after it, and what was expected of it. */
import * as Plot from "@observablehq/plot";
import { shownCell, shownText } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { Report, ReportIncident, ReportIncidents, ReportTrend } from "../../src/report/report.js";
import { roundStep } from "../../src/report/time-steps.js";
import { axisLabels } from "../explanations/moments.js";
import { suspectColour } from "../explanations/suspect-colours.js";
import { PLOT_CLASS, PlotFigure } from "../pictures/plot-figure.js";
import { type TrendShape, trendShape } from "./trend-shape.js";

const HEIGHT = 210;

interface TrendPictureProps {
  readonly each: ReportIncident;
  readonly trend: ReportTrend;
  readonly axis: ReportIncidents["axis"];
  readonly normal: NormalRows & Pick<Report, "suspects">;
}

export function TrendPicture({ each, trend, axis, normal }: TrendPictureProps) {
  const shape = trendShape(each, trend, normal);
  const colour = suspectColour(normal, trend.feature);
  const label = `${shownText(trend.feature)} around the incident: ${shape.words}`;
  return (
    <figure class="trend">
      <PlotFigure label={label} draw={(width) => draw({ ...shape, colour }, axis, width)} inputs={[each, trend]} />
      <figcaption>
        <span class={`key series-${colour}`} aria-hidden="true" /> <bdi>{shownText(trend.feature)}</bdi>,{" "}
        <span class="key strange" aria-hidden="true" /> strange rows
        {shape.band.length > 0 && (
          <>
            , <span class="key expected-key" aria-hidden="true" /> what was expected
          </>
        )}
        ; the incident is shaded.
      </figcaption>
    </figure>
  );
}

/** Round times by a clock of 24 hours, or rows. */
function ticksOf({ from, to }: TrendShape, axis: ReportIncidents["axis"], count: number) {
  if (axis === "order") return { ticks: count, tickFormat: (row: number) => `row ${row}` };
  const step = roundStep(to - from, count);
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  const labels = axisLabels(ticks, step);
  return {
    ticks: ticks.map((tick) => new Date(tick)),
    tickFormat: (_: Date, place: number) => labels[place] ?? "",
  };
}

type Place = (at: number) => Date | number;

/** With the place of its suspect's colour, the same as in other pictures of the report. */
type ColouredShape = TrendShape & { readonly colour: number };

function draw(shape: ColouredShape, axis: ReportIncidents["axis"], width: number): SVGElement | HTMLElement {
  const at: Place = (place) => (axis === "time" ? new Date(place) : place);
  const { categories } = shape;
  return Plot.plot({
    width,
    height: categories === null ? HEIGHT : Math.min(HEIGHT, 60 + 26 * categories.length),
    className: PLOT_CLASS,
    marginTop: 10,
    marginRight: 12,
    marginBottom: 38,
    marginLeft: categories === null ? 52 : Math.min(110, 16 + 7 * Math.max(...categories.map((name) => name.length))),
    x: {
      type: axis === "time" ? "utc" : "linear",
      domain: [at(shape.from), at(shape.to)],
      label: null,
      ...ticksOf(shape, axis, Math.max(2, Math.round(width / 110))),
    },
    y: valueAxis(shape),
    marks: [
      incidentMark(shape, at),
      ...expectedMarks(shape, at),
      ...(categories === null ? numberMarks(shape, at) : categoryMarks(shape, at)),
      strangeMark(shape, at),
    ],
  });
}

/** Categories stand at 0, 1, …, with half a step of room on either side. */
function valueAxis({ categories, low, high }: TrendShape): Plot.ScaleOptions {
  if (categories === null) return { domain: [low, high], label: null, grid: true, ticks: 4 };
  return {
    domain: [-0.5, categories.length - 0.5],
    label: null,
    ticks: categories.map((_, code) => code),
    tickFormat: (code: number) => nameOf(categories, code),
  };
}

function incidentMark({ incident, categories, low, high }: TrendShape, at: Place): Plot.Markish {
  return Plot.rect([incident], {
    x1: ({ from }) => at(from),
    x2: ({ to }) => at(to),
    y1: () => (categories === null ? low : -0.5),
    y2: () => (categories === null ? high : categories.length - 0.5),
    fill: "var(--wrong-ground)",
  });
}

/** The band of what was expected, and its two edges. */
function expectedMarks({ band }: TrendShape, at: Place): Plot.Markish[] {
  const x = (point: TrendShape["band"][number]): Date | number => at(point.at);
  return [
    Plot.areaY(band, { x, y1: "min", y2: "max", fill: "var(--expected-band)", curve: "step" }),
    ...(["min", "max"] as const).map((bound) =>
      Plot.line(band, { x, y: bound, stroke: "var(--expected)", strokeOpacity: 0.6, curve: "step" }),
    ),
  ];
}

function numberMarks({ points, colour }: ColouredShape, at: Place): Plot.Markish[] {
  const x = (point: TrendShape["points"][number]): Date | number => at(point.at);
  return [
    Plot.areaY(points, { x, y1: "low", y2: "high", fill: `var(--series-${colour})`, fillOpacity: 0.35 }),
    Plot.line(points, { x, y: "middle", stroke: `var(--series-${colour})`, strokeWidth: 1.8 }),
  ];
}

function categoryMarks({ points, colour }: ColouredShape, at: Place): Plot.Markish[] {
  const x = (point: TrendShape["points"][number]): Date | number => at(point.at);
  return ["low", "high"].map((y) => Plot.dot(points, { x, y, r: 2.5, fill: `var(--series-${colour})` }));
}

function strangeMark({ strange, categories }: TrendShape, at: Place): Plot.Markish {
  return Plot.dot(strange, {
    x: (point) => at(point.at),
    y: "value",
    r: 3,
    fill: "var(--wrong)",
    stroke: "var(--surface)",
    strokeWidth: 0.7,
    title: ({ value }) => shownCell(categories === null ? value : nameOf(categories, value)),
  });
}

function nameOf(categories: readonly string[], code: number): string {
  return categories[code] ?? "";
}
