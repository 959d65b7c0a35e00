import { existsSync, writeFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { findTableFiles } from "../results/find_files.ts";
import { type FrameName, FRAMES, requiredColumns } from "../results/frames.ts";
import { type FileInspection, inspectFile } from "../results/inspect_file.ts";
import { valuesAt } from "../results/json_lines.ts";
import { loadTable } from "../results/load_table.ts";
import { textsIn, unassigned } from "../results/assigned_columns.ts";
import { judgesAmong, REPLY, toldIn } from "../results/closest_frames.ts";
import { hintsOf } from "../results/column_hints.ts";
import { scorersInWords } from "../results/two_scores.ts";
import { sortFiles } from "../results/read_results.ts";
import { namedColumns } from "../results/read_options.ts";
import type { ReadResultsOptions } from "../results/readers.ts";
import { type BadColumn, ResultsError } from "../results/results_error.ts";
import { isNone, isPicture, meantValues } from "../results/value_hint.ts";
import { writeWhole } from "../results/write_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { say, UsageError } from "./command.ts";
import { guessedColumns, namesOf, respelt, type Stranger } from "./guessed_columns.ts";
import { OPEN } from "./reading_options.ts";

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
  // Each file has names and codes of its own.
  const paths = ownFiles(path, options), looked = paths.map((one) => refusedBy(one, options));
  const others = looked.flatMap(({ others }) => others);
  // Files of a folder that are alike are looked at in the first.
  const kinds = grouped(looked.flatMap(({ strangers }) => strangers), ({ columns }) => columns.join("\n"));
  const strangers = [...kinds.values()].map(([one]) => ({ ...one, valuesOf: columnValues(one) }));
  // Where nothing speaks for any kind it is most likely the one that most files are of, and not the one that asks least.
  const byFrame = grouped(strangers, ({ lacking: [one] }) => one?.frame ?? "");
  const [most] = [...byFrame.values()].toSorted((a, b) => b.length - a.length),
    [closest] = most?.[0].lacking ?? [];
  const isKnown = closest !== undefined &&
    (closest.similar.length > 0 || closest.missing.length < requiredColumns(closest.frame).length);
  const meant = frame ?? (options.judges ? "pairs" : isKnown ? closest.frame : undefined) ??
    others[0]?.name ?? "pairs";
  const guesses = [
    ...strangers.map((one) => ({ has: one.columns, guessed: guessedColumns(one, meant, options) })),
    ...others.map(({ name, others, report, frame }) => ({
      has: frame.columns.filter((column) => !report.filled?.includes(column)),
      guessed: respelt(name, others, report.filled),
    })),
  ];
  const mapped = guesses.flatMap(({ guessed }) => guessed);
  const columns: Record<string, string | readonly string[]> = { ...options.columns, ...namesOf(guesses) };
  const open = new Set(
    mapped.map(({ column }) => column).filter((column) => !Object.hasOwn(columns, column)),
  );
  // Several columns of verdicts are judges that stand side by side.
  const verdicts = unassigned(strangers.flatMap(({ verdicts }) => verdicts), Object.values(columns).flat());
  const there = strangers.flatMap((one) => one.columns), judges = judgesAmong(verdicts, there);
  const scorers = verdicts.filter((one) => !there.includes(one));
  const isOpen = meant === "ratings"
    ? judges.every((one) => scorers.includes(one))
    : ["judge", "choice"].every((column) => open.has(column));
  const side = options.judges === undefined && isOpen && judges.length > 1 ? { judges } : undefined;
  // Whole replies have names of their own, in files without another verdict.
  const said = guesses.map(({ has, guessed }) => ({
    has,
    guessed: guessed.filter(({ column }) => column === "choice")
      .map(({ column, name = has.find((one) => REPLY.test(one)) }) => ({ column, name })),
  }));
  const { choice } = side ? {} : { ...namesOf(said), ...options.columns };
  if (choice !== undefined) columns.choice = choice;
  for (const told of choice !== undefined ? ["choice"] : side ? ["judge", "choice"] : []) open.delete(told);
  // Whatever stands for a column that a file lacks, the values of all others are looked at.
  const asked = mapped.map(({ column }) => column);
  const refused = looked.map(({ strangers: [stranger], others: [other], bad }, i) => {
    if (mapped.length === 0 || !stranger && !other) return bad;
    const has = stranger?.columns ?? other.frame.columns, told = toldIn(columns, has);
    // What a file may do without is not missed, a verdict not where two scores make it.
    const hasScores = ["score_a", "score_b"].every((one) => Object.hasOwn(told, one));
    const isMissed = (one: string) => {
      const { required, asked } = FRAMES[meant].columns[one] ?? { asked: !/_[ab]$/.test(one) };
      return (required || asked) && !(one === "choice" && hasScores);
    };
    const lacks = asked.filter((one) => isMissed(one) && !Object.hasOwn(told, one) && !has.includes(one))
      .filter((one) => open.has(one) || Object.hasOwn(columns, one));
    const guess = {
      ...side ?? (options.judges ? {} : { judge: "?" }),
      ...options,
      columns: { ...Object.fromEntries(lacks.map((one) => [one, has[0]])), ...told },
    };
    return refusedBy(paths[i], guess, true).bad.filter(({ column }) => !lacks.includes(column));
  });
  const bad = refused.flat();
  // What sounds like `image` may hold names of pictures, which are its ids.
  if (bad.some(({ column, values }) => column === "image" && values.some(({ value }) => isPicture(value)))) {
    const { image, image_id = image } = columns;
    delete columns.image;
    Object.assign(columns, { image_id });
  }
  const values: Record<string, Record<string, string>> = {}, none: string[] = [];
  for (const own of refused) {
    for (const { column, values: found, expected } of own) {
      const spec = FRAMES[meant].columns[column], texts = found.map(({ value }) => String(value ?? ""));
      // Codes of verdicts are one scheme, though a column may hold but one of them.
      const alike = own.filter((one) => FRAMES[meant].columns[one.column]?.values === spec?.values);
      const map = meantValues(
        spec ?? { type: "text" },
        alike.flatMap((one) => one.values.map(({ value }) => value)),
      );
      for (const [theirs, ours] of Object.entries(map)) {
        // What each of many replies means no map says.
        if (theirs === ours || !texts.includes(theirs) || areReplies(expected) && ours === OPEN) continue;
        const known = (values[column] ??= {})[theirs] ?? ours;
        // What means one thing here and another there only reading the files apart can tell.
        values[column][theirs] = known === ours ? ours : OPEN;
      }
      if (!spec || spec.nullable) none.push(...texts.filter((value) => isNone(value, texts)));
    }
  }
  const columnsInOrder = Object.keys(FRAMES[meant].columns);
  const inOrder = Object.entries({
    ...Object.fromEntries([...open].map((column) => [column, OPEN])),
    ...columns,
  })
    .toSorted(([a], [b]) => columnsInOrder.indexOf(a) - columnsInOrder.indexOf(b));
  // What else was said on the command line belongs to the map too; a function, as of --judge-from-file, JSON does not hold.
  // Of which order letters speak nothing tells: only names of the models that won are the same in either.
  const found = (one: string) =>
    strangers.flatMap((file) => {
      const { [one]: own = one } = toldIn(columns, file.columns);
      return file.columns.includes(own) ? textsIn(file.valuesOf(own)) : [];
    });
  const models = new Set(["model_a", "model_b"].flatMap(found)),
    isLetters = !found("choice").some((one) => models.has(one));
  const order = found("swapped").length > 0 && options.choiceOrder === undefined && isLetters
    ? { choiceOrder: OPEN }
    : undefined;
  const replies = bad.some(({ column, expected }) => column === "choice" && areReplies(expected))
    ? { replies: true }
    : undefined;
  const map = Object.assign({ columns: {}, values: {}, missing: [] }, options, side, replies, order, {
    columns: Object.fromEntries(inOrder),
    values: { ...options.values, ...values },
    missing: [...new Set([...options.missing ?? [], ...none])],
  });
  writeWhole(template, (temporary) => writeFileSync(temporary, `${JSON.stringify(map, null, 2)}\n`));
  for (const stranger of strangers) sayColumns(stranger);
  if (strangers.length > 0) {
    const kinds = (Object.keys(FRAMES) as FrameName[]).filter((name) => name !== meant).join(", ");
    const { columns: specs } = FRAMES[meant];
    const mayBe = namedColumns(meant).filter((one) => !specs[one]?.required && !specs[one]?.asked);
    say(`taken for ${meant} (others with --frame: ${kinds})`);
    say(`may be told too, where the file has them: ${mayBe.join(", ")}`);
  }
  const lacks = (column: string) =>
    mapped.some((one) => one.column === column) && !(side && ["judge", "choice"].includes(column));
  const hints = strangers.flatMap((one) => {
    const own = verdicts.filter((name) => one.verdicts.includes(name));
    return hintsOf(one.columns, own, lacks, toldIn(columns, one.columns), one);
  });
  if (scorers.length > 0) say(scorersInWords(scorers, there));
  for (const hint of new Set(hints)) say(hint);
  for (const { column, expected } of bad) {
    if (areReplies(expected) && values[column] === undefined) say(`${column}: wanted ${expected}`);
  }
  if (open.size > 0) {
    const ways = [
      ["judge", "; the judge can be told: --judge-name NAME, or --judge-from-file by each file's name"],
      ["human", "; people's labels in a file of their own: --corrections FILE"],
    ].map(([column, way]) => open.has(column) ? way : "");
    say(
      `nothing there sounds like ${[...open].join(", ")}: write the file's name in the place of ${OPEN}, ` +
        `or take the line out${ways.join("")}`,
    );
  }
  if (order) {
    say(
      `choiceOrder is "canonical" where A is the same answer in all rows of an item, "shown" where A is the answer that the judge saw ` +
        `first (answersOrder "shown" too, where texts stand so): only you can tell, write it in the place of ${OPEN}`,
    );
  }
  if (JSON.stringify(values).includes(`"${OPEN}"`)) {
    say(`what ${OPEN} stands for only you can tell; a word for nothing belongs to "missing"`);
  }
  say(
    `wrote ${template}: look at it, then read with --map ${template}${
      typeof options.judge === "function" ? " --judge-from-file" : ""
    }`,
  );
}

