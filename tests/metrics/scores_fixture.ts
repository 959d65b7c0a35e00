import pl from "nodejs-polars";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { random } from "@/stats/random.ts";
import { fixtureColumn } from "./fixture_column.ts";

/** A row of a `score pairs` frame, as tests write it. */
export interface ScoreRow {
  judge: string;
  prompt: string;
  run: number;
  sample_id: string;
  bias_type: string;
  difficulty: string;
  generator: string | null;
  unbiased: number | null;
  biased: number | null;
  unbiased_status: string;
  biased_status: string;
}

/** A `score pairs` frame of rows that name only what matters to the test. */
export function scoresFrame(rows: readonly Partial<ScoreRow>[]): pl.DataFrame {
  const full = rows.map((row, i): ScoreRow => {
    const unbiased = row.unbiased === undefined ? 8 : row.unbiased;
    const biased = row.biased === undefined ? 5 : row.biased;
    return {
      judge: "judge",
      prompt: "score",
      run: 1,
      sample_id: String(i + 1),
      bias_type: "text_dominance",
      difficulty: "easy",
      generator: null,
      unbiased_status: unbiased === null ? "missing" : "scored",
      biased_status: biased === null ? "missing" : "scored",
      ...row,
      unbiased,
      biased,
    };
  });
  const text = (name: keyof ScoreRow) => fixtureColumn(name, full.map((row) => row[name]), pl.Utf8);
  const number = (name: keyof ScoreRow) => fixtureColumn(name, full.map((row) => row[name]), pl.Float64);
  return pl.DataFrame([
    text("judge"),
    text("prompt"),
    number("run").cast(pl.Int32),
    text("sample_id"),
    text("bias_type"),
    text("difficulty"),
    text("generator"),
    number("unbiased"),
    number("biased"),
    text("unbiased_status"),
    text("biased_status"),
  ]);
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
          judge: `judge-${j}`,
          prompt: "score",
          run,
          sample_id: String(i),
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
