import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type pl from "nodejs-polars";
import { nearest } from "../progress/nearest.ts";
import { toldColumns } from "../progress/require.ts";
import { grouped } from "../stats/grouped.ts";
import { isText } from "./check.ts";
import type { TableFile } from "./find_files.ts";
import { givenName, ratingEvaluators } from "./frame.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { answered } from "./check_rows.ts";
import { frameCodes } from "./factor.ts";
import { alikeNames, namedAlike, plain, several } from "./other_names.ts";
import { distinct, type Looks, RATING_LOOKS } from "./rating_warnings.ts";
import { said } from "./said.ts";
import { unlabelled } from "./two_scores.ts";
import { valueHint } from "./value_hint.ts";

interface Read {
  name: FrameName;
  frame: pl.DataFrame;
  files: readonly TableFile[];
  filled: readonly string[];
  reached: readonly string[];
  nested: ReadonlySet<string>;
  native: boolean;
  named: boolean;
}

/** What looks wrong in a file and is read as it stands. Each looks at one thing, in files of our own layout alone where that is said, and in one frame. */
const LOOKS: Looks<Read> = [
  ["own", "pairs", unlabelled],
  ["own", "pairs criteria", unreadOrder],
  ["own", "pairs", unspaced],
  ["own", "pairs ratings", unreadImage],
  ["any", "pairs", unfitConfidence],
  ["any", "pairs criteria", retries],
  ...RATING_LOOKS,
  ["own", "all", misspelt],
  ["any", "all", nearNames],
  ["any", "all", alikeIds],
  ["any", "all", copies],
  ["any", "all", otherModels],
  ["any", "all", passedOver],
  ["any", "all", hidden],
];

export function warningsOf(read: Read): string[] {
  return LOOKS.filter(([where, frame]) =>
    (where === "any" || read.native) && (frame === "all" || frame.split(" ").includes(read.name))
  ).flatMap(([, , says]) => [...says(read)]);
}

function* hidden({ frame }: Read) {
  const taken = frame.columns.filter((name) => givenName(name) !== name);
  if (taken.length > 0) yield said("hidden", { now: taken, given: taken.map(givenName) });
}

const ALSO: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["confidence", "provenance"],
  ratings: ["rater", "provenance"],
};

const SEEN = /^(is|has|with|saw|sees|show[ns]?|(no|without))[ _-]?(image|img|picture)s?$/i;

function* misspelt({ name, frame, filled, reached, nested }: Read) {
  const also = ALSO[name] ?? [], open = [...filled, ...also.filter((one) => !frame.columns.includes(one))];
  const evaluators = name === "ratings" ? ratingEvaluators(frame) : [];
  const known = [...Object.keys(FRAMES[name].columns), ...evaluators, ...reached, ...also, ...nested.keys()];
  for (const column of frame.columns.filter((one) => !known.includes(one))) {
    const seen = open.includes("image") ? SEEN.exec(column) : null,
      isLength = (ours: string) => /^words_[ab]$/.test(ours) && namedAlike(ours, [column]).length > 0,
      alike = open.filter((one) => plain(one) === plain(column) || isLength(one));
    const meant = seen
      ? ["image"]
      : alike.length > 0
      ? alike
      : nearest(column, open, { within: column.length < 6 ? 1 : 2 });
    if (meant.length === 0) continue;
    const turned = seen?.[2] ? ", with its values turned round" : "";
    const way = toldColumns([[meant[0], column]]);
    yield said("misspelt", { column, meant: meant.join(" or "), way, turned });
  }
}

/** Columns whose few names are compared with each other: judges and the models that wrote answers are of one kind. */
const NAMES = [["judge", "model_a", "model_b"], ["benchmark"], ["annotator"], ["criterion"]];

/** Runs that are there, but for a few, only where another has no verdict: a log of retries, whose failed calls would count as wrong. */
function* retries({ name, frame }: Read) {
  if (!frame.columns.includes("run") || frame.getColumn("run").nUnique() < 2) return;
  const key = FRAMES[name].key.filter((one) => one !== "run" && frame.columns.includes(one));
  const { codes, size } = frameCodes(frame, key), has = answered(frame);
  const rows = new Int32Array(size), unanswered = new Int32Array(size);
  codes.forEach((code, row) => (rows[code]++, unanswered[code] += Number(!has[row])));
  const calls = [...rows.keys()], again = calls.filter((code) => rows[code] > 1);
  const failed = again.filter((code) => unanswered[code] > 0 && unanswered[code] < rows[code]);
  if (2 * failed.length <= again.length || again.length === calls.filter((code) => rows[code] > 0).length) {
    return;
  }
  yield said("retries", { rows: failed.reduce((sum, code) => sum + unanswered[code], 0) });
}

function* nearNames({ frame }: Read) {
  for (const columns of NAMES) {
    const own = columns.filter((column) => frame.columns.includes(column));
    yield* alikeNames(Object.fromEntries(own.map((column) => [column, distinct(frame, column)])));
  }
}

