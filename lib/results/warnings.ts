import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type pl from "nodejs-polars";
import { nearest } from "../progress/nearest.ts";
import { toldColumns } from "../progress/require.ts";
import { LITERAL } from "../progress/frame_table.ts";
import { rowsInWords } from "../progress/show.ts";
import { grouped } from "../stats/grouped.ts";
import { isFunctionOf, isText } from "./check.ts";
import type { TableFile } from "./find_files.ts";
import { givenName, ratingEvaluators } from "./frame.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { alikeIds, alikeNames, namedAlike, plain, several } from "./other_names.ts";
import {
  distinct,
  footnotes,
  longRatings,
  mixedScores,
  repeatedRatings,
  sentinels,
  severalAnswers,
} from "./rating_warnings.ts";
import { said } from "./said.ts";
import { nestedPictures, picturesIn } from "./nested_pictures.ts";
import { scoresOfTwo, unlabelled } from "./two_scores.ts";
import { isNone } from "./value_hint.ts";
import { unreadOrder } from "./item_order.ts";

/** What is looked at: a frame as it was read, and where from. */
interface Read {
  name: FrameName;
  frame: pl.DataFrame;
  files: readonly TableFile[];
  /** Columns of ours that the file lacks. */
  filled: readonly string[];
  /** Columns of objects that paths of the caller lead into. */
  reached: readonly string[];
  /** The files' columns of lists and objects. */
  nested: ReadonlySet<string>;
  /** Whether the file is in our own layout: other tools' have no column under a wrong name. */
  native: boolean;
  /** Whether the caller has named the evaluators. */
  named: boolean;
}

/** What looks wrong in a file and is read as it stands. Each looks at one thing, in files of our own layout alone where that is said, and in one frame. */
const LOOKS: readonly [where: "any" | "own", frame: string, says: (read: Read) => Iterable<string>][] = [
  ["own", "pairs", unlabelled],
  ["own", "pairs criteria", unreadOrder],
  ["own", "pairs", unspaced],
  ["own", "pairs", twoPictures],
  ["own", "pairs ratings", unreadImage],
  ["own", "pairs ratings", nestedPictures],
  ["any", "pairs", unfitConfidence],
  ["own", "ratings", longRatings],
  ["own", "ratings", severalAnswers],
  ["own", "ratings", repeatedRatings],
  ["own", "ratings", scoresOfTwo],
  ["own", "ratings", mixedScores],
  ["any", "ratings", sentinels],
  ["own", "all", misspelt],
  ["any", "all", nearNames],
  ["any", "all", alikeIds],
  ["own", "all", namedNothing],
  ["any", "all", copies],
  ["any", "all", otherModels],
  ["any", "all", passedOver],
  ["own", "pairs ratings criteria", footnotes],
  ["any", "all", hidden],
];

/** What looks wrong in a frame that was read, in sentences. */
export function warningsOf(read: Read): string[] {
  return LOOKS.filter(([where, frame]) =>
    (where === "any" || read.native) && (frame === "all" || frame.split(" ").includes(read.name))
  ).flatMap(([, , says]) => [...says(read)]);
}

/** Columns that a frame cannot have under their names, and one that a comparison in JavaScript has made. */
function* hidden({ frame }: Read) {
  const taken = frame.columns.filter((name) => givenName(name) !== name);
  const given = taken.map(givenName).join(", "), now = taken.join(", ");
  if (given) yield said("hidden", { now, given });
  const isMade = (name: string) => name === "literal" && /Bool/.test(String(frame.getColumn(name).dtype));
  if (frame.columns.some(isMade)) yield LITERAL;
}

/** Columns that are read where a file has them, beside those of the schema. */
const ALSO: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["confidence", "provenance"],
  ratings: ["rater", "provenance"],
};

/** Names of columns that say that the image was not shown. */
const BLIND =
  /^(is[ _-]?)?(blind|((no|without)[ _-]?(image|img|picture|video)|(text|caption)s?[ _-]?only)s?)$/i;

/**
 * Columns that are most likely an optional one of the schema, mistyped: of one that is missing the default would be taken without a
 * word. They differ in case, blanks or signs between words alone, or in one letter (two of names with six or more); whether the image was
 * shown has other usual names too.
 */
function* misspelt({ name, frame, filled, reached, nested }: Read) {
  // Of ratings every column of numbers is an evaluator.
  const known = [
    ...Object.keys(FRAMES[name].columns),
    ...name === "ratings" ? ratingEvaluators(frame) : [],
    ...reached,
  ];
  const also = ALSO[name] ?? [], open = [...filled, ...also.filter((one) => !frame.columns.includes(one))];
  for (const column of frame.columns.filter((one) => !known.includes(one) && !also.includes(one))) {
    const isBlind = open.includes("image") && BLIND.test(column);
    const [meant] = [
      isBlind ? ["image"] : [],
      open.filter((one) => plain(one) === plain(column)),
      open.filter((one) => one === "image" && namedAlike(one, [column]).length > 0),
      nearest(column, open, { within: column.length < 6 ? 1 : 2 }),
    ].filter((names) => names.length > 0);
    // Pictures in a list do not say whether they were shown.
    if (meant === undefined || meant[0] === "image" && picturesIn(frame, column, nested)) continue;
    const way = toldColumns([[meant[0], column]]), turned = isBlind ? ", with its values turned round" : "";
    const shown = meant[0] === "image" ? "; now every row counts as judged with the image" : "";
    yield said("misspelt", { column, meant: meant.join(" or "), way, turned, shown });
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
    yield said("named_nothing", { column, words: JSON.stringify(none), rows: rowsInWords(named.length) });
  }
}

