import { existsSync, writeFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { guessColumns, toldIn } from "../results/closest_frames.ts";
import { findTableFiles } from "../results/find_files.ts";
import { type FrameName, FRAMES, requiredColumns } from "../results/frames.ts";
import { type FileInspection, inspectFile } from "../results/inspect_file.ts";
import { valuesAt } from "../results/json_lines.ts";
import { loadTable } from "../results/load_table.ts";
import { sentinelsAt } from "../results/named_tables.ts";
import { namedAlike } from "../results/other_names.ts";
import { sortFiles } from "../results/read_results.ts";
import { type ReadResultsOptions, toldNames } from "../results/readers.ts";
import { type BadColumn, ResultsError } from "../results/results_error.ts";
import { withScorers } from "../results/two_scores.ts";
import { isNone, isPicture, meantValues } from "../results/value_hint.ts";
import { writeWhole } from "../results/write_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { say, UsageError } from "./command.ts";
import { OPEN } from "./reading_options.ts";

/** A file that fits no frame. */
type Stranger = FileInspection["strangers"][number];

/** Its columns, of two with somebody's scores one name. */
const namesIn = ({ columns, verdicts }: Stranger) => withScorers(columns, verdicts);

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
  if (resolve(template).startsWith(`${resolve(path)}${sep}`)) {
    throw new UsageError(
      `wanted a place outside ${path} for --map-template, found ${template}: it would be read as data`,
    );
  }
  // Another tool's files are read without a map.
  const sorted = sortFiles(path, options), native = sorted.layout === "native" ? sorted.frames.values() : [];
  const paths = [...sorted.strangers.map(({ file }) => file), ...[...native].flat()].map(({ path }) => path);
  const looked = paths.toSorted().map((path) => ({ path, ...refusedBy(path, options) }));
  // Of files with the same columns the first stands for all.
  const kinds = grouped(
    looked.flatMap(({ stranger }) => stranger ?? []),
    ({ columns }) => columns.join("\n"),
  );
  const strangers = [...kinds.values()].map(([one]) => one);
  const meant = frame ?? closestOf(strangers) ?? [...sorted.frames.keys()][0] ?? "pairs";
  const guesses = grouped(
    strangers.flatMap((one) => guessed(one, meant, options)),
    ({ column }) => column,
  );
  const columns: Record<string, string | string[]> = Object.fromEntries(
    [...guesses].map(([column, own]) => {
      const [name = OPEN, ...others] = new Set(own.flatMap(({ name }) => name ?? []));
      return [column, others.length > 0 ? [name, ...others] : name];
    }),
  );
  const open = Object.keys(columns).filter((column) => columns[column] === OPEN);
  // Whatever stands for a column that a file lacks, the values of all others are looked at.
  const refused = looked.map(({ path, stranger, bad }) => {
    if (!stranger) return bad;
    const has = namesIn(stranger), told = toldIn({ ...options.columns, ...columns }, has);
    const lacks = [...guesses.keys()].filter((one) => !Object.hasOwn(told, one) && !has.includes(one));
    const asked = lacks.filter((one) => FRAMES[meant].columns[one]?.required);
    const more = Object.fromEntries(asked.map((one) => [one, has[0]]));
    const guess = { ...options.judges ? {} : { judge: "?" }, ...options, columns: { ...more, ...told } };
    return refusedBy(path, guess, true).bad.filter(({ column }) => !asked.includes(column));
  });
  // What sounds like `image` may hold names of pictures, which are its ids.
  const isOfPictures = ({ column, values }: BadColumn) =>
    column === "image" && values.some(({ value }) => isPicture(value));
  if (refused.flat().some(isOfPictures)) {
    columns.image_id ??= columns.image;
    delete columns.image;
  }
  const { values, none } = meantBy(refused, meant), order = Object.keys(FRAMES[meant].columns);
  const map = Object.assign(
    { columns: {}, values: {}, missing: [] },
    options,
    refused.flat().some(areReplies) ? { replies: true } : {},
    {
      columns: Object.fromEntries(
        Object.entries({ ...options.columns, ...columns })
          .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
      ),
      values: { ...options.values, ...values },
      missing: [...new Set([...options.missing ?? [], ...none, ...sentinelsAt(meant, paths)])],
    },
  );
  writeWhole(template, (temporary) => writeFileSync(temporary, `${JSON.stringify(map, null, 2)}\n`));
  strangers.forEach(sayColumns);
  if (strangers.length > 0) {
    say(
      `taken for ${meant} (others with --frame: ${
        Object.keys(FRAMES).filter((name) => name !== meant).join(", ")
      }), of which may be told: ${order.filter((one) => !Object.hasOwn(columns, one)).join(", ")}`,
    );
  }
  if (JSON.stringify(map).includes(`"${OPEN}"`)) {
    const what = open.length > 0 ? ` (nothing sounds like ${open.join(", ")})` : "";
    say(
      `write in the place of ${OPEN} what only you can tell${what}, or take the line out; a word for nothing belongs to "missing", ` +
        "the judge may be said by --judge-name NAME, --judge-from-file or --judges (a column each), people's labels by --corrections FILE",
    );
  }
  const judge = typeof options.judge === "function" ? " --judge-from-file" : "";
  say(`wrote ${template}: look at it, then read with --map ${template}${judge}`);
}

