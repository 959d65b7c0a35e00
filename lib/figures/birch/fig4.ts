import { fixed } from "../../progress/told.ts";
import pl from "nodejs-polars";
import { cdsRatioSweep } from "../../metrics/cds_ratio_sweep.ts";
import { BIRCH_FACTS } from "../../papers/birch.ts";
import { only } from "../../results/only.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import { computed } from "../values/computed.ts";
import { mean } from "simple-statistics";
import { findValue, known, namesOf, pick, type Value, valueOf } from "../values/value.ts";
import { firstBenchmark, pairNumbers } from "./numbers.ts";

/** Shares of CDS at which subsamples are drawn, and how many per share. */
const SHARES = [0.1, 0.2, 0.32, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], DRAWS = 100, SEED = 4;

const NEAR = 17;

const SUBSETS = ["Acc_IDS", "Acc_CDS"], MARKS = "mean of subsamples";

/** The share of CDS that the pairs have, by the judges' own counts; of printed accuracies what the paper says of its pairs. */
function shares(values: readonly Value[]): { x: number; label: string }[] {
  const counted = values.filter(({ more }) => more.share_as_it_is >= 0);
  const found = [
    ...new Map(counted.map(({ keys, more }) => [keys.judge, 100 * more.share_as_it_is])).values(),
  ];
  const all = found.length > 0 ? found : [BIRCH_FACTS.cdsShare],
    ends = [Math.min(...all), Math.max(...all)];
  const [low, high] = ends.map((share) => fixed(share, 1).replace(/\.0$/, ""));
  const own = { x: mean(ends), label: `data: ${low === high ? low : `${low}–${high}`}%` };
  // Near to each other one name alone has room.
  return [own, { x: 50, label: Math.abs(own.x - 50) < NEAR ? "" : "balanced, 50%" }];
}

function expected(subsets: readonly Value[]): Value[] {
  return subsets.filter(({ quantity, keys }) => quantity === "Acc_IDS" && keys.pipeline === "base").flatMap(
    (ids) => {
      const cds = findValue(subsets, "Acc_CDS", ids.keys);
      if (!cds) return [];
      return Array.from({ length: 21 }, (_, i) => i / 20).map((share) =>
        valueOf({
          keys: ids.keys,
          quantity: "expected accuracy",
          value: (1 - share) * ids.value + share * cds.value,
          n: ids.n + cds.n,
          more: {
            cds_share: share,
            ...(ids.n + cds.n > 0 ? { share_as_it_is: cds.n / (ids.n + cds.n) } : {}),
          },
          provenance: ids.provenance === "published" ? "computed from published" : ids.provenance,
        })
      );
    },
  );
}

/** The same from a frame, with subsamples of each share: on the paper's benchmark where it is there, else on the first. */
async function subsampled(context: FigureContext): Promise<Value[]> {
  const subsets = await pairNumbers(context, SUBSETS), lines = expected(subsets);
  const drawn = firstBenchmark(lines), [benchmark] = namesOf(drawn, "benchmark");
  if (drawn.length === 0) {
    throw new RangeError(
      `birch-fig4: wanted a judge with pairs of both subsets (column more_informative), found ${
        namesOf(subsets, "judge").join(", ") || "none"
      } with one alone`,
    );
  }
  const rows = only(await context.frame("pairs"), {
    ...{ pipeline: "base", variant: "original", image: true },
    ...{ benchmark, judge: namesOf(drawn, "judge") },
  });
  const by = ["benchmark", "judge", "pipeline"];
  // Of few pairs several shares come to the same subsample: a mark, at the share that it has.
  const sizes = ["n_ids", "n_cds"], [ids, cds] = sizes.map((name) => pl.col(name).cast(pl.Float64));
  const sweep = cdsRatioSweep(rows, { ratios: SHARES, draws: DRAWS, seed: SEED, by })
    .unique({ subset: [...by, ...sizes], keep: "first", maintainOrder: true })
    .withColumns(cds.div(ids.add(cds)).alias("cds_share"));
  const marks = computed(sweep, {
    ...{ value: "accuracy", quantity: MARKS, keys: by },
    ...{ n: sizes, more: ["cds_share", "sd"] },
  });
  // A share that so few rows cannot have is no mark.
  return [...drawn, ...known(marks)];
}

export const fig4: Specs = {
  "birch-fig4": {
    published: () => expected(pick(printedOf("birch-table8"), { quantity: SUBSETS })),
    computed: subsampled,
    options: (values) => ({
      marks: {
        when: ({ quantity }) => quantity === MARKS,
        label: "mean of subsamples, 95% interval",
      },
      at: [...shares(values), { y: 50, label: "chance" }],
    }),
  },
};
