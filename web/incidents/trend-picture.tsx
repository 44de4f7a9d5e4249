/** How the main suspect of an incident went: its readings before, during and after it, and what was expected of it. */
import * as Plot from "@observablehq/plot";
import { shownCell, shownText } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { ReportIncident, ReportIncidents, ReportTrend } from "../../src/report/report.js";
import { roundStep } from "../../src/report/time-steps.js";
import { axisLabels } from "../explanations/moments.js";
import { PLOT_CLASS, PlotFigure } from "../pictures/plot-figure.js";
import { type TrendShape, trendShape } from "./trend-shape.js";

const HEIGHT = 210;

interface TrendPictureProps {
  readonly each: ReportIncident;
  readonly trend: ReportTrend;
  readonly axis: ReportIncidents["axis"];
  readonly normal: NormalRows;
}

export function TrendPicture({ each, trend, axis, normal }: TrendPictureProps) {
  const shape = trendShape(each, trend, normal);
  const label = `${shownText(trend.feature)} around the incident: ${shape.words}`;
  return (
    <figure class="trend">
      <PlotFigure label={label} draw={(width) => draw(shape, axis, width)} inputs={[each, trend]} />
      <figcaption>
        <span class="key like" aria-hidden="true" /> <bdi>{shownText(trend.feature)}</bdi>,{" "}
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

function draw(shape: TrendShape, axis: ReportIncidents["axis"], width: number): SVGElement | HTMLElement {
  const at = (place: number): Date | number => (axis === "time" ? new Date(place) : place);
  const { categories, low, high } = shape;
  const nameOf = (code: number): string => categories?.[code] ?? "";
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
    y:
      categories === null
        ? { domain: [low, high], label: null, grid: true, ticks: 4 }
        : {
            domain: [-0.5, categories.length - 0.5],
            label: null,
            ticks: categories.map((_, code) => code),
            tickFormat: nameOf,
          },
    marks: [
      Plot.rect([shape.incident], {
        x1: ({ from }) => at(from),
        x2: ({ to }) => at(to),
        y1: () => (categories === null ? low : -0.5),
        y2: () => (categories === null ? high : categories.length - 0.5),
        fill: "var(--wrong-ground)",
      }),
      Plot.areaY(shape.band, {
        x: (point) => at(point.at),
        y1: "min",
        y2: "max",
        fill: "var(--expected-band)",
        curve: "step",
      }),
      ...(["min", "max"] as const).map((bound) =>
        Plot.line(shape.band, {
          x: (point) => at(point.at),
          y: bound,
          stroke: "var(--expected)",
          strokeOpacity: 0.6,
          curve: "step",
        }),
      ),
      ...(categories === null
        ? [
            Plot.areaY(shape.points, {
              x: (point) => at(point.at),
              y1: "low",
              y2: "high",
              fill: "var(--bar)",
              fillOpacity: 0.35,
            }),
            Plot.line(shape.points, {
              x: (point) => at(point.at),
              y: "middle",
              stroke: "var(--bar)",
              strokeWidth: 1.8,
            }),
          ]
        : [
            Plot.dot(shape.points, { x: (point) => at(point.at), y: "low", r: 2.5, fill: "var(--bar)" }),
            Plot.dot(shape.points, { x: (point) => at(point.at), y: "high", r: 2.5, fill: "var(--bar)" }),
          ]),
      Plot.dot(shape.strange, {
        x: (point) => at(point.at),
        y: "value",
        r: 3,
        fill: "var(--wrong)",
        stroke: "var(--surface)",
        strokeWidth: 0.7,
        title: ({ value }) => shownCell(categories === null ? value : nameOf(value)),
      }),
    ],
  });
}
