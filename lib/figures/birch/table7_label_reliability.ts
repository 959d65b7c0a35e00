import pl from "nodejs-polars";
import { birchTable7 } from "../../papers/birch.ts";
import { cohenKappa } from "../../stats/cohen_kappa.ts";
import { matchRate } from "../../stats/match_rate.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { counted, fixed } from "../theme.ts";
import { birchFigure, orderedBenchmarks, provenanceNote } from "./birch_figure.ts";

/** Agreement of two labellers on a benchmark. */
interface Agreement {
  quantity: string;
  benchmark: string;
  value: number;
  low: number;
  high: number;
  n: number;
  provenance: Provenance;
}

/** Match rate and κ of the two labellers of a `labels` frame, per benchmark. */
function agreements(labels: pl.DataFrame, provenance: Provenance): Agreement[] {
  const labellers = (labels.getColumn("labeller").unique().toArray() as string[]).sort();
  if (labellers.length !== 2) {
    throw new RangeError(
      `birch-table7: wanted labels of two labellers, found ${labellers.join(", ") || "none"}`,
    );
  }
  const benchmarks = orderedBenchmarks(labels.getColumn("benchmark").unique().toArray() as string[]);
  return benchmarks.flatMap((benchmark) => {
    const of = (labeller: string) =>
      new Map(
        labels.filter(pl.col("benchmark").eq(pl.lit(benchmark)).and(pl.col("labeller").eq(pl.lit(labeller))))
          .select("item_id", "more_informative").rows() as [string, string | null][],
      );
    const [one, two] = labellers.map(of);
    const items = [...one.keys()].filter((item) => two.has(item));
    const [a, b] = [one, two].map((map) => items.map((item) => map.get(item) ?? null));
    const match = matchRate(a, b), kappa = cohenKappa(a, b);
    return [
      {
        quantity: "Match rate",
        benchmark,
        value: match.rate,
        low: match.low,
        high: match.high,
        n: match.n,
        provenance,
      },
      {
        quantity: "Cohen’s kappa",
        benchmark,
        value: kappa.kappa,
        low: kappa.low,
        high: kappa.high,
        n: kappa.n,
        provenance,
      },
    ];
  });
}

export const table7 = birchFigure({
  file: "table7_label_reliability.ts",
  number: "Table 7",
  title: "Agreement of human and GPT-4o informativeness labels",
  kind: "table",
  frames: ["labels"],
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const { source, origin, frame } = context;
    const rows = source === "published"
      ? birchTable7().map((row): Agreement => ({
        ...row,
        low: NaN,
        high: NaN,
        n: NaN,
        provenance: "published",
      }))
      : agreements(
        await frame("labels"),
        origin,
      );
    const benchmarks = orderedBenchmarks(rows.map(({ benchmark }) => benchmark));
    const quantities = [...new Set(rows.map(({ quantity }) => quantity))];
    const number = (name: keyof Agreement) => pl.Series(name, rows.map((row) => row[name]), pl.Float64);
    const text = (name: keyof Agreement) => pl.Series(name, rows.map((row) => row[name]), pl.Utf8);
    return {
      body: {
        kind: "table",
        table: {
          columns: [
            { key: "quantity", label: "", align: "left" },
            ...benchmarks.map((benchmark) => ({ key: benchmark, label: benchmark })),
          ],
          rows: quantities.map((quantity) => ({
            cells: {
              quantity,
              ...Object.fromEntries(benchmarks.map((benchmark) => {
                const row = rows.find((r) => r.quantity === quantity && r.benchmark === benchmark);
                if (!row) return [benchmark, "–"];
                const interval = Number.isNaN(row.low)
                  ? undefined
                  : `[${fixed(row.low, 2)}, ${fixed(row.high, 2)}]`;
                return [benchmark, { text: fixed(row.value, 2), note: interval }];
              })),
            },
          })),
        },
      },
      data: pl.DataFrame([
        text("benchmark"),
        text("quantity"),
        number("value"),
        number("low"),
        number("high"),
        pl.Series("n", rows.map(({ n }) => Number.isNaN(n) ? null : n), pl.Float64).cast(pl.Int32),
        text("provenance"),
      ]),
      caption: source === "published"
        ? "100 items per benchmark, labelled from the text alone. All numbers are as published."
        : `${
          counted(Math.min(...rows.map(({ n }) => n)))
        } items or more per benchmark; 95% intervals (Wilson; Fleiss, Cohen and ` +
          `Everitt). ${provenanceNote([rows[0].provenance], context)}`,
      footnotes: source === "published"
        ? ["κ is (p − ½)/½ in both columns: chance agreement is exactly one half."]
        : [],
      alt:
        "Table of match rate and Cohen's kappa between human and GPT-4o labels: 0.91 and 0.82, 0.94 and 0.88.",
    };
  },
});
