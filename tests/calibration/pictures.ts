import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import pl from "nodejs-polars";
import { chart } from "@/figures/chart.ts";
import { rampColor } from "@/figures/colors.ts";
import { heatmap } from "@/figures/recipes/heatmap.ts";
import { counted } from "@/figures/theme.ts";
import { fixed } from "@/progress/told.ts";
import { CalibrationRecord, type CalibrationRow } from "./record.ts";

/** Pictures of what calibration found: a heatmap of coverage per procedure. */
export async function drawCalibration(from: string, out: string = from): Promise<void> {
  if (!existsSync(`${from}/grid.csv`)) return;
  mkdirSync(out, { recursive: true });
  await drawGrid(out, new CalibrationRecord(`${from}/grid.csv`).rows);
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
      title: `Coverage of the 95% interval: ${procedure.replace("κ", "Cohen’s κ")}`,
      // Cells no wider than their numbers want.
      width: distinct(settings.map(([, share]) => share)).length > 1 ? undefined : 560,
      caption: gridCaption(own),
      recipe: heatmap({
        rows: "clusters",
        ...(distinct(settings.map(([, share]) => share)).length > 1
          ? {
            columns: ["share", "accuracy"],
            columnTitle: "share of the rarer subset, accuracy of the judge",
          }
          // What does not know of subsets has one share.
          : { columns: "accuracy", columnTitle: "accuracy of the judge" }),
        framed: ({ more }) => more.off !== 0,
        text: ({ value, more }) => `${fixed(value, 1)}${more.fewer > 0 ? "°" : ""}`,
        note: ({ more }) => more.off < 0 ? "below" : more.off > 0 ? "above" : "",
        ...colorsOf(own.map(({ rate }) => 100 * Number(rate))),
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

/** A colour for each tenth of a percent from 80: from 93 to 97 all is as wanted; harmful under-coverage is loud and over-coverage pale, both seen from their first tenth on. */
const COLORS = Array.from(
  { length: 201 },
  (_, i) =>
    i < 130
      ? rampColor(["#ef5a43", "#fba58e", "#fee4dd"], i / 130)
      : i > 170
      ? rampColor(["#dceaf4", "#a9cbe8"], (i - 170) / 30)
      : "#ffffff",
);

/** How coverages in percent are coloured, and what the key says: nothing of a colour that no cell has. */
function colorsOf(rates: readonly number[]) {
  const from = Math.max(80, Math.floor(Math.min(93, ...rates))), to = Math.ceil(Math.max(97, ...rates));
  return {
    scale: COLORS.slice(10 * (from - 80), 10 * (to - 80) + 1),
    domain: [from, to],
    ticks: [93, 97],
    label: `Coverage (%): white as wanted${from < 93 ? ", red misses the truth too often" : ""}${
      to > 97 ? ", blue wider than need be" : ""
    }`,
  } as const;
}

/** On which side of its band a rate lies, beyond what its Monte-Carlo error allows; 0 for none, as the record says. */
function offBand({ in_band, rate, band_low }: CalibrationRow): number {
  return in_band === "true" ? 0 : Number(rate) < Number(band_low) ? -1 : 1;
}

/** Whether some of a cell's data sets certainly had no interval: each batch's shares are of those that had one. */
const isOfFewer = ({ hits, warned }: CalibrationRow) =>
  [hits, warned].some((count) => !Number.isInteger(Number(count)));

/** What is seen in a grid: its marks are named where it has them. */
function gridCaption(rows: readonly CalibrationRow[]): string {
  const counts = distinct(rows.map((row) => counted(Number(row.simulations))));
  const [{ band_low, band_high }] = rows, off = rows.map(offBand), low = Number(band_low);
  const rates = rows.map(({ rate }) => Number(rate)), below = rows.filter(({ rate }) => Number(rate) < low);
  const more = rates.filter((rate) => rate > Number(band_high)).length;
  const hard = below.filter(({ clusters }) => /tied/.test(clusters)).length;
  const sides = [...(off.includes(-1) ? ["“below”"] : []), ...(off.includes(1) ? ["“above”"] : [])];
  const fewer = rows.some(isOfFewer)
    ? " °: some data sets gave no interval and are left out; without ° hardly any: only in a batch all of whose others hold the truth."
    : "";
  const blind = rows.some(({ setting }) => setting.endsWith("acc. 0.5"))
    ? ""
    : " Not with accuracy 0.5: a judge that guesses tells nothing to correct by.";
  const least = `${fixed(100 * Math.min(...rates), 1)}%`, cells = `${rows.length} cells`;
  const missed = below.length === 0
    ? `In none of ${cells} fewer than ${100 * low}% of the intervals hold the truth (least: ${least})`
    : `In ${below.length} of ${cells} fewer than ${
      100 * low
    }% of the intervals hold the truth (red; least: ${least})` +
      (hard > 0
        ? `, ${
          hard < below.length ? `${hard} of them ` : hard > 1 ? "all " : ""
        }where large clusters are harder (tied to difficulty)`
        : "");
  const wanted = `${100 * low} to ${100 * Number(band_high)}%`;
  return `${missed}; ${rows.length - below.length - more} are as wanted (${wanted}), ${
    more || "none"
  } above. ${
    sides.length === 0 ? "None is" : `Framed (${sides.join(" or ")}):`
  } outside ${wanted} by more than three Monte-Carlo errors of ${
    counts.join(" or ")
  } data sets.${fewer}${blind} Clusters of 5 rows on average, equal or very unequal in size.`;
}
