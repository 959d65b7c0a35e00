import { existsSync, writeFileSync } from "node:fs";
import { findTableFiles } from "../results/find_files.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { type FileInspection, inspectFile } from "../results/inspect_file.ts";
import { loadTable } from "../results/load_table.ts";
import { namedAlike, similarTo } from "../results/other_names.ts";
import type { ReadResultsOptions } from "../results/readers.ts";
import { type BadColumn, ResultsError } from "../results/results_error.ts";
import { isNone, isPicture, meantValues } from "../results/value_hint.ts";
import { writeWhole } from "../results/write_frame.ts";
import { say, UsageError } from "./command.ts";

/** Writes a map of what the reader would guess: columns by their names, then values by what is refused with these. */
export function writeMapTemplate(
  template: string,
  path: string,
  options: ReadResultsOptions,
  frame?: FrameName,
): void {
  if (existsSync(template)) {
    throw new UsageError(
      `wanted a new file as --map-template, found ${template}: what is filled in there stays`,
    );
  }
  const { strangers, others, bad: own } = refusedBy(path, options);
  const mapped = strangers.flatMap(({ path, columns, lacking }) =>
    guessedColumns(path, columns, lacking.find((one) => one.frame === frame) ?? lacking[0])
  ).filter(({ column }) => column !== "judge" || options.judge === undefined)
    .concat(others.flatMap(({ name, others, report }) => respelt(name, others, report?.filled)));
  const named = mapped.flatMap(({ column, name }) => name === undefined ? [] : [[column, name]]);
  const columns: Record<string, string> = { ...options.columns, ...Object.fromEntries(named) };
  const open = new Set(mapped.filter(({ name }) => name === undefined).map(({ column }) => column));
  const bad = mapped.length === 0 ? own : refusedBy(path, { judge: "?", ...options, columns }, true).bad;
  // What sounds like `image` may hold names of pictures, which are its ids.
  if (bad.some(({ column, values }) => column === "image" && values.some(({ value }) => isPicture(value)))) {
    const { image, image_id = image } = columns;
    delete columns.image;
    Object.assign(columns, { image_id });
  }
  const meant = frame ?? strangers[0]?.lacking[0].frame ?? others[0]?.name ?? "pairs";
  const values = Object.fromEntries(
    bad.map(({ column, values }) => {
      const spec = FRAMES[meant].columns[column] ?? { type: "text" };
      // Codes of verdicts are one scheme, though a column may hold but one of them.
      const alike = bad.filter((one) => FRAMES[meant].columns[one.column]?.values === spec.values);
      const map = meantValues(spec, alike.flatMap((one) => one.values.map(({ value }) => value)));
      const own = Object.entries(map).filter(([theirs]) =>
        values.some(({ value }) => String(value) === theirs)
      );
      return [column, Object.fromEntries(own)] as const;
    }).filter(([, map]) => Object.keys(map).length > 0),
  );
  const none = bad.flatMap(({ values }) => values.map(({ value }) => String(value)).filter(isNone));
  // What else was said on the command line belongs to the map too; a function, as of --judge-from-file, JSON does not hold.
  const map = {
    ...options,
    columns,
    values: { ...options.values, ...values },
    missing: [...new Set([...options.missing ?? [], ...none])],
  };
  writeWhole(template, (temporary) => writeFileSync(temporary, `${JSON.stringify(map, null, 2)}\n`));
  for (const { path, columns } of strangers) say(`${path} has the columns ${columns.join(", ")}`);
  if (open.size > 0) {
    say(
      `nothing there sounds like ${[...open].join(", ")} (the judge can be told: --judge-name NAME, or ` +
        "--judge-from-file by each file's name)",
    );
  }
  if (JSON.stringify(values).includes('"…"')) say("what … stands for only you can tell");
  say(
    `wrote ${template}: look at it, then read with --map ${template}${
      typeof options.judge === "function" ? " --judge-from-file" : ""
    }`,
  );
}

/** What readers refuse of a path: files that fit no frame, or columns with bad values. */
function refusedBy(
  path: string,
  options: ReadResultsOptions,
  isGuess = false,
): Pick<FileInspection, "strangers"> & { others: FileInspection["frames"]; bad: readonly BadColumn[] } {
  try {
    const { layout, frames, strangers } = inspectFile(path, options);
    // Another tool's files are read without a map.
    return { strangers, others: layout === "native" ? frames : [], bad: [] };
  } catch (error) {
    // Of what is guessed more may be wrong than values: reading will say so.
    if (error instanceof ResultsError && (isGuess || error.columns.length > 0)) {
      return { strangers: [], others: [], bad: error.columns };
    }
    throw error;
  }
}

/** Columns of a file that name no judge, whatever they sound like: ids, and those with a value of its own in each row. */
function idColumns(path: string): string[] {
  const { frame } = loadTable(findTableFiles(path)[0]), { height } = frame;
  return frame.columns.filter((name) =>
    /(id|hash)$/i.test(name) || height > 2 && frame.getColumn(name).nUnique() === height
  );
}

/** What sounds like each of the columns that a frame misses, each column once. */
function guessedColumns(
  path: string,
  columns: readonly string[],
  { frame, missing }: { frame: FrameName; missing: readonly string[] },
): { column: string; name?: string }[] {
  const taken = new Set<string>(), ids = idColumns(path);
  // A lone "winner" is the judge's verdict; beside a prediction it is people's.
  const order = [...missing].sort((a, b) => Number(b === "choice") - Number(a === "choice"));
  return order.map((column) => {
    const free = columns.filter((one) => !taken.has(one) && !(column === "judge" && ids.includes(one)));
    const name = similarTo(column, free)[0];
    if (name !== undefined) taken.add(name);
    return { column, name };
  }).concat(respelt(frame, columns.filter((one) => !taken.has(one))));
}

/** Columns that a frame may have and none is there for, and the file's that are they but for case and blanks, or by another usual name. */
function respelt(
  frame: FrameName,
  columns: readonly string[],
  open = Object.keys(FRAMES[frame].columns).filter((column) => !columns.includes(column)),
): { column: string; name: string }[] {
  return open.filter((column) => !FRAMES[frame].columns[column].required)
    .flatMap((column) => namedAlike(column, columns).slice(0, 1).map((name) => ({ column, name })));
}
