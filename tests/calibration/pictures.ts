import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import pl from "nodejs-polars";
import { chart } from "@/figures/chart.ts";
import { dots } from "@/figures/recipes/row_chart.ts";
import { heatmap } from "@/figures/recipes/heatmap.ts";
import { fixed } from "@/figures/theme.ts";
import { wilson } from "@/stats/wilson.ts";
import { FAMILY_PICTURES, type FamilyPicture } from "./families.ts";
import { CalibrationRecord, type CalibrationRow } from "./record.ts";
import { allowed } from "./scenario.ts";

/** Pictures of what calibration found: a heatmap of coverage per procedure, and rates with their Monte-Carlo interval. */
export async function drawCalibration(from: string, out: string = from): Promise<void> {
  if (!existsSync(from)) return;
  mkdirSync(out, { recursive: true });
  const written = readdirSync(from);
  if (written.includes("grid.csv")) await drawGrid(out, new CalibrationRecord(`${from}/grid.csv`).rows);
  if (written.includes("scenarios.csv")) {
    await drawScenarios(out, new CalibrationRecord(`${from}/scenarios.csv`).rows);
  }
}

const distinct = (values: readonly string[]) => [...new Set(values)];

async function drawGrid(folder: string, rows: readonly CalibrationRow[]): Promise<void> {
  for (const procedure of distinct(rows.map((row) => row.procedure))) {
    const own = rows.filter((row) => row.procedure === procedure);
    const settings = own.map(({ setting }) => /^CDS (.*), acc\. (.*)$/.exec(setting)!);
    const frame = pl.DataFrame({
      clusters: own.map((row) => row.clusters),
      share: settings.map(([, share]) => share),
      accuracy: settings.map(([, , accuracy]) => accuracy),
      coverage: own.map((row) => 100 * Number(row.rate)),
      n: own.map((row) => Number(row.simulations)),
      off: own.map(offBand),
      fewer: own.map((row) => isOfFewer(row) ? 1 : 0),
    });
    const { svg } = await chart(frame, {
      value: "coverage",
      n: ["n"],
      more: ["off", "fewer"],
      provenance: "simulated",
      title: `Coverage of the 95% interval: ${procedure}`,
      caption: gridCaption(own),
      recipe: heatmap({
        rows: "clusters",
        ...(distinct(settings.map(([, share]) => share)).length > 1
          ? {
            columns: ["share", "accuracy"],
            columnTitle: "share of the rarer subset\naccuracy of the judge",
          }
          // What does not know of subsets has one share.
          : { columns: "accuracy", columnTitle: "accuracy of the judge" }),
        label: "Coverage (%), white: 95 as wanted",
        framed: ({ more }) => more.off !== 0,
        note: ({ more }) =>
          [more.off < 0 ? "below" : more.off > 0 ? "above" : "", more.fewer > 0 ? "°" : ""].join(" ").trim(),
        domain: [90, 100],
        scale: "diverging",
        decimals: 1,
        order: { rows: distinct(own.map((row) => row.clusters)) },
      }),
    });
    writeFileSync(
      `${folder}/coverage-${
        procedure.toLowerCase().replace("κ", "kappa").replace("τ", "tau").replaceAll(/[^a-z]+/g, "-")
      }.svg`,
      svg,
    );
  }
}

/** On which side of its band a rate lies, beyond what its Monte-Carlo error allows; 0 for none, as the record says. */
function offBand({ in_band, rate, band_low }: CalibrationRow): number {
  return in_band === "true" ? 0 : Number(rate) < Number(band_low) ? -1 : 1;
}

/** Whether some of a cell's data sets certainly had no interval: each batch's share is of those that had one. */
const isOfFewer = ({ hits }: CalibrationRow) => !Number.isInteger(Number(hits));

/** What is seen in a grid: its marks are named where it has them. */
function gridCaption(rows: readonly CalibrationRow[]): string {
  const counts = distinct(rows.map((row) => row.simulations)),
    percent = (rate: number) => fixed(100 * rate, 1);
  const [{ band_low, band_high, simulations }] = rows;
  const band = [Number(band_low), Number(band_high)] as const;
  const [low, high] = allowed(band, Number(simulations)).map(percent);
  const off = rows.map(offBand);
  const sides = [
    ...(off.some((side) => side < 0) ? [`“below” (under ${low})`] : []),
    ...(off.some((side) => side > 0) ? [`“above” (over ${high})`] : []),
  ];
  const fewer = rows.some(isOfFewer)
    ? "; those without an interval (too little data) do not count, of cells with ° some for certain"
    : "";
  const limits = counts.length > 1
    ? ""
    : sides.length > 0
    ? `, ${sides.join(" or ")}`
    : ` (${low} to ${high})`;
  return `Percent of intervals that hold the true value, ${
    counts.join(" or ")
  } simulated data sets per cell${fewer}. ` +
    `Wanted: ${100 * band[0]} to ${100 * band[1]}; ${
      sides.length > 0 ? "framed:" : "no cell is"
    } off by more than three Monte-Carlo errors${limits}. ` +
    "Clusters of 5 rows on average, correlation within 0.3; very unequal: log-normal sizes; tied: large clusters are harder.";
}

