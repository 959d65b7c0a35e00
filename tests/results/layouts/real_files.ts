import pl from "nodejs-polars";

const SHARED = new URL("../../../../shared/", import.meta.url);

/** A test on files that are not in version control; skipped, with that reason, where their folder is absent. */
export function realTest(name: string, folder: string, run: (folder: string) => void): void {
  const path = new URL(folder, SHARED).pathname;
  const present = isFolder(path);
  if (!present) console.warn(`Skipped, for there is no folder ../shared/${folder}: ${name}`);
  Deno.test({ name, ignore: !present, fn: () => run(path) });
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Rows with A, B, tie and nothing in a column. */
export function verdicts(pairs: pl.DataFrame, column = "choice"): number[] {
  const found = pairs.getColumn(column).toArray();
  return ["A", "B", "tie", null].map((verdict) => found.filter((value) => value === verdict).length);
}

/** Verdicts for the answer shown first and second. */
export function slots(pairs: pl.DataFrame): number[] {
  const choice = pairs.getColumn("choice").toArray(), swapped = pairs.getColumn("swapped").toArray();
  const first = choice.filter((value, i) => value === (swapped[i] ? "B" : "A")).length;
  const second = choice.filter((value, i) => value === (swapped[i] ? "A" : "B")).length;
  return [first, second];
}

/** Items with a verdict in both orders, those of them with the same one, and those with the same A or B. */
export function orders(pairs: pl.DataFrame): number[] {
  const items = new Map<string, unknown[]>();
  const name = pairs.getColumn("item_id").toArray(), judge = pairs.getColumn("judge").toArray();
  pairs.getColumn("choice").toArray().forEach((value, i) => {
    const key = `${judge[i]} ${name[i]}`;
    items.set(key, [...items.get(key) ?? [], value]);
  });
  const both = [...items.values()].filter((found) => found.length === 2 && !found.includes(null));
  const same = both.filter(([one, other]) => one === other);
  return [both.length, same.length, same.filter(([one]) => one !== "tie").length];
}

/** Rows where the judge says what people say. */
export function right(pairs: pl.DataFrame): number {
  return pairs.filter(pl.col("choice").eq(pl.col("human"))).height;
}

/** A frame's column with the words of all rows. */
export function sum(pairs: pl.DataFrame, column: string): number {
  return pairs.getColumn(column).sum();
}
