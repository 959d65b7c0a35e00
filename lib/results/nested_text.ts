import pl from "nodejs-polars";
import { isNestedType } from "./factor.ts";

/**
 * A frame whose lists and records are their JSON as text: a CSV has no other room for them. Other columns stay as they are.
 */
export function nestedAsText(frame: pl.DataFrame): pl.DataFrame {
  const names = frame.columns.filter((_, i) => isNestedType(String(frame.dtypes[i])));
  if (names.length === 0) return frame;
  return frame.withColumns(...names.map((name) => {
    // A line is {"value":…}: what stands between is the value as Polars writes it, with every digit.
    const lines = frame.select(pl.col(name).alias("value")).writeJSON({ format: "lines" }).toString()
      .split("\n").filter((line) => line !== "");
    const texts = lines.map((line) => line.slice('{"value":'.length, -1));
    return pl.Series(name, texts.map((text) => text === "null" ? null : text), pl.Utf8);
  }));
}
