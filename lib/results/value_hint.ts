import type pl from "nodejs-polars";
import { ownFacts } from "../progress/own_facts.ts";
import { isNested, isText } from "./check.ts";
import { type ColumnSpec, FRAMES } from "./frames.ts";
import { toldColumns, typedIn } from "../progress/require.ts";
import { replyVerdict } from "./reply_verdict.ts";
import { said } from "./said.ts";

export const { none: NONE, meanings: MEANINGS, advice: ADVICE } = ownFacts<{
  none: readonly string[];
  meanings: Record<string, readonly string[]>;
  advice: Record<"decimal" | "thousands" | "points", string>;
}>("words");

/** Columns of ours that hold the papers' ways of judging: people have others. */
const VARIED = ["pipeline", "variant", "prompt", "mode"];

const PICTURE = /^(https?:|data:)|[\\/]|\.(png|jpe?g|webp|gif|bmp)$/i;

const WORDED =
  /^\s*\d+([.,]\d+)?\s*(\(|out of|of|from|von|points?|stars?|\/|%)|(score|rating|overall)\W{1,4}\d/i;

const SHORT = 6, TYPED = 4, MANY = 10;

/** How bad values of a column could be told to a reader, in brackets; empty where nothing is known of them. */
export function valueHint(
  column: string,
  spec: ColumnSpec,
  bad: readonly unknown[],
  { theirs = column, isFurther = false }: { theirs?: string; isFurther?: boolean } = {},
): string {
  const texts = bad.map(String), isVerdict = spec.values?.includes("tie");
  const replies = isVerdict ? texts.filter((one) => one.includes("[[") || /(\S+\s+){4}/.test(one)) : [];
  const open = replies.filter((one) => meaning(one, spec.values!, texts) === undefined);
  const isMarked = replies.some((one) => /\S\s[^]*\[\[/.test(one));
  if (isMarked || 2 * new Set(open).size > open.length) {
    return ` (whole replies: ${ofReplies(column, texts)})`;
  }
  if (spec.names && bad.some((one) => one)) return said("sums_line");
  // Where nothing may be empty, words for nothing mean something else too.
  const distinct = distinctTexts(spec, bad),
    none = distinct.filter((one) => spec.nullable && isNone(one, distinct)),
    others = distinct.filter((value) => !none.includes(value));
  const words = isFurther
    ? `missing: ${JSON.stringify(none)}`
    : `words that mean "nothing": ${toldMissing(none)}`;
  const hints = [
    none.length > 0 ? words : "",
    others.length > 0 ? ofValues(column, spec, others, theirs, isFurther) : "",
  ].filter((hint) => hint !== "");
  return hints.length === 0 ? "" : ` (${hints.join("; ")})`;
}

const toldMissing = (none: readonly string[]): string =>
  `missing: ${JSON.stringify(none)}${typedIn("missing", none.join(","), none)}`;

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
    const { values = [] } = FRAMES.pairs.columns.choice;
    if (distinct.every((one) => meaning(one, values, distinct))) return said("verdicts_of_pairs");
    const commas = distinct.map((value) => value.trim()).filter((one) =>
      /^[-+]?(\d*(,\d+)+|\d{1,3}(\.\d{3})+)$/.test(one)
    );
    if (distinct.some((one) => one.includes("%"))) return said("signs_way");
    if (commas.length === 0) return distinct.some((one) => WORDED.test(one)) ? said("worded_way") : "";
    if (commas.every((one) => one.includes("."))) return ADVICE.points;
    return commas.every((one) => /^[-+]?\d{1,3}(,\d{3})+$/.test(one)) ? ADVICE.thousands : ADVICE.decimal;
  }
  if (column === "image" && (distinct.some((one) => PICTURE.test(one)) || distinct.length > 2)) {
    return said("pictures", { way: toldColumns([["image_id", theirs]]) });
  }
  const meant = Object.entries(meantValues(spec, distinct));
  if (VARIED.includes(column) && meant.every(([, ours]) => ours === "…")) {
    return said("varied", { way: toldColumns([["condition", theirs]]) });
  }
  if (column === "provenance") return said("provenance");
  const open = distinct.filter((one) => /\p{L}.*\s/u.test(one) && !meaning(one, spec.values ?? [], distinct));
  const isSilent = column === "choice" && open.length > 0 && open.length <= MANY;
  const silent = isSilent ? said("silent_values", { missing: toldMissing(open) }) : "";
  if (meant.length === 0) return silent;
  const told = toldValues(column, meant, isFurther);
  const isNamed = meant.every(([value, ours]) => ours === "…" && /^(?!true$|false$).*\p{L}/iu.test(value));
  const named = isNamed ? said("named_values") : "", beside = silent && `${silent}; else `;
  return isFurther ? told : said("meant_values", { told, named, silent: beside });
}

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

/** What bad values of a column most likely mean, `…` where only the file's owner can tell; nothing where one looks like a slip. */
export function meantValues(spec: ColumnSpec, bad: readonly unknown[]): Record<string, string> {
  const distinct = distinctTexts(spec, bad).filter((value, _, all) => !spec.nullable || !isNone(value, all));
  const known = spec.type === "boolean" ? ["true", "false"] : spec.values ?? [];
  if (known.length === 0) return {};
  const meant = distinct.map((value) => meaning(value, known, distinct)), [first] = distinct;
  // Where many are unknown they are no words of a scale, and those that are known alone are named.
  const isMany = meant.filter((one) => one === undefined).length > MANY;
  const isSlip = distinct.length === 1 && meant[0] === undefined &&
    !/^(-?\d+|c|true|false|)$/i.test(first.trim()) && !isNone(first);
  const named = distinct.map((value, i) => [value, meant[i] ?? "…"]).filter((_, i) => !isMany || meant[i]);
  return isSlip ? {} : Object.fromEntries(named);
}

export function verdictColumns(frame: pl.DataFrame): string[] {
  const { values = [] } = FRAMES.pairs.columns.choice;
  return frame.columns.filter((name) => {
    const series = frame.getColumn(name),
      isNamed = /[ _.-](pref(erence)?|choice|verdict|vote|winner)$/i.test(name);
    const texts = isText(series) || isNamed && !isNested(series)
      ? series.dropNulls().unique().toArray().map(String)
      : [];
    const said = texts.filter((one) => !isNone(one));
    const areCodes = [/^-?\d$/, /^\p{L}$/u].some((code) => said.every((one) => code.test(one.trim())));
    if (isNamed && said.length < 5 && areCodes) return said.length > 1;
    return said.length > 1 && said.every((one) => /\p{L}/u.test(one) && meaning(one, values, said));
  });
}

export function isNone(value: string, beside?: readonly string[]): boolean {
  const word = value.trim().toLowerCase();
  const codes = beside?.filter((one) => one !== value && /^\s*-?\d/.test(one)).map((one) => one.trim());
  return NONE.includes(word) ||
    /^-(1|9+)$/.test(word) && codes !== undefined && ["", "1,2"].includes([...new Set(codes)].sort().join());
}

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

function ofReplies(column: string, texts: readonly string[]): string {
  if (column !== "choice") return "one word of each is wanted here";
  const read = texts.filter((one) => replyVerdict(one).verdict !== undefined).length;
  const some = read === texts.length ? "" : said("replies_some");
  return said("replies_way", { read, all: texts.length, some });
}
