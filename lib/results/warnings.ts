import type pl from "nodejs-polars";
import { nearest } from "../progress/nearest.ts";
import { toldColumns } from "../progress/require.ts";
import { LITERAL, rowsInWords } from "../progress/show.ts";
import { scorersIn, scoresOf } from "./two_scores.ts";
import type { TableFile } from "./find_files.ts";
import { givenName, ratingEvaluators } from "./frame.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { alikeNames, isOfPeople, isOnePersons, namedAlike, similarTo } from "./other_names.ts";
import { alikeIds, copies, equalJudges } from "./twins.ts";
import { twoPictures, unreadOrder, unspaced } from "./pair_warnings.ts";
import {
  codedVerdicts,
  distinct,
  doubtfulScores,
  longRatings,
  mixedScores,
  repeatedRatings,
  sentinels,
  severalAnswers,
  unreadScores,
} from "./rating_warnings.ts";
import { isNone, meantValues } from "./value_hint.ts";

/** What is looked at: a frame as it was read, and where from. */
interface Read {
  name: FrameName;
  frame: pl.DataFrame;
  files: readonly TableFile[];
  /** Columns of ours that the file lacks. */
  filled: readonly string[];
  /** Columns of objects that paths of the caller lead into. */
  reached: readonly string[];
  /** Whether the file is in our own layout: other tools' have no column under a wrong name. */
  native: boolean;
  /** Whether the caller has named the evaluators. */
  named: boolean;
}

/**
 * What looks wrong in a file and is read as it stands: the report of the read says so. Each looks at one thing, in files of our own
 * layout alone where that is said, and in one frame.
 */
const LOOKS: readonly [where: "any" | "own", frame: string, says: (read: Read) => Iterable<string>][] = [
  ["own", "pairs", unlabelled],
  ["own", "pairs", oneSided],
  ["own", "pairs", unreadOrder],
  ["own", "pairs", unspaced],
  ["own", "pairs", twoPictures],
  ["own", "pairs ratings", unreadImage],
  ["any", "pairs", unfitConfidence],
  ["own", "ratings", longRatings],
  ["own", "ratings", severalAnswers],
  ["own", "ratings", repeatedRatings],
  ["own", "ratings", doubtfulScores],
  ["own", "ratings", codedVerdicts],
  ["own", "ratings", mixedScores],
  ["own", "ratings", unreadScores],
  ["any", "ratings", sentinels],
  ["own", "all", misspelt],
  ["any", "all", nearNames],
  ["any", "all", alikeIds],
  ["own", "all", namedNothing],
  ["any", "all", copies],
  ["any", "pairs", equalJudges],
  ["any", "all", hidden],
  ["any", "all", compared],
];

/** What looks wrong in a frame that was read, in sentences. */
export function warningsOf(read: Read): string[] {
  return LOOKS.filter(([where, frame]) =>
    (where === "any" || read.native) && (frame === "all" || frame.split(" ").includes(read.name))
  ).flatMap(([, , says]) => [...says(read)]);
}

/** Columns that a frame cannot have under their names. */
function* hidden({ frame }: Read) {
  const taken = frame.columns.filter((name) => givenName(name) !== name);
  if (taken.length === 0) return;
  const given = taken.map(givenName).join(", "), now = taken.join(", ");
  yield `${now}: a line after the name tells a column from what a frame has itself (${given})`;
}

/** A column that a comparison in JavaScript has made. */
function* compared({ frame }: Read) {
  if (frame.columns.includes("literal") && /Bool/.test(String(frame.getColumn("literal").dtype))) {
    yield LITERAL;
  }
}

/** No labels of people: what compares with them has nothing to say. */
function* unlabelled({ frame, filled }: Read) {
  if (!filled.includes("human") || frame.getColumn("human").nullCount() < frame.height) return;
  const people = (distinct(frame, "judge") as string[]).filter(isOfPeople);
  if (people.length > 0) {
    const judge = JSON.stringify(people[0]);
    yield `the judge ${
      people.join(", ")
    } sounds like people, whose verdicts belong into a column human of the others' rows: in pandas ` +
      `votes = df[df.judge == ${judge}].set_index("item_id").choice; df = df[df.judge != ${judge}].assign(human=df.item_id.map(votes))`;
  }
  const own = frame.columns.filter((column) => !Object.hasOwn(FRAMES.pairs.columns, column));
  const { people: [scorer] } = scorersIn(
    frame.select(...own),
    (who) => isOfPeople(who) || /win|vote/i.test(who),
  );
  const [meant] = similarTo("human", own);
  yield "there is no column human: nothing can be compared with people, unless the rows are read together with those of a file that has " +
    "labels of the same items; strengths, lengths, order and runs need none" +
    (scorer !== undefined
      ? `; if people gave ${scoresOf(scorer, own)!.join(" and ")}, make it of them: ${
        toldColumns([["human", scorer]])
      }`
      : meant !== undefined
      ? `; is it ${meant}? then name it: ${toldColumns([["human", meant]])}`
      : "");
}

/** From how many labels on it is no chance that all name one answer. */
const MANY_LABELS = 10;

/** Labels of people that all name one answer: a code that was misread, or another column; a judge's taste for that side is its accuracy. */
function* oneSided({ frame }: Read) {
  const [side, other] = distinct(frame, "human"), count = frame.height - frame.getColumn("human").nullCount();
  if (count < MANY_LABELS || other !== undefined) return;
  yield `human is ${side} in all ${
    rowsInWords(count)
  } that have a label: if people did not choose the same side throughout, another column ` +
    "is theirs or its codes mean something else; accuracy now is how often a judge says " + String(side);
}