/** What the mark of a coverage with a band of its own means. */
const ELSEWHERE = "more than 97 or less than 93 was accepted beforehand, as data are few or coarse";

async function drawScenarios(folder: string, rows: readonly CalibrationRow[]): Promise<void> {
  for (const { picture, scenarios } of inPictures(rows)) {
    const { kind, file, of } = picture, wanted = kind === "coverage" ? 95 : 5;
    const others = scenarios.filter(({ row }) => hasOtherBand(row)).length, all = others === scenarios.length;
    const limits = scenarios.map(({ row }) => wilson(Number(row.hits), Number(row.simulations)));
    const frame = pl.DataFrame({
      family: scenarios.map(({ family }) => family),
      scenario: scenarios.map(({ name, row }) =>
        `${name}${hasOtherBand(row) && !all ? "*" : ""} (${Number(row.simulations).toLocaleString("en")})`
      ),
      rate: scenarios.map(({ row }) => 100 * Number(row.rate)),
      low: limits.map(({ low }) => 100 * low),
      high: limits.map(({ high }) => 100 * high),
      n: scenarios.map(({ row }) => Number(row.simulations)),
      inside: scenarios.map(({ row }) =>
        row.in_band === "true" ? "compatible with its band" : "outside its band"
      ),
    });
    const { svg } = await chart(frame, {
      value: "rate",
      n: ["n"],
      provenance: "simulated",
      title: kind === "coverage"
        ? `Coverage of 95% intervals: ${of}`
        : `True null hypotheses rejected at 5%: ${of}`,
      caption:
        `Percent of simulated data sets (how many stands in brackets); line: its 95% interval (Wilson’s), for the Monte-Carlo error. ` +
        `Wanted: ${wanted} (dashed)${others === 0 ? "" : all ? " " : "; *: "}${
          others === 0 ? "" : kind === "coverage" ? ELSEWHERE : "or less, as exact tests and joint claims do"
        }.`,
      recipe: dots({
        rows: ["family", "scenario"],
        headed: true,
        series: "inside",
        unit: "number",
        decimals: 1,
        label: kind === "coverage"
          ? "Data sets whose interval holds the truth (%)"
          : "Data sets with a rejection (%)",
        at: [wanted],
        reach: kind === "coverage" ? [80, 100] : [0, 15],
        ticks: kind === "coverage" ? [80, 85, 90, 95, 100] : [0, 5, 10, 15],
      }),
    });
    writeFileSync(`${folder}/${file}.svg`, svg);
  }
}

/** Whether a scenario's rate may lie elsewhere than usual: intervals from 93 to 97, tests on both sides of 5. */
function hasOtherBand({ kind, band_low, band_high }: CalibrationRow): boolean {
  return kind === "coverage" ? band_low !== "0.93" || band_high !== "0.97" : band_low === "0";
}

/** A scenario with its place in a picture. */
interface Shown {
  row: CalibrationRow;
  family: string;
  name: string;
}

/** Scenarios by the picture that shows them, in its order of families, within them by name (numbers by size). */
export function inPictures(
  rows: readonly CalibrationRow[],
): { picture: FamilyPicture; scenarios: Shown[] }[] {
  const left = new Set(rows);
  const found = FAMILY_PICTURES.map((picture, i) => {
    const isLast = FAMILY_PICTURES[i + 1]?.kind !== picture.kind;
    const scenarios = [...picture.families, ...(isLast ? [["Others", /^/] as const] : [])].flatMap(
      ([family, begins]) => {
        const own = [...left].filter((row) => row.kind === picture.kind && begins.test(row.scenario));
        own.forEach((row) => left.delete(row));
        return own.map((row): Shown => ({ row, family, name: readable(row, begins) }))
          .sort((a, b) => orderOf(a.name).localeCompare(orderOf(b.name), "en", { numeric: true }));
      },
    );
    return { picture, scenarios };
  });
  return found.filter(({ scenarios }) => scenarios.length > 0);
}

/** A name as it is sorted by its numbers: thousands together, as many decimals everywhere. */
const orderOf = (name: string) =>
  name.replace(/(?<=\d),(?=\d{3})/g, "").replace(/(?<=\d\.)\d+/g, (decimals) => decimals.padEnd(4, "0"));

/** A scenario as a row is named: without what its family says, with leading zeros and thousands apart. */
function readable({ scenario, kind }: CalibrationRow, begins: RegExp): string {
  return scenario.replace(begins, "")
    .replace("on the whole and three families", "and three families")
    .replace(" at once: ", ": ")
    .replace(/: regression$/, kind === "coverage" ? "" : "$&")
    .replace(/(?<![\d.])\.(?=\d)/g, "0.")
    .replace(/(?<![\d.,])(\d)(\d{3})(?!\d)/g, "$1,$2");
}
