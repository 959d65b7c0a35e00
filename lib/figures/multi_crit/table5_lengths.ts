import pl from "nodejs-polars";
import { responseLengths } from "../../metrics/response_lengths.ts";
import { publishedTable } from "../../papers/published_table.ts";
import type { Provenance } from "../provenance.ts";
import { countRange, fixed } from "../theme.ts";
import { multiCritFigure, provenanceNote } from "./multi_crit_figure.ts";

/** A benchmark and the quartiles of its responses' lengths. */
interface LengthRow {
  benchmark: string;
  q25: number;
  q50: number;
  q75: number;
  n: number | null;
  multi_criterion: string;
  provenance: Provenance;
}

export const table5 = multiCritFigure({
  file: "table5_lengths.ts",
  number: "Table 5",
  title: "Lengths of responses and labels in five benchmarks",
  kind: "table",
  needs: ["response_words"],
  available: ["published", "simulated"],
  build: async (context) => {
    const published = publishedTable("multi-crit-appendix-table5").map((row): LengthRow => ({
      benchmark: row.benchmark.replace(" (ours)", ""),
      q25: row.response_words_q25,
      q50: row.response_words_q50,
      q75: row.response_words_q75,
      n: null,
      multi_criterion: row.multi_criterion_annotation,
      provenance: "published",
    }));
    const rows = context.source === "published"
      ? published
      : [...published.slice(0, -1), computed(await context.frame("criteria"), context.origin)];
    const own = rows.at(-1)!;
    const cell = (row: LengthRow, value: number) => ({
      text: fixed(value, Number.isInteger(value) ? 0 : 1),
      ...(context.source === "published" ? {} : { provenance: row.provenance }),
    });
    return {
      body: {
        kind: "table",
        table: {
          columns: [
            { key: "benchmark", label: "Benchmark", align: "left" },
            { key: "q25", label: "25%", group: "Words per response, quantiles" },
            { key: "q50", label: "50%", group: "Words per response, quantiles" },
            { key: "q75", label: "75%", group: "Words per response, quantiles" },
            { key: "multi", label: "Labels per criterion", align: "center" },
          ],
          rows: rows.map((row) => ({
            cells: {
              benchmark: row.benchmark,
              q25: cell(row, row.q25),
              q50: cell(row, row.q50),
              q75: cell(row, row.q75),
              multi: row.multi_criterion,
            },
          })),
        },
      },
      data: pl.DataFrame([
        pl.Series("benchmark", rows.map((row) => row.benchmark), pl.Utf8),
        ...(["q25", "q50", "q75", "n"] as const).map((name) =>
          pl.Series(name, rows.map((row) => row[name] ?? NaN), pl.Float64)
        ),
        pl.Series("multi_criterion", rows.map((row) => row.multi_criterion), pl.Utf8),
        pl.Series("provenance", rows.map((row) => row.provenance), pl.Utf8),
      ]),
      caption: context.source === "published"
        ? "Quartiles of the responses' lengths in words; whether preferences are labelled per criterion. All numbers are as published."
        : `Quartiles of the responses' lengths in words. The last row is computed (${
          countRange([own.n ?? 0])
        } responses), the ` +
          `others are as published. ${provenanceNote([context.origin], context)}`.replace(
            "all numbers",
            "the last row's numbers",
          ),
      footnotes: context.source === "published"
        ? [
          "The paper's text calls the medians 164 and 99 averages. Its column heads are garbled in the supplied text.",
        ]
        : [],
      alt:
        "Table of the quartiles of response lengths in five benchmarks; only Multi-Crit labels preferences per criterion.",
    };
  },
});

function computed(criteria: pl.DataFrame, provenance: Provenance): LengthRow {
  const [{ q25, q50, q75, n }] = responseLengths(criteria, { by: [] }).toRecords() as Record<
    string,
    number
  >[];
  return {
    benchmark: provenance === "simulated" ? "Simulated items" : "Your items",
    q25,
    q50,
    q75,
    n,
    multi_criterion: "yes",
    provenance,
  };
}
