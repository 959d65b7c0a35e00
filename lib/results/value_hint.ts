import { ownFacts } from "../progress/own_facts.ts";
import { type ColumnSpec, FRAMES } from "./frames.ts";
import { toldColumns, typedIn } from "../progress/require.ts";
import { replyVerdict } from "./reply_verdict.ts";
import { said } from "./said.ts";

/** Words that stand for no value in other files, and what their other words mean, most likely: a hint for whoever knows. */
const { none: NONE, games: GAMES, meanings: MEANINGS, advice: ADVICE } = ownFacts<{
  none: readonly string[];
  /** How a game ends for whoever it is told of: that it is a verdict is clear, whose not. */
  games: readonly string[];
  meanings: Record<string, readonly string[]>;
  advice: Record<"decimal" | "thousands", string>;
}>("words");

/** Columns of ours that hold the papers' ways of judging: people have others. */
const VARIED = ["pipeline", "variant", "prompt", "mode"];

const PICTURE =
  /^(https?:|file:|data:|s3:|iVBORw0KGgo|R0lGOD|UklGR)|[\\/]|\.(png|jpe?g|webp|gif|bmp|mp4|webm)(\?.*)?$/i;

/** A number with words behind it (`4 (ok)`, `4 out of 5`), and where one stands in a reply. */
export const WORDED =
  /^\s*\d+([.,]\d+)?\s*(\(|out of|of|from|von|points?|stars?|\/|%)|(score|rating|overall)\W{1,4}\d/i;

/** What a hint knows of a column beside its values: its name in the file, and whether another was told of before. */
interface Told {
  theirs?: string;
  isFurther?: boolean;
}

/**
 * How bad values of a column could be told to a reader, in brackets; empty where nothing is known of them. Nothing is taken for granted:
 * what a file's "1" means its owner says. Of a further column it is not said again how the command line takes it.
 */
export function valueHint(
  column: string,
  spec: ColumnSpec,
  bad: readonly unknown[],
  { theirs = column, isFurther = false }: Told = {},
): string {
  const texts = spec.values?.includes("tie") ? bad.map(String) : [];
  const { has, way } = ofReplies(texts, column);
  // Few sentences that recur are the answers of a scale, each of which has a meaning.
  const differ = (some: readonly string[]) => 2 * new Set(some).size > some.length;
  const open = (some: readonly string[]) =>
    some.filter((one) => meaning(one, spec.values!, texts) === undefined);
  const isMore = open(has).length > 0, isLong = (one: string) => /(\S+\s+){4}/.test(one);
  if (
    isMore && (texts.some((one) => one.includes("[[")) || differ(has)) || differ(open(texts.filter(isLong)))
  ) {
    return ` (whole replies: ${way})`;
  }
  if (spec.names && bad.some((one) => one)) {
    return said("sums_line");
  }
  // Where nothing may be empty, words for nothing mean something else too.
  const distinct = distinctTexts(spec, bad),
    none = distinct.filter((one) => spec.nullable && isNone(one, distinct));
  const others = distinct.filter((value) => !none.includes(value));
  const meansNothing = isFurther ? "" : 'words that mean "nothing": ',
    missing = `missing: ${JSON.stringify(none)}${isFurther ? "" : typedIn("missing", none.join(","), none)}`;
  const hints = [
    none.length > 0 ? `${meansNothing}${missing}` : "",
    others.length > 0 ? ofValues(column, spec, others, theirs, isFurther) : "",
  ].filter((hint) => hint !== "");
  return hints.length === 0 ? "" : ` (${hints.join("; ")})`;
}

/** Bad values as texts, each once; empty ones only where nothing may be empty. */
function distinctTexts({ nullable }: ColumnSpec, bad: readonly unknown[]): string[] {
  return [...new Set(bad.map((value) => String(value ?? "")))].filter((value) => value !== "" || !nullable);
}

function ofValues(
  column: string,
  spec: ColumnSpec,
  distinct: readonly string[],
  theirs: string,
  isFurther: boolean,
): string {
  if (spec.type === "number" || spec.type === "integer") {
    const commas = distinct.map((value) => value.trim()).filter((one) => /^[-+]?\d*(,\d+)+$/.test(one));
    if (commas.length === 0) {
      return distinct.some((one) => WORDED.test(one) && !one.includes("%")) ? said("worded_way") : "";
    }
    return commas.every((one) => /^[-+]?\d{1,3}(,\d{3})+$/.test(one)) ? ADVICE.thousands : ADVICE.decimal;
  }
  if (column === "image" && (distinct.some(isPicture) || distinct.length > 2)) {
    return said("pictures", { way: toldColumns([["image_id", theirs]]) });
  }
  if (
    VARIED.includes(column) && distinct.every((value) => meaning(value, spec.values!, distinct) === undefined)
  ) {
    return said("varied", { way: toldColumns([["condition", theirs]]) });
  }
  if (column === "provenance") return said("provenance");
  const meant = Object.entries(meantValues(spec, distinct));
  if (meant.length === 0) return "";
  const isNamed = meant.every(([value, ours]) => ours === "…" && /^(?!true$|false$).*\p{L}/iu.test(value));
  const told = toldValues(column, meant, isFurther), named = isNamed ? said("named_values") : "";
  return isFurther ? told : said("meant_values", { told, named });
}

/** Of how many values the command line is shown: a map is written for more. */
const TYPED = 4;

/** How a file's values are told for ours: `values: { choice: { "1": "A" } }, on the command line --values choice:1=A`. */
function toldValues(
  column: string,
  meant: readonly (readonly [theirs: string, ours: string])[],
  isFurther: boolean,
): string {
  const map = meant.map((pair) => pair.map((one) => JSON.stringify(one)).join(": ")).join(", ");
  const typed = meant.map((pair) => `${column}:${pair.join("=")}`).join(",");
  return `values: { ${column}: { ${map} } }${
    isFurther || meant.length > TYPED ? "" : typedIn("values", typed, meant.map(([theirs]) => theirs))
  }`;
}

/**
 * What each of some bad values of a column most likely means, `…` where only the file's owner can tell; nothing where none of them
 * looks like another word for one of ours. Words for "nothing" are left to the option `missing`.
 */
export function meantValues(spec: ColumnSpec, bad: readonly unknown[]): Record<string, string> {
  const distinct = distinctTexts(spec, bad).filter((value, _, all) => !spec.nullable || !isNone(value, all));
  const known = spec.type === "boolean" ? ["true", "false"] : spec.values ?? [];
  if (known.length === 0 || distinct.length > 10) return {};
  const meant = distinct.map((value) => meaning(value, known, distinct));
  // What nothing is known of is a slip, unless it is a scheme of the file's own: codes, a C for a tie, pass and fail, names of models, two words for yes and no.
  const isScheme = known.includes("tie")
    ? distinct.length > 1 || distinct.every((value) => /^(-?\d+|c|true|false)$/i.test(value.trim()))
    : spec.type === "boolean" && distinct.length === 2 ||
      distinct.every((value) => value === "" || isNone(value));
  if (!isScheme && meant.every((one) => one === undefined)) return {};
  return Object.fromEntries(distinct.map((value, i) => [value, meant[i] ?? "…"]));
}

/** Whether a value is a path, an address or a file's name of a picture or video. */
export function isPicture(value: unknown): boolean {
  return PICTURE.test(String(value));
}

/** Whether texts are verdicts on two answers: more than one word, each ours, another that is usual, or one of a game. */
export function areVerdicts(values: readonly string[]): boolean {
  const known = FRAMES.pairs.columns.choice.values!, said = values.filter((value) => !isNone(value, []));
  return said.length > 1 && said.some((value) => /\p{L}/u.test(value)) &&
    said.every((value) =>
      GAMES.includes(value.trim().toLowerCase()) || meaning(value, known, said) !== undefined
    );
}

/** Whether a text is a word for "no value": beside words, or the codes 1 and 2, a lone -1 or -99 is one too. */
export function isNone(value: string, beside?: readonly string[]): boolean {
  const word = value.trim().toLowerCase();
  const codes = beside?.filter((one) => one !== value && /^\s*-?\d/.test(one)).map((one) => one.trim());
  return NONE.includes(word) ||
    /^-(1|9+)$/.test(word) && codes !== undefined && ["", "1,2"].includes([...new Set(codes)].sort().join());
}

/** Up to how many words are one sentence of a scale, and no reply. */
const SHORT = 6;

/** Which of ours a value of theirs means, as far as it can be told. */
function meaning(value: string, known: readonly string[], all: readonly string[]): string | undefined {
  const word = value.trim().toLowerCase();
  const bare = word.replace(/[\s-]+/g, "_"), same = known.find((one) => one.toLowerCase() === bare);
  if (same !== undefined) return same;
  // Whether 1 is the first or, beside a 0, the second, nobody can tell; alone it is no code of a verdict at all.
  const codes = new Set(all.map((one) => one.trim()).filter((one) => /^-?\d+$/.test(one)));
  if (codes.has(word) && [...codes].sort().join() !== "1,2") return undefined;
  const named = word.replaceAll("_", " ").replace(/[.!"*:]+/g, "").trim();
  const isShort = word.split(/\s+/).length <= SHORT && !/[[{\n]|[.:]\s/.test(word);
  const said = isShort ? replyVerdict(word.replaceAll("_", " ")).verdict?.toLowerCase() : undefined;
  return known.find((one) =>
    [named, said].includes(one.toLowerCase()) ||
    MEANINGS[one]?.some((other) => [word, bare, named].includes(other))
  );
}

/** How a column of whole replies is read, and those that are read so. */
function ofReplies(replies: readonly unknown[], column = "choice"): { has: string[]; way: string } {
  const texts = replies.filter((one) => one != null).map(String);
  const has = texts.filter((one) => replyVerdict(one).verdict !== undefined);
  const some = has.length === texts.length ? "" : said("replies_some");
  const way = column === "choice"
    ? said("replies_way", { read: has.length, all: texts.length, some })
    : "one word of each is wanted here";
  return { has, way };
}
