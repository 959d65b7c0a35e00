import { existsSync, writeFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { guessColumns, judgesAmong, REPLY, scoresIn, toldIn, twoScores } from "../results/closest_frames.ts";
import { findTableFiles } from "../results/find_files.ts";
import { type FrameName, FRAMES, requiredColumns } from "../results/frames.ts";
import { type FileInspection, inspectFile } from "../results/inspect_file.ts";
import { valuesAt } from "../results/json_lines.ts";
import { loadTable } from "../results/load_table.ts";
import { type Guess, namesOf, sentinelsAt } from "../results/named_tables.ts";
import { namedAlike } from "../results/other_names.ts";
import { namedColumns } from "../results/read_options.ts";
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
  // Each file has names and codes of its own; those of a folder that are alike are looked at in the first.
  // Another tool's are read without a map.
  const sorted = sortFiles(path, options), native = sorted.layout === "native" ? sorted.frames.values() : [];
  const paths = [...sorted.strangers.map(({ file }) => file), ...[...native].flat()].map(({ path }) => path)
    .sort();
  const looked = paths.map((one) => refusedBy(one, options));
  const others = looked.flatMap(({ others }) => others);
  const kinds = grouped(looked.flatMap(({ strangers }) => strangers), ({ columns }) => columns.join("\n"));
  const strangers = [...kinds.values()].map(([one]) => one);
  const meant = frame ?? (options.judges ? "pairs" : closestOf(strangers)) ?? others[0]?.name ?? "pairs";
  const specs = FRAMES[meant].columns;
  const guesses: Guess[] = [
    ...strangers.map((one) => ({ has: namesIn(one), guessed: guessedColumns(one, meant, options) })),
    ...others.map(({ name, others, report, frame }) => ({
      has: frame.columns.filter((column) => !report.filled?.includes(column)),
      guessed: respelt(name, others, report.filled ?? []),
    })),
  ];
  const columns: Record<string, string | readonly string[]> = { ...options.columns, ...namesOf(guesses) };
  const mapped = guesses.flatMap(({ guessed }) => guessed).map(({ column }) => column);
  const open = new Set(mapped.filter((column) => !Object.hasOwn(columns, column)));
  // Several columns of verdicts are judges that stand side by side.
  const judges = judgesAmong([...new Set(strangers.flatMap(({ verdicts }) => verdicts))])
    .filter((one) => !Object.values(columns).flat().includes(one));
  const areScores = judges.length > 0 && strangers.some(({ columns }) => !columns.includes(judges[0]));
  const isSide = options.judges === undefined && (judges.length > 1 || areScores) &&
    ["judge", "choice"].every((one) => open.has(one));
  const side = isSide ? { judges } : {};
  for (const column of isSide ? ["judge", "choice"] : []) open.delete(column);
  // Whatever stands for a column that a file lacks, the values of all others are looked at.
  const refused = looked.flatMap(({ strangers: [stranger], others: [other], bad }, i) => {
    if (mapped.length === 0 || !stranger && !other) return [bad];
    const has = stranger ? namesIn(stranger) : other.frame.columns, told = toldIn(columns, has);
    const isMissed = (one: string) =>
      (specs[one]?.required || specs[one]?.asked) && !Object.hasOwn(told, one) && !has.includes(one) &&
      !(one === "choice" && Object.hasOwn(told, "score_a")) &&
      !((isSide || options.judges) && ["judge", "choice"].includes(one));
    const lacks = mapped.filter(isMissed);
    const guess = {
      ...isSide || options.judges ? side : { judge: "?" },
      ...options,
      columns: { ...Object.fromEntries(lacks.map((one) => [one, has[0]])), ...told },
    };
    return [refusedBy(paths[i], guess, true).bad.filter(({ column }) => !lacks.includes(column))];
  });
  const bad = refused.flat(), areRated = strangers.some(({ scored }) => scored.length > 0);
  const replies = areRated && meant === "ratings" || bad.some(areReplies) ? { replies: true } : {};
  // What sounds like `image` may hold names of pictures, which are its ids.
  if (bad.some(({ column, values }) => column === "image" && values.some(({ value }) => isPicture(value)))) {
    const { image, image_id = image } = columns;
    delete columns.image;
    Object.assign(columns, { image_id });
  }
  const { values, none } = meantBy(refused, meant);
  // Of which order letters speak nothing tells.
  const isSwapped = Object.hasOwn(columns, "swapped") || guesses.some(({ has }) => has.includes("swapped"));
  const order = isSwapped && options.choiceOrder === undefined ? { choiceOrder: OPEN } : {};
  const inOrder = Object.entries({ ...Object.fromEntries([...open].map((one) => [one, OPEN])), ...columns })
    .toSorted(([a], [b]) => Object.keys(specs).indexOf(a) - Object.keys(specs).indexOf(b));
  const map = Object.assign({ columns: {}, values: {}, missing: [] }, options, side, replies, order, {
    columns: Object.fromEntries(inOrder),
    values: { ...options.values, ...values },
    missing: [...new Set([...options.missing ?? [], ...none, ...sentinelsAt(meant, paths)])],
  });
  writeWhole(template, (temporary) => writeFileSync(temporary, `${JSON.stringify(map, null, 2)}\n`));
  strangers.forEach(sayColumns);
  if (strangers.length > 0) {
    const kinds = Object.keys(FRAMES).filter((name) => name !== meant).join(", ");
    const mayBe = namedColumns(meant).filter((one) => !specs[one]?.required && !specs[one]?.asked);
    say(`taken for ${meant} (others with --frame: ${kinds})`);
    say(`may be told too, where the file has them: ${mayBe.join(", ")}`);
  }
  if (open.size > 0) {
    const judge = "; the judge can be told: --judge-name NAME, or --judge-from-file by each file's name";
    const human = "; people's labels in a file of their own: --corrections FILE";
    say(
      `nothing there sounds like ${
        [...open].join(", ")
      }: write the file's name in the place of ${OPEN}, or take the line out` +
        (open.has("judge") ? judge : "") + (open.has("human") ? human : ""),
    );
  }
  if ("choiceOrder" in order) {
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

/** The frame that most files which fit none are closest to; undefined where nothing speaks for any. */
function closestOf(strangers: readonly Stranger[]): FrameName | undefined {
  const byFrame = grouped(strangers, ({ lacking: [one] }) => one?.frame ?? "");
  const [most] = [...byFrame.values()].toSorted((a, b) => b.length - a.length);
  const [closest] = most?.[0].lacking ?? [];
  const isKnown = closest !== undefined &&
    (closest.similar.length > 0 || closest.missing.length < requiredColumns(closest.frame).length);
  return isKnown ? closest.frame : undefined;
}

/** What sounds like each of the columns that a frame misses, each column once. */
function guessedColumns(
  stranger: Stranger,
  frame: FrameName,
  told: ReadResultsOptions,
): Guess["guessed"] {
  const columns = namesIn(stranger),
    verdicts = stranger.verdicts.filter((one) => stranger.columns.includes(one));
  const specs = FRAMES[frame].columns, mapped = toldIn(told.columns ?? {}, columns);
  const named = [...toldNames({ ...told, columns: mapped }), ...columns];
  const lacking = Object.keys(specs).filter((one) => !named.includes(one));
  const asked = lacking.filter((one) => specs[one].required || specs[one].asked);
  const taken = Object.values(mapped), left = columns.filter((one) => !taken.includes(one));
  const guessed = guessColumns(asked, left, verdicts);
  const free = left.filter((one) => !guessed.some(({ name }) => name === one));
  const isChoice = ({ column, name }: Guess["guessed"][number]) => column === "choice" && name === undefined;
  const two = guessed.some(isChoice) ? twoScores(free) : [], reply = free.find((one) => REPLY.test(one));
  const answers = frame === "pairs" || frame === "criteria" ? ["answer_a", "answer_b"] : [];
  return [
    ...guessed.flatMap((one) => !isChoice(one) ? one : reply || !two[0] ? { ...one, name: reply } : []),
    ...[...two, ...scoresIn(frame, free, stranger.scored)].map(([column, name]) => ({ column, name })),
    ...respelt(frame, free, [
      ...answers,
      ...lacking.filter((one) => !asked.includes(one) && one !== "condition"),
    ]),
  ];
}

/** Columns that a frame may have and none is there for, and the file's that are they but for case and blanks, or by another usual name. */
function respelt(frame: FrameName, columns: readonly string[], open: readonly string[]): Guess["guessed"] {
  return open.filter((column) => !FRAMES[frame].columns[column]?.required && !columns.includes(column))
    .flatMap((column) => namedAlike(column, columns).slice(0, 1).map((name) => ({ column, name })));
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

/** How many values of a column are shown, how much of each, and from how many rows. */
const SAMPLES = 3, LONGEST = 40, LOOKED_AT = 1000;

/** The columns of a file with a few of their values: what they mean is seen there. */
function sayColumns({ path, columns }: Stranger): void {
  const { frame, records } = loadTable(findTableFiles(path)[0]), parsed = records?.().slice(0, LOOKED_AT);
  say(`${path} has the columns`);
  const names = columns.map((name) => name.trim() === name ? name : JSON.stringify(name));
  const width = Math.max(...names.map((name) => name.length));
  for (const [i, column] of columns.entries()) {
    const values: unknown[] = parsed
      ? valuesAt(parsed, column)
      : frame.getColumn(column).head(LOOKED_AT).toArray();
    const texts = values.filter((one) => one != null)
      .map((one) => typeof one === "object" ? JSON.stringify(one) : `${one}`);
    const samples = [...new Set(texts)].slice(0, SAMPLES)
      .map((value) => value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
    say(`  ${names[i].padEnd(width)}  ${samples.map((value) => JSON.stringify(value)).join(", ")}`);
  }
}
