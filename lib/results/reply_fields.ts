import { isPlain } from "../progress/told.ts";
import { pattern } from "./lone_verdict.ts";
import type { BothScores } from "./reply_score.ts";
import { jsonReply, labelOf } from "./reply_text.ts";

const KEY = pattern("key_heads"),
  LIKE_KEY = pattern("like_key"),
  LOSER = /\b(?:worse|worst|loser|rejected|weaker)\b/,
  OF_ONE = /(?:^|[ _-])([ab12])$/i,
  ONE_ASPECT = /^(?:criterion|aspect|dimension|category|metric|measure)$/;

/** Texts in a part of an object, those of one answer by its name. */
function textsIn(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, name));
  if (isPlain(value)) {
    return Object.entries(value).flatMap(([key, one]) => textsIn(one, OF_ONE.test(key) ? key : name));
  }
  const [, side] = OF_ONE.exec(name) ?? [], said = typeof value === "string" ? value : "";
  return side && said
    ? said.split(/(?<=[.!?;\n])\s+/).map((one) => `Response ${side.toUpperCase()}: ${one}`)
    : [said];
}

/** What the fields of an object say: the verdicts of those whose names say so, else of its field `answer` or `overall`, null where one holds no label; those that must not say otherwise; and its reasons, before and behind the last of these. */
export function fieldsIn(json: Record<string, unknown>, label: (said: string) => string | null) {
  const fields = Object.entries(json).map(([key, value]) => ({
    name: key.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase(),
    verdict: typeof value === "object" ? null : label(String(value)),
    value,
  }));
  const named = fields.filter(({ name }) => KEY.test(name));
  const isLike = (name: string, verdict: unknown) =>
    /^(?:final )?answer$/.test(name) || name === "overall" && verdict;
  const own = named.length > 0 ? named : fields.filter(({ name, verdict }) => isLike(name, verdict));
  const lost = fields.filter(({ name, verdict }) =>
    LOSER.test(name) && own.some((one) => one.verdict === verdict)
  );
  // `winner_after_review`, and what is said of a criterion; scores without a name may be ranks.
  const alike = fields.filter(({ name, verdict, value }) =>
    verdict !== null && !LOSER.test(name) && (LIKE_KEY.test(name) || /\[\[/.test(`${value}`))
  );
  const nested: (string | null)[] = Object.values(json).flatMap((value) =>
    isPlain(value) ? fieldsIn(value, label).own : []
  );
  const isOpen = lost.length > 0 || typeof json.A === "number" && typeof json.B === "number";
  const beside = [...alike.map(({ verdict }) => verdict), ...nested, ...isOpen ? [null] : []];
  const last = fields.findLastIndex((one) => own.includes(one) || /score|rating|^[ab]$/.test(one.name));
  const texts = fields.map(({ name, value, verdict }) =>
    verdict || KEY.test(name) ? [] : textsIn(value, name)
  );
  const reasons = [texts.slice(0, last), texts.slice(last)].map((some) => some.flat().join("\n"));
  const isOfOne = fields.some(({ name, value }) => ONE_ASPECT.test(name) && !/overall/i.test(String(value)));
  return { own: own.map(({ verdict }) => verdict), beside, reasons, isOfOne };
}

/** What a reply says of one criterion: in its one field, or one line, of that name (`clarity: B`), and else, its heading left out. */
export function onCriterion(reply: string, criterion: string): string[] {
  const name = criterion.split(/[^\p{L}\p{N}]+/u).join("[^\\p{L}\\p{N}\\n]*"), json = jsonReply(reply);
  const text = json ? Object.entries(json).map((field) => field.join(": ")).join("\n") : reply;
  const [own, ...more] = text.matchAll(new RegExp(`^[^\\p{L}\\n]*${name}[*_ ]*[:：][*_ ]*(.+)$`, "gimu"));
  const title = new RegExp(`^[^\\p{L}\\n]*(?:criterion: )?${name}\\W*$`, "gimu");
  return [...own && more.length === 0 ? [`Verdict: ${own[1]}`] : [], reply.replace(title, "")];
}

/** The scores of both answers in an object: in fields named after them, or within one of scores or of each answer. */
export function scoresInJson(json: Record<string, unknown>): BothScores | undefined {
  const found: Record<string, Set<number>> = { A: new Set(), B: new Set() };
  const nested = [json.scores, json.ratings, json.overall].flatMap((one) => Object.entries(Object(one)));
  const all = Object.entries(json), named = all.filter(([key]) => /score|rating/i.test(key));
  for (const [key, own] of [...named, ...nested, ...all.filter(([, value]) => isPlain(value))]) {
    const value = isPlain(own) ? own.score ?? own.rating : own;
    const side = labelOf(key.replace(/_?(?:scores?|ratings?)_?/i, "").replaceAll("_", " "));
    if (side !== null && (typeof value === "number" || /^\d+(?:\.\d+)?$/.test(String(value)))) {
      found[side]?.add(Number(value));
    }
  }
  const [[a], [b]] = [[...found.A], [...found.B]];
  return found.A.size === 1 && found.B.size === 1 ? [a, b] : undefined;
}