/** The frame that most files which fit none are closest to; undefined where nothing speaks for any. */
function closestOf(strangers: readonly Stranger[]): FrameName | undefined {
  const byFrame = grouped(strangers, ({ lacking: [one] }) => one?.frame ?? "");
  const [most] = [...byFrame.values()].toSorted((a, b) => b.length - a.length);
  const [closest] = most?.[0].lacking ?? [];
  const isKnown = closest !== undefined &&
    (closest.similar.length > 0 || closest.missing.length < requiredColumns(closest.frame).length);
  return isKnown ? closest.frame : undefined;
}

/** What sounds like each of the columns that a frame misses, each column once; of those that it may miss only what does. */
function guessed(stranger: Stranger, frame: FrameName, told: ReadResultsOptions) {
  const columns = namesIn(stranger),
    verdicts = stranger.verdicts.filter((one) => stranger.columns.includes(one));
  const specs = FRAMES[frame].columns, mapped = toldIn(told.columns ?? {}, columns);
  const known = [...toldNames({ ...told, columns: mapped }), ...columns];
  const lacking = Object.keys(specs).filter((one) => !known.includes(one));
  const [asked, others] = [true, false].map((is) =>
    lacking.filter((one) => Boolean(specs[one].required || specs[one].asked) === is)
  );
  const left = columns.filter((one) => !Object.values(mapped).includes(one));
  const own = guessColumns(asked, left, verdicts);
  const free = left.filter((one) => !own.some(({ name }) => name === one));
  const answers = ["answer_a", "answer_b"].filter((one) => frame === "pairs" && !columns.includes(one));
  return [
    ...own,
    ...[...answers, ...others].filter((one) => one !== "condition")
      .flatMap((column) => namedAlike(column, free).slice(0, 1).map((name) => ({ column, name }))),
  ];
}

/** What refused values most likely mean, file by file: what means one thing here and another there only reading the files apart can tell. */
function meantBy(refused: readonly (readonly BadColumn[])[], meant: FrameName) {
  const values: Record<string, Record<string, string>> = {}, none: string[] = [];
  for (const own of refused) {
    for (const one of own) {
      const { column, values: found } = one, spec = FRAMES[meant].columns[column];
      const texts = found.map(({ value }) => String(value ?? ""));
      // Codes of verdicts are one scheme, though a column may hold but one of them.
      const alike = own.filter((one) => FRAMES[meant].columns[one.column]?.values === spec?.values);
      const all = alike.flatMap((one) => one.values.map(({ value }) => value));
      for (const [theirs, ours] of Object.entries(meantValues(spec ?? { type: "text" }, all))) {
        if (theirs === ours || !texts.includes(theirs) || areReplies(one) && ours === OPEN) continue;
        const known = (values[column] ??= {})[theirs] ?? ours;
        values[column][theirs] = known === ours ? ours : OPEN;
      }
      if (!spec || spec.nullable) none.push(...texts.filter((value) => isNone(value, texts)));
    }
  }
  return { values, none };
}

/** Whether the hint of a column that is refused says how whole replies are read. */
const areReplies = ({ column, expected }: BadColumn) =>
  column === "choice" && expected.includes("(whole replies: ");

/** What readers refuse of a file: that it fits no frame, or columns with bad values. */
function refusedBy(path: string, options: ReadResultsOptions, isGuess = false) {
  try {
    const { strangers: [stranger] } = inspectFile(path, options);
    return { stranger, bad: [] };
  } catch (error) {
    // Of what is guessed more may be wrong than values: reading will say so.
    if (error instanceof ResultsError && (isGuess || error.columns.length > 0)) return { bad: error.columns };
    throw error;
  }
}

/** How many values of a column are shown, how much of each, and from how many rows. */
const SAMPLES = 3, LONGEST = 40, LOOKED_AT = 1000;

/** The columns of a file with a few of their values: what they mean is seen there. */
function sayColumns({ path, columns }: Stranger): void {
  const { frame, records } = loadTable(findTableFiles(path)[0]), parsed = records?.().slice(0, LOOKED_AT);
  say(`${path} has the columns`);
  const names = columns.map((name) => name.trim() === name ? name : JSON.stringify(name));
  const width = Math.max(...names.map((name) => name.length));
  for (const [i, column] of columns.entries()) {
    const values = parsed ? valuesAt(parsed, column) : frame.getColumn(column).head(LOOKED_AT).toArray();
    const texts = values.filter((one) => one != null)
      .map((one) => typeof one === "object" ? JSON.stringify(one) : String(one));
    const samples = [...new Set(texts)].slice(0, SAMPLES).map((value) =>
      JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
    );
    say(`  ${names[i].padEnd(width)}  ${samples.join(", ")}`);
  }
}
