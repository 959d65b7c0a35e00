import pl from "nodejs-polars";
import golden from "./golden/philautia.json" with { type: "json" };
import { fixtureFrame } from "./fixture_column.ts";

/** Scores of the golden file: image × generator × evaluator, null where one is missing. */
export const GOLDEN = golden;

/** A `caption scores` frame from scores by image, generator, evaluator; models are called a, b, c, … */
export function captionFrame(
  score: readonly (readonly (readonly (number | null)[])[])[],
  { setting = "ref_free" } = {},
): pl.DataFrame {
  const name = (i: number) => String.fromCharCode(97 + i);
  const rows = score.flatMap((image, k) =>
    image.flatMap((row, g) =>
      row.map((value, e) => ({
        ...{ image_id: `image-${String(k).padStart(4, "0")}`, generator: name(g), evaluator: name(e) },
        ...{ setting, score: value },
      }))
    )
  );
  const columns = ["image_id", "generator", "evaluator", "setting", "score"] as const;
  return fixtureFrame(rows, columns, { score: pl.Float64 });
}

/** Largest absolute difference of two matrices of the same shape. */
export function distance(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  return Math.max(...a.flatMap((row, i) => row.map((value, j) => Math.abs(value - b[i][j]))));
}