/** Whether the hint of a column that is refused says how whole replies are read. */
const areReplies = (expected: string) => expected.includes("(whole replies: ");

/** The files of a path that are tables of one's own: another tool's are read without a map. */
function ownFiles(path: string, options: ReadResultsOptions): string[] {
  const { layout, frames, strangers } = sortFiles(path, options);
  const native = layout === "native" ? [...frames.values()].flat() : [];
  return [...strangers.map(({ file }) => file), ...native].map(({ path }) => path).sort();
}

/** What readers refuse of a file: files that fit no frame, or columns with bad values. */
function refusedBy(
  path: string,
  options: ReadResultsOptions,
  isGuess = false,
): Pick<FileInspection, "strangers"> & { others: FileInspection["frames"]; bad: readonly BadColumn[] } {
  try {
    const { frames, strangers } = inspectFile(path, options);
    return { strangers, others: frames, bad: [] };
  } catch (error) {
    // Of what is guessed more may be wrong than values: reading will say so.
    if (error instanceof ResultsError && (isGuess || error.columns.length > 0)) {
      return { strangers: [], others: [], bad: error.columns };
    }
    throw error;
  }
}

function columnValues({ path }: FileInspection["strangers"][number]): Stranger["valuesOf"] {
  const { frame, records } = loadTable(findTableFiles(path)[0]), parsed = records?.();
  return (column, rows = frame.height) => {
    return parsed ? valuesAt(parsed.slice(0, rows), column) : frame.getColumn(column).head(rows).toArray();
  };
}

/** How many values of a column are shown, how much of each, and from how many rows. */
const SAMPLES = 3, LONGEST = 40, LOOKED_AT = 1000;

/** The columns of a file with a few of their values: what they mean is seen there. */
function sayColumns({ path, columns, valuesOf }: Stranger): void {
  say(`${path} has the columns`);
  const names = columns.map((name) => name.trim() === name ? name : JSON.stringify(name));
  const width = Math.max(...names.map((name) => name.length));
  for (const [i, column] of columns.entries()) {
    const samples = [...new Set(textsIn(valuesOf(column, LOOKED_AT)))].slice(0, SAMPLES)
      .map((value) => value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
    say(`  ${names[i].padEnd(width)}  ${samples.map((value) => JSON.stringify(value)).join(", ")}`);
  }
}
