import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import pl from "nodejs-polars";
import { chart } from "@/figures/chart.ts";
import { dots } from "@/figures/recipes/dots.ts";
import { heatmap } from "@/figures/recipes/heatmap.ts";
import { wilson } from "@/stats/wilson.ts";
import { CalibrationRecord, type CalibrationRow } from "./record.ts";

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

async function drawGrid(folder: string, rows: readonly CalibrationRow[]): Promise<void> {
  for (const procedure of new Set(rows.map((row) => row.procedure))) {
    const own = rows.filter((row) => row.procedure === procedure);
    const frame = pl.DataFrame({
      clusters: own.map((row) => row.clusters),
      setting: own.map((row) => row.setting),
      coverage: own.map((row) => 100 * Number(row.rate)),
      n: own.map((row) => Number(row.simulations)),
    });
    const outside = new Set(
      own.filter((row) => row.in_band === "false").map((row) => `${row.clusters}\n${row.setting}`),
    );
    const levels = (name: "clusters" | "setting") => [...new Set(own.map((row) => row[name]))];
    const { svg } = await chart(frame, {
      value: "coverage",
      n: ["n"],
      provenance: "simulated",
      title: `Coverage of the 95% interval: ${procedure}`,
      caption: `Share of ${
        [...new Set(own.map((row) => row.simulations))].join(" or ")
      } simulated data sets per cell whose interval holds the true value, in percent; wanted: 93 to 97, framed: outside by three Monte-Carlo errors. ` +
        "Clusters of 5 rows on average, correlation within 0.3; very unequal: log-normal sizes; tied: large clusters are harder.",
      recipe: heatmap({
        rows: "clusters",
        columns: "setting",
        label: "Coverage (%); columns: share of CDS, accuracy of the judge",
        names: Object.fromEntries(levels("setting").map((name) => [name, name.replace(/CDS |acc\. /g, "")])),
        // What so many data sets leave open is no fault.
        framed: ({ keys }) =>
          outside.has(`${keys.clusters}
${keys.setting}`),
        domain: [85, 100],
        scale: "sequential",
        decimals: 1,
        order: { rows: levels("clusters"), columns: levels("setting") },
      }),
    });
    writeFileSync(
      `${folder}/coverage-${procedure.toLowerCase().replace("κ", "kappa").replaceAll(/[^a-z]+/g, "-")}.svg`,
      svg,
    );
  }
}

async function drawScenarios(folder: string, rows: readonly CalibrationRow[]): Promise<void> {
  for (const [kind, name, wanted] of [["coverage", "coverage", 95], ["rejection", "size", 5]] as const) {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) continue;
    // Wilson's, which hold where all data sets or none are hit.
    const intervals = own.map(({ hits, simulations }) => wilson(Number(hits), Number(simulations)));
    const frame = pl.DataFrame({
      scenario: own.map((row) => `${readable(row.scenario)} · ${row.simulations}`),
      rate: own.map((row) => 100 * Number(row.rate)),
      low: intervals.map(({ low }) => 100 * low),
      high: intervals.map(({ high }) => 100 * high),
      n: own.map((row) => Number(row.simulations)),
      inside: own.map((row) => row.in_band === "true" ? "compatible with its band" : "outside its band"),
    });
    const { svg } = await chart(frame, {
      value: "rate",
      n: ["n"],
      provenance: "simulated",
      title: kind === "coverage" ? "Coverage of 95% intervals" : "Rejections of a true null hypothesis at 5%",
      caption:
        `Share of simulated data sets (their number stands behind the name) in percent, with Wilson’s interval; wanted: ${wanted} (dashed)${
          kind === "rejection" ? " or, of exact tests and joint claims, less" : ""
        }.`,
      recipe: dots({
        rows: "scenario",
        series: "inside",
        unit: "number",
        decimals: 1,
        label: "%",
        at: [wanted],
        ticks: kind === "coverage" ? [90, 95, 100] : [0, 5, 10, 15, 20],
      }),
    });
    writeFileSync(`${folder}/${name}.svg`, svg);
  }
}

/** A scenario as a row is named: shorter where the record names a function, with its leading zeros. */
function readable(scenario: string): string {
  return scenario
    .replace(/^hypothesisTable of (.*), any false verdict/, "$1, any error")
    .replace("on the whole and three families", "and three families")
    .replace("audit, interval: ", "audit: ")
    .replace(/(?<![\d.])\.(?=\d)/g, "0.");
}
