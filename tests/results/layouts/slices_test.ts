import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import type pl from "nodejs-polars";
import { readCaptionScores, readPairs, readRatings, readReport } from "judgebias";
import slices from "./sources_of_slices.json" with { type: "json" };

// Slices of other tools' files and tables of their verdicts are not in version control. What a reader makes of each is in `golden/slices.jsonl`; its counts
// of rows, verdicts, slots, orders and words were seen to be those that the README beside the slices has from Python, apart from this library.
// `deno run -A tests/results/layouts/slices_test.ts` writes it anew, to be looked through in `git diff`.

const SHARED = new URL("../../../../shared/", import.meta.url).pathname;
const GOLDEN = new URL("../golden/slices.jsonl", import.meta.url).pathname;
const READERS = { pairs: readPairs, ratings: readRatings, captions: readCaptionScores };

/** What is read: folders, and files that are other than their folder in one call. */
const SOURCES: Record<keyof typeof READERS, string[]> = slices;

const tally = (values: readonly unknown[]) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, own]) => [value, own.length]).sort());

/** Distinct values, empty cells and the sum of a column; how often each value stands there where they are few and short. */
function columnOf(frame: pl.DataFrame, name: string): unknown {
  const values = frame.getColumn(name).toArray(), known = values.filter((value) => value !== null);
  const distinct = new Set(known).size;
  if (distinct <= 12 && distinct < known.length && known.every((value) => String(value).length <= 16)) {
    return tally(values);
  }
  const sum = typeof known[0] === "number"
    ? Number(known.reduce<number>((a, b) => a + Number(b), 0).toPrecision(12))
    : undefined;
  return { distinct, empty: values.length - known.length, sum };
}

/** For each judge of pairs: its verdicts, those for the answer shown first and second, those that people share, and items alike in both orders. */
function judgesOf(frame: pl.DataFrame): unknown {
  const rows = frame.select(..."judge benchmark item_id choice human swapped words_a words_b".split(" "))
    .toRecords();
  const judges = Map.groupBy(rows, ({ judge, benchmark }) => `${judge}, ${benchmark}`);
  return Object.fromEntries(
    [...judges].map(([judge, own]) => {
      const shown = own.map(({ choice, swapped }) =>
        swapped && choice !== null && choice !== "tie" ? (choice === "A" ? "B" : "A") : choice
      );
      const both = [...Map.groupBy(own, ({ item_id }) => item_id).values()]
        .filter((orders) => orders.length === 2 && orders.every(({ choice }) => choice !== null));
      return [judge, {
        ...{ verdicts: tally(own.map(({ choice }) => choice)), shown: tally(shown) },
        right: own.filter(({ choice, human }) => choice !== null && choice === human).length,
        orders: [both.length, both.filter(([one, other]) => one.choice === other.choice).length],
        words: (["words_a", "words_b"] as const).map((side) =>
          own.reduce((sum, row) => sum + Number(row[side]), 0)
        ),
      }];
    }),
  );
}

/** What is read of a source, or how the refusal begins. */
function found(reader: keyof typeof READERS, paths: string[]): unknown {
  try {
    const frame: pl.DataFrame = READERS[reader](paths), { format, notes, unread } = readReport(frame)!;
    return {
      ...{ format, rows: frame.height, unread: unread?.length ?? 0 },
      notes: Object.fromEntries((notes ?? []).map(({ name, rows }) => [name, rows])),
      ...reader === "pairs" ? { judges: judgesOf(frame) } : {},
      columns: Object.fromEntries(frame.columns.map((name) => [name, columnOf(frame, name)])),
    };
  } catch (error) {
    return (error as Error).name;
  }
}

const sources = Object.entries(SOURCES).flatMap(([reader, patterns]) =>
  patterns.flatMap((pattern) =>
    (pattern.includes("{human")
      ? [globSync(SHARED + pattern)]
      : globSync(SHARED + pattern).map((one) => [one]))
      .map((paths) => ({
        name: `${reader} of ${
          paths.map((path) => path.slice(SHARED.length).replace(/\/$/, "")).join(" and ")
        }`,
        read: () => found(reader as keyof typeof READERS, paths),
      }))
  )
);

/** Numbers without the columns that a frame has got since. */
function alike(known: unknown, now: unknown): unknown {
  const columns = (of: unknown) => (of as { columns?: Record<string, unknown> }).columns;
  if (!columns(known) || !columns(now)) return now;
  const kept = Object.entries(columns(now)!).filter(([name]) => Object.hasOwn(columns(known)!, name));
  return { ...now as object, columns: Object.fromEntries(kept) };
}

if (import.meta.main && !Deno.mainModule.includes("$deno$test")) {
  writeFileSync(GOLDEN, sources.map(({ name, read }) => `${JSON.stringify([name, read()])}\n`).join(""));
} else if (!existsSync(SHARED)) {
  console.warn(`Skipped, for there is no folder ${SHARED}: slices of tools' files`);
} else {
  const golden: Record<string, unknown> = Object.fromEntries(
    readFileSync(GOLDEN, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line)),
  );
  for (const { name, read } of sources) {
    Deno.test(name, () => {
      const now = JSON.parse(JSON.stringify(read()));
      assert.deepEqual(alike(golden[name], now), golden[name]);
    });
  }
}