/** Columns that are read where a file has them, beside those of the schema. */
const ALSO: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["confidence", "provenance"],
  ratings: ["rater", "provenance"],
};

/** Names alike but for case, blanks and the signs between words. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Names of columns that say that the image was not shown. */
const BLIND =
  /^(is[ _-]?)?(blind|((no|without)[ _-]?(image|img|picture|video)|(text|caption)s?[ _-]?only)s?)$/i;

/**
 * Columns that are most likely an optional one of the schema, mistyped: of one that is missing the default would be taken without a
 * word. They differ in case, blanks or signs between words alone, or in one letter (two of names with six or more); whether the image was
 * shown has other usual names too.
 */
function* misspelt({ name, frame, filled, reached }: Read) {
  // Of ratings every column of numbers is an evaluator.
  const known = [
    ...Object.keys(FRAMES[name].columns),
    ...name === "ratings" ? ratingEvaluators(frame) : [],
    ...reached,
  ];
  const also = ALSO[name] ?? [], open = [...filled, ...also.filter((one) => !frame.columns.includes(one))];
  const isSearched = (one: string) => !known.includes(one) && !also.includes(one) && !isOnePersons(one);
  for (const column of frame.columns.filter(isSearched)) {
    if (open.includes("image") && BLIND.test(column)) {
      const meant = meantValues(FRAMES.pairs.columns.image, distinct(frame, column).sort());
      const turned = Object.entries(meant).map(([theirs, ours]) => [
        theirs,
        ours === "true" ? "false" : ours === "false" ? "true" : ours,
      ]);
      yield `the column ${column} is not read; if it says that the image was not shown, name it with its values turned ` +
        `round: columns: { image: ${JSON.stringify(column)} }, values: { image: ${
          JSON.stringify(Object.fromEntries(turned))
        } }; now every row counts as judged with the image`;
      continue;
    }
    const [meant] = [
      open.filter((one) => bare(one) === bare(column)),
      open.filter((one) => one === "image" && namedAlike(one, [column]).length > 0),
      ...(column.length < 6 ? [1] : [1, 2]).map((within) => nearest(column, open, { within })),
    ].filter((names) => names.length > 0);
    if (meant === undefined) continue;
    const way = toldColumns([[meant[0], column]]);
    yield `the column ${column} is not read; is it ${meant.join(" or ")}? then name it: ${way}` +
      (meant[0] === "image" ? "; now every row counts as judged with the image" : "");
  }
}

/** Columns whose few names are compared with each other: judges and the models that wrote answers are of one kind. */
const NAMES = [["judge", "model_a", "model_b"], ["benchmark"], ["annotator"], ["criterion"]];

/** What looks like one thing under two names. */
function* nearNames({ frame }: Read) {
  for (const columns of NAMES) {
    const own = columns.filter((column) => frame.columns.includes(column));
    yield* alikeNames(Object.fromEntries(own.map((column) => [column, distinct(frame, column)])));
  }
}

/** Columns whose names group rows: one that is a word for nothing makes a group of what has none. */
const GROUPING = ["image_id", "model_a", "model_b", "annotator", "generator"];

function* namedNothing({ frame }: Read) {
  for (const column of GROUPING.filter((one) => frame.columns.includes(one))) {
    const none = distinct(frame, column).filter((value) => isNone(String(value))).sort();
    if (none.length === 0) continue;
    const named = frame.getColumn(column).toArray().filter((value) => none.includes(value));
    const words = JSON.stringify(none), rows = rowsInWords(named.length);
    yield `${column}: ${words} in ${rows} counts as a name, so that these rows belong together; if it means ` +
      `that there is none, read with missing: ${words}`;
  }
}

/** Names that columns with the picture have in other files. */
const PICTURE =
  /^(image|img|pic|picture|photo|video)([ _-]?(id|url|uri|path|file|filename|name|src|link))?$|^file[ _-]?name$/i;

/** A column that sounds like the picture, where several items share one and each counts as a picture of its own. */
function* unreadImage({ frame, filled }: Read) {
  if (!filled.includes("image_id")) return;
  const items = frame.getColumn("item_id").nUnique();
  for (const column of frame.columns.filter((one) => !/^image(_id)?$/.test(one) && PICTURE.test(one))) {
    const pictures = distinct(frame, column).length;
    if (pictures === 0 || pictures >= items) continue;
    const way = toldColumns([["image_id", column]]);
    yield `the column ${column} is not read: if it names the picture, name it (${way}), for ${items} items share ` +
      `${pictures} of its values; now every item counts as a picture of its own, which makes intervals too narrow where ` +
      "verdicts on one picture go together";
    return;
  }
}

/** A column confidence that cannot be used: percent, commas, words, numbers beyond 1, log-probabilities. */
export function* unfitConfidence({ frame }: Pick<Read, "frame">) {
  const given = frame.columns.includes("confidence")
    ? frame.getColumn("confidence").dropNulls().toArray()
    : [];
  const isNumber = (value: unknown): value is number => typeof value === "number";
  const unfit = given.filter((value) => !(isNumber(value) && value >= 0 && value <= 1));
  if (unfit.length === 0) return;
  const some = [...new Set(unfit.map((value) => JSON.stringify(value)))].slice(0, 3).join(", ");
  const way = given.every((value) => isNumber(value) && value <= 0)
    ? 'they look like log-probabilities, of which probabilities are made by exp (in Polars pl.col("confidence").exp())'
    : "write 0.5 for 50% and 0.45 for 0,45";
  const rows = rowsInWords(unfit.length);
  yield `confidence: ${rows} without a probability from 0 to 1 (${some}), so that the column is not used: ${way}`;
}