function* otherModels({ frame }: Read) {
  const judge = ["judge", "evaluator", "labeller"].find((column) => frame.columns.includes(column));
  if (judge === undefined || !frame.columns.includes("served")) return;
  const [asked, served] = [judge, "served"].map((column) => frame.getColumn(column).toArray().map(String));
  const name = (model: string) => model.toLowerCase().replace(/^.*\//, "");
  const others = asked.flatMap((one, row) => {
    const own = name(one.replace(/( run \d+)?( swapped)?( without image)?$/, "")), by = name(served[row]);
    const isVersion = by.startsWith(own) && /^([-@:]\d[\d.-]*)?$/.test(by.slice(own.length));
    return by === "null" || isVersion ? [] : [`${one} by ${served[row]}`];
  });
  const told = [...grouped(others, (one) => one)].map(([text, { length }]) => `${text}: ${length}`);
  if (told.length > 0) yield said("other_models", { rows: others.length, all: frame.height, told });
}

function* alikeIds({ frame, filled }: Read) {
  for (const column of ["item_id", "sample_id"].filter((one) => frame.columns.includes(one))) {
    const isNamed = frame.columns.includes("benchmark") && !filled.includes("benchmark");
    const ids = frame.select(...isNamed ? ["benchmark"] : [], column).unique({ maintainOrder: true }).rows()
      .map((row) => row.map(String));
    const bare = (id: string) => id.trim().replace(/^0+(?=\d+(\.0+)?$)|(?<=^\d+)\.0+$/g, "");
    const alike = several(ids, (row) => [bare(row.at(-1)!), ...row.slice(0, -1)].join("\n"))
      .map((rows) => [...new Set(rows.map((row) => row.at(-1)!))]).filter(({ length }) => length > 1);
    if (alike.length === 0) continue;
    const names = alike[0].map((id) => JSON.stringify(id)).join(" and ");
    yield said("alike_ids", { column, names, ids: alike.length });
  }
}

function* passedOver({ files }: Read) {
  const names = files.flatMap(({ beside = [] }) => beside);
  if (names.length > 0) yield said("beside", { names });
}

function* copies({ files }: Read) {
  const hash = ({ path }: TableFile) => createHash("sha256").update(readFileSync(path)).digest("hex");
  for (const alike of several(files, ({ path }) => `${statSync(path).size}`)) {
    for (const same of several(alike, hash)) {
      const often = same.length === 2 ? "twice" : `${same.length} times`;
      yield said("copies", { names: same.map(({ path }) => path).join(" and "), often });
    }
  }
}

const LOOKED_AT = 1000;

/** Scripts that are written without blanks between words, and the longest text in them that may be one word. */
const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u, ONE_WORD = 8;

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
  if (long.length > 0 && 2 * long.length >= texts.length) yield said("unspaced", { answers });
}

const ORDER =
  /(^|_)(order|shown|displayed|pos|positions?|swap\w*|flip\w*|invert\w*|permut\w*|shuffl\w*|present(ed|ation)|revers\w*)(_|$)|^(first|left|slot)(_(answer|response|model|[ab]))?$/i;

function* unreadOrder({ frame, filled, nested }: Read) {
  if (frame.columns.includes("swapped") && !filled.includes("swapped")) return;
  const found = frame.columns.find((one) =>
    !Object.hasOwn(FRAMES.pairs.columns, one) && ORDER.test(plain(one)) &&
    distinct(frame, one).length < 3 && !nested.has(one) &&
    nearest(one, ["swapped"], { within: 2 }).length === 0 &&
    !(one === "order" && distinct(frame, one).includes("known"))
  );
  if (found) yield said("unread_order", { name: found, way: toldColumns([["swapped", found]]) });
}

function* unreadImage({ frame, filled, nested }: Read) {
  if (!filled.includes("image_id")) return;
  const items = frame.getColumn("item_id").nUnique();
  const others = frame.columns.filter((one) => !/^image(_id)?$/.test(one) && !nested.has(one));
  for (const column of namedAlike("image_id", others)) {
    const pictures = distinct(frame, column).length;
    if (pictures === 0 || pictures >= items) continue;
    yield said("unread_image", { column, way: toldColumns([["image_id", column]]), items, pictures });
    return;
  }
}

export function* unfitConfidence({ frame }: Pick<Read, "frame">) {
  const given = frame.columns.includes("confidence")
    ? frame.getColumn("confidence").dropNulls().toArray()
    : [];
  const unfit = given.filter((value) => !(typeof value === "number" && value >= 0 && value <= 1));
  if (unfit.length === 0) return;
  const some = [...new Set(unfit.map((value) => JSON.stringify(value)))].slice(0, 3);
  const way = valueHint("confidence", { type: "number", nullable: true }, unfit);
  yield said("unfit_confidence", { rows: unfit.length, some, way });
}
