import pl from "nodejs-polars";
import golden from "./golden/philautia.json" with { type: "json" };

/** Scores of the golden file: image × generator × evaluator, null where one is missing. */
export const GOLDEN = golden;

/** A `caption scores` frame from scores by image, generator, evaluator; models are called a, b, c, … */
export function captionFrame(
  score: readonly (readonly (readonly (number | null)[])[])[],
  { setting = "ref_free", name = (i: number) => String.fromCharCode(97 + i) } = {},
): pl.DataFrame {
  const rows = score.flatMap((image, k) =>
    image.flatMap((row, g) =>
      row.map((value, e) => ({
        image: `image-${String(k).padStart(4, "0")}`,
        generator: name(g),
        evaluator: name(e),
        value,
      }))
    )
  );
  return pl.DataFrame([
    pl.Series("image_id", rows.map(({ image }) => image), pl.Utf8),
    pl.Series("generator", rows.map(({ generator }) => generator), pl.Utf8),
    pl.Series("evaluator", rows.map(({ evaluator }) => evaluator), pl.Utf8),
    pl.Series("setting", rows.map(() => setting), pl.Utf8),
    pl.Series("score", rows.map(({ value }) => value), pl.Float64),
  ]);
}

/** Largest absolute difference of two matrices of the same shape. */
export function distance(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  return Math.max(...a.flatMap((row, i) => row.map((value, j) => Math.abs(value - b[i][j]))));
}