/** Rows that another model answered than the judge that was asked; one with a date or number behind its name is a version of it. */
function* otherModels({ frame }: Read) {
  const judge = ["judge", "evaluator", "labeller"].find((column) => frame.columns.includes(column));
  if (judge === undefined || !frame.columns.includes("served")) return;
  const [asked, served] = [judge, "served"].map((column) => frame.getColumn(column).toArray().map(String));
  const name = (model: string) => model.toLowerCase().replace(/^.*\//, "");
  const others = grouped([...served.keys()], (row) => JSON.stringify([asked[row], served[row]]));
  const some = [...others.values()].flatMap(([row, ...more]) => {
    const own = name(asked[row].replace(/( run \d+)?( swapped)?( without image)?$/, "")),
      by = name(served[row]);
    const isVersion = by.startsWith(own) && /^([-@:]\d[\d.-]*)?$/.test(by.slice(own.length));
    return served[row] === "null" || isVersion
      ? []
      : [{ text: `${asked[row]} by ${served[row]}`, rows: more.length + 1 }];
  });
  const rows = some.reduce((sum, one) => sum + one.rows, 0);
  const told = some.map(({ text, rows }) => `${text}: ${rows}`).join(", ");
  if (rows > 0) yield said("other_models", { rows, all: rowsInWords(frame.height), told });
}

/** Files of a folder that are passed over, though they may hold rows. */
function* passedOver({ files }: Read) {
  const names = files.flatMap(({ beside = [] }) => beside).join(", ");
  if (names) yield said("beside", { names });
}

/** Files of equal bytes: their rows count twice. */
function* copies({ files }: Read) {
  const hash = ({ path }: TableFile) => createHash("sha256").update(readFileSync(path)).digest("hex");
  const sizes = several(files, ({ path }) => `${statSync(path).size}`);
  for (const same of sizes.flatMap((alike) => several(alike, hash))) {
    const names = same.map(({ path }) => path).join(" and ");
    yield said("copies", { names, often: same.length === 2 ? "twice" : `${same.length} times` });
  }
}

/** How many texts of a column are looked at. */
const LOOKED_AT = 1000;

/** Scripts that are written without blanks between words, and the longest text in them that may be one word. */
const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u, ONE_WORD = 8;

/** Answers whose words were counted by blanks that their script does not have. */
function* unspaced({ frame }: Read) {
  const answers = ["answer_a", "answer_b"].filter((one) =>
    frame.columns.includes(one) && isText(frame.getColumn(one))
  );
  const texts = answers.flatMap((one) =>
    frame.getColumn(one).dropNulls().head(LOOKED_AT).toArray() as string[]
  );
  const long = texts.filter((text) =>
    NO_BLANKS.test(text) && text.length > ONE_WORD * Math.max(1, text.trim().split(/\s+/).length)
  );
  const isMost = long.length > 0 && 2 * long.length >= texts.length;
  if (isMost) yield said("unspaced", { answers: answers.join(", ") });
}

/** Items with several names of their picture: each counts as one. A condition may have pictures of its own. */
function* twoPictures({ frame }: Read) {
  const key = ["benchmark", "item_id", "condition"];
  if (isFunctionOf(frame, "image_id", key)) return;
  const rows = frame.select(...key, "image_id").unique().sort([...key, "image_id"]).rows() as string[][];
  const items = several(rows, (row) => JSON.stringify(row.slice(0, -1))), [own] = items;
  const names = own.map((row) => JSON.stringify(row.at(-1))).join(" and ");
  const more = items.length > 1 ? ` (and ${items.length - 1} more have several)` : "";
  yield said("two_pictures", { item: own[0][1], names, more });
}

/** Names that columns with the picture have in other files. */
const PICTURE =
  /^(image|img|pic|picture|photo|video)([ _-]?(id|url|uri|path|file|filename|name|src|link))?$|^file[ _-]?name$/i;

/** A column that sounds like the picture, where several items share one and each counts as a picture of its own. */
function* unreadImage({ frame, filled, nested }: Read) {
  if (!filled.includes("image_id")) return;
  const items = frame.getColumn("item_id").nUnique();
  const isName = (one: string) => !/^image(_id)?$/.test(one) && PICTURE.test(one) && !nested.has(one);
  for (const column of frame.columns.filter(isName)) {
    const pictures = distinct(frame, column).length;
    if (pictures === 0 || pictures >= items) continue;
    yield said("unread_image", { column, way: toldColumns([["image_id", column]]), items, pictures });
    return;
  }
}

/** A column confidence that cannot be used: percent, commas, words, numbers beyond 1, log-probabilities. */
export function* unfitConfidence({ frame }: Pick<Read, "frame">) {
  const given = frame.columns.includes("confidence")
    ? frame.getColumn("confidence").dropNulls().toArray()
    : [];
  const unfit = given.filter((value) => !(typeof value === "number" && value >= 0 && value <= 1));
  if (unfit.length === 0) return;
  const some = [...new Set(unfit.map((value) => JSON.stringify(value)))].slice(0, 3).join(", ");
  yield said("unfit_confidence", { rows: rowsInWords(unfit.length), some });
}
