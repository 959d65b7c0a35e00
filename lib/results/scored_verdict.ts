import { plainLines, takesBack } from "./lone_verdict.ts";
import { isKept, labelOf, LONGEST, sentencesIn } from "./reply_text.ts";
import { CRITERION, HEADING, LOWER_WINS, NAME } from "./reply_words.ts";

/** What a whole reply says of two answers: A, B, tie or a sign that its reader was told of, with the scores of both; or why it says none. */
export type FoundVerdict = {
  verdict?: string;
  fault?: "none" | "several";
  scores?: readonly [a: number, b: number];
};

/** One answer's score: `Score A: 7`, `Response B's rating: 5/10`, `A: 7`, `Answer 1 (score: 6)`. */
const SIDED = new RegExp(
  "(?<=^|[,;|.:：(]\\s*|\\band\\s+)(?:(?:the|final|overall) )*" +
    `(?:(?<word>(?:score|rating|grade)s?)(?: (?:for|of))?\\s*(?<one>${NAME})|(?<other>${NAME})(?:'s)?(?<named> (?:final |overall )?(?:score|rating|grade))?)` +
    "(?:\\s*[:：=]\\s*|\\s*\\((?<within>score|rating|grade)\\s*[:：=]?\\s*)" +
    "\\[{0,2}(?<number>\\d+(?:\\.\\d+)?)\\]{0,2}(?:\\s*(?:/|out of)\\s*(?<outOf>\\d+))?(?: points?)?\\)?" +
    "(?=\\s*(?:$|[,;|)]|\\.(?!\\d)|(?:and|because|since|as)\\b|[-–—]\\s|\\())",
  "giu",
);

/** Numbers behind a side's score that are none: what it is out of, an answer's, and of things (`names 2 dogs`). */
const BESIDE = new RegExp(
  `out of \\d+|(?<=\\p{Ll}{3} )(?<!\\b(?:plus|minus|from|then|than|now|gives|makes|equals|scored?|rated|get|gets|points) )\\d{1,3}(?= \\p{Ll}{3})(?! (?:points?|marks?|for|out|and|but|${CRITERION})\\b)|${NAME}`,
  "giu",
);

/** What heads the scores of both: `Scores:`, `| Rating | A: 7 | B: 5 |`. */
const HEADED = new RegExp(
  `^\\W*(?:(?:the|my|final|overall) )*(?:scores?|ratings?|grades?)\\W*(?:$|(?=${NAME}))`,
  "iu",
);

/**
 * The verdict of a reply that gives each answer one score, the larger of which wins: what it says beside them must leave that as it is. A verdict
 * in words goes before equal scores, and says otherwise than unequal ones nowhere. Null for a reply without two such scores,
 * or of which the lower one may win.
 *
 * @param read the verdict in what stands beside the scores
 */
export function scoredVerdict(text: string, read: (rest: string) => FoundVerdict): FoundVerdict | null {
  const lines = plainLines(text).flatMap(sentencesIn);
  const found = lines.flatMap((line) => line.length > LONGEST ? [] : [...line.matchAll(SIDED)]);
  const isWorded = found.every(({ groups = {} }) => groups.word ?? groups.named ?? groups.within) ||
    found.every(({ groups = {} }) => groups.outOf) || lines.some((line) => HEADED.test(line));
  if (found.length < 2 || !isWorded || LOWER_WINS.test(lines.join("\n"))) return null;
  const said = found.map(({ groups = {} }) => ({
    side: labelOf(groups.one ?? groups.other ?? ""),
    score: Number(groups.number),
    outOf: groups.outOf ?? "",
  }));
  const [a, b] = ["A", "B"].map((side) =>
    new Set(said.filter((one) => one.side === side).map(({ score }) => score))
  );
  if (a.size === 0 || b.size === 0) return null;
  const several: FoundVerdict = { fault: "several" };
  // A sum, a decimal comma, scores by criterion
  const isMore = lines.some((line) => {
    const [, ...behind] = line.slice(0, LONGEST).replace(SIDED, "\ue001").split("\ue001");
    return behind.some((one) => /\d/.test(one.replace(BESIDE, "")));
  });
  if (isMore) return several;
  const ends = new Set(said.map(({ outOf }) => outOf)), [end] = ends;
  if (a.size > 1 || b.size > 1 || ends.size > 1 || takesBack(text)) return several;
  const scores = [[...a][0], [...b][0]] as const;
  if (end !== "" && scores.some((score) => score > Number(end))) return several;
  const won = scores[0] > scores[1] ? "A" : scores[0] < scores[1] ? "B" : "tie";
  const parts = lines.map((line) => line.length > LONGEST ? line : line.replace(SIDED, "\ue001")).join("\n")
    .split("\ue001");
  const isAlone = parts.every((part) => !/\p{L}/u.test(part.replace(/\band\b/gi, "")));
  const { verdict, fault }: FoundVerdict = isAlone ? {} : read(parts.join(" ")), behind = parts.pop()!;
  if (verdict !== undefined) return verdict === won || won === "tie" ? { verdict, scores } : several;
  // A verdict that cannot be read may be any.
  const isHeaded = behind.split("\n").some((line) => line.match(HEADING));
  const isLeft = fault !== "several" && !isHeaded && isKept(parts.join(" "), won, true) &&
    isKept(behind, won);
  return isLeft ? { verdict: won, scores } : several;
}
