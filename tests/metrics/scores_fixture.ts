import pl from "nodejs-polars";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { random } from "@/stats/random.ts";
import { fixtureFrame } from "./fixture_column.ts";

const DEFAULTS = {
  ...{ judge: "judge", prompt: "score", run: 1, sample_id: "", bias_type: "text_dominance" },
  difficulty: "easy",
  ...{ generator: null as string | null, unbiased: 8 as number | null, biased: 5 as number | null },
  ...{ unbiased_status: "scored", biased_status: "scored" },
};

/** A row of a `score pairs` frame, as tests write it. */
export type ScoreRow = typeof DEFAULTS;

/** A `score pairs` frame of rows that name only what matters to the test. */
export function scoresFrame(rows: readonly Partial<ScoreRow>[]): pl.DataFrame {
  const full = rows.map((row, i): ScoreRow => ({
    ...{ ...DEFAULTS, sample_id: String(i + 1) },
    unbiased_status: row.unbiased === null ? "missing" : "scored",
    biased_status: row.biased === null ? "missing" : "scored",
    ...row,
  }));
  const types = { run: pl.Float64, unbiased: pl.Float64, biased: pl.Float64 };
  return fixtureFrame(full, Object.keys(DEFAULTS) as (keyof ScoreRow)[], types)
    .withColumns(pl.col("run").cast(pl.Int32));
}

/** Lopsided random rows: types of unequal sizes, gaps in some runs, scores from 1 to 10 with many 1s. */
export function randomScores(
  { seed, samples, runs, judges }: { seed: number; samples: number; runs: number; judges: number },
): ScoreRow[] {
  const generator = random(seed);
  const score = () => Math.max(1, generator.integer(-2, 11));
  const rows: ScoreRow[] = [];
  for (let j = 0; j < judges; j++) {
    for (let i = 0; i < samples; i++) {
      const type = Math.floor(9 * generator.uniform() ** 2);
      for (let run = 1; run <= runs; run++) {
        const gone = generator.uniform();
        rows.push({
          ...{ ...DEFAULTS, judge: `judge-${j}`, run, sample_id: String(i) },
          bias_type: BIAS_TAXONOMY[type].type,
          difficulty: ["easy", "moderate", "hard"][i % 3],
          generator: ["judge-0", "other"][i % 2],
          unbiased: gone < 0.03 ? null : score(),
          biased: gone > 0.95 ? null : score(),
          unbiased_status: gone < 0.03 ? "unparsable" : "scored",
          biased_status: gone > 0.98 ? "abstained" : gone > 0.95 ? "unparsable" : "scored",
        });
      }
    }
  }
  return rows;
}
