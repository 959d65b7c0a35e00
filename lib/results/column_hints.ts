import { toldColumns, typedIn } from "../progress/require.ts";
import { judgesAmong, REPLY, singleScore, twoScores } from "./closest_frames.ts";
import { FRAMES } from "./frames.ts";
import { isOfPeople, namedAlike } from "./other_names.ts";
import { MEASURED } from "./rating_warnings.ts";
import { scorersInWords } from "./two_scores.ts";
import { ofReplies } from "./read_replies.ts";

/** What is said where several columns hold verdicts: of one judge each, or of one judge in either order or several runs. */
function ofSeveral(verdicts: readonly string[], columns: readonly string[], lacksJudge: boolean): string {
  const judges = lacksJudge ? judgesAmong(verdicts, columns) : [], names = verdicts.join(", ");
  if (judges.length > 0) {
    const typed = typedIn("judges", judges.join(","), judges);
    const scorers = judges.filter((one) => !columns.includes(one)),
      others = judges.filter((one) => !scorers.includes(one));
    const are = others.length > 0 ? `${others.join(", ")} hold the choices of one judge each` : "";
    return `if ${
      [are, scorersInWords(scorers, columns)].filter((one) => one !== "").join(" and ")
    }, say judges: ${JSON.stringify(judges)}${typed}`;
  }
  const list = verdicts.find((one) => /\[\d+\]/.test(one));
  if (list !== undefined) {
    const path = JSON.stringify(list.split(/\[\d+\]/)[0]);
    return `a record holds several judgments (${names}): write a record for each, in pandas ` +
      `pd.json_normalize(records, ${path}, meta=["…"]).to_json("new.jsonl", orient="records", lines=True)`;
  }
  const others = JSON.stringify(columns.filter((one) => !verdicts.includes(one)));
  return `if ${names} hold a judge's choices in either order of the answers, or in several runs, write a row for each, with a column ` +
    `swapped (false, true) or run (1, 2, …)${lacksJudge ? " and one for the judge" : ""}: in pandas ` +
    `df.melt(id_vars=${others}, var_name="swapped", value_name="choice")`;
}

/** What columns of chosen and rejected answers are to us. */
const CHOSEN = [
  ["answer_a", "chosen"],
  ["answer_b", "rejected"],
  ["model_a", "chosen_model"],
  ["model_b", "rejected_model"],
  ["swapped", "chosen_position"],
] as const;

/** How files of something else in a folder of judgments are passed over, and what counts and means over judgments are called. */
const LEAVE = "leave this file out (a list of the others is read too)",
  SUMMED = /^(n|acc(uracy)?|mean|average|avg)([_ ]?(pct|percent))?$/i;

/** What the columns of a file say besides to who looks for some of ours, in sentences: of what more columns hold, and of what must be made of them first. */
export function hintsOf(
  found: readonly string[],
  verdicts: readonly string[],
  lacks: (column: string) => boolean,
  named: Readonly<Record<string, string>>,
  { valuesOf }: { valuesOf(column: string): readonly unknown[] },
): string[] {
  const people = verdicts.filter(isOfPeople), left = verdicts.filter((one) => !isOfPeople(one));
  const scores = twoScores(found);
  const sides = CHOSEN.filter(([, name]) => found.includes(name)), [loser] = namedAlike("loser", found);
  const areLetters = (name: string) =>
    valuesOf(name).every((one) => one == null || /^(A|B|tie)$/i.test(`${one}`));
  const right = found.find((one) =>
    /^(is_?)?(correct|right)$/i.test(one) &&
    valuesOf(one).every((it) => /^(true|false|0|1|null)$/i.test(`${it}`))
  );
  const isIn = (name: string, values: RegExp) => {
    const some = valuesOf(name).filter((one) => one != null && one !== "");
    return some.length > 0 && some.every((one) => values.test(`${one}`));
  };
  const chance = found.find((one) =>
    /^p(rob(ability)?)?_?(a|first|1)(_wins?)?$/i.test(one) && isIn(one, /^(0?\.\d+|[01](\.0*)?)$/)
  );
  const wins = found.find((one) =>
    /^(is_?)?(a|first|1)_?(wins?|won|better|preferred)$/i.test(one) && isIn(one, /^(true|false|[01](\.0)?)$/i)
  );
  const labels = lacks("human")
    ? undefined
    : named.human ?? ["human", ...namedAlike("human", found)].find((one) => found.includes(one));
  const informative = found.find((one) => /informative/i.test(one));
  const reply = found.find((one) => REPLY.test(one)), [single] = singleScore(found);
  const row = ["item_id", "annotator judge evaluator", "score"].map((names) =>
    names.split(" ").flatMap((one) => namedAlike(one, found))[0]
  );
  const [item, who, score] = row.map((one) => JSON.stringify(one));
  const isScored = row.every((one) => one !== undefined) && single === undefined;
  // Judges' scores beside each other, which nobody but they gave.
  const isOurs = (one: string) => one === named.item_id || Object.hasOwn(FRAMES.pairs.columns, one);
  const isScore = (one: string) =>
    !isOurs(one) && !MEASURED.test(one) && valuesOf(one).length > 2 &&
    isIn(one, /^(\d+([.,]\d+)?(\s*\/\s*\d+)?|n\/?a|nan|none|-)$/i);
  const rated = verdicts.length > 0 || scores.length > 0 || single !== undefined || reply !== undefined
    ? []
    : found.filter(isScore);
  const hints: [isMeant: boolean, hint: string][] = [
    [
      rated.length > 1 && named.human === undefined && lacks(lacks("choice") ? "judge" : "human"),
      `if ${
        rated.join(", ")
      } are scores of a judge each, they are ratings (readRatings): where no person rated, one of these judges stands ` +
      `in that place, ${toldColumns([["human", rated[0] ?? ""]])}`,
    ],
    [lacks("choice") && left.length > 1, ofSeveral(left, found, lacks("judge"))],
    [
      people.length > 1,
      `${people.join(", ")} look like people's: take one (${
        toldColumns([["human", people[0] ?? ""]])
      }), or write a row for each, in pandas df.melt(df.columns.difference(${
        JSON.stringify(people)
      }), var_name="annotator", value_name="human")`,
    ],
    [
      left.length === 1 && named.choice !== undefined && named.choice !== left[0],
      `${left[0]} holds verdicts too: choice is the one that counts` +
      (lacks("human") && named.human === undefined
        ? `; if ${left[0]} is people's, name it: ${toldColumns([["human", left[0] ?? ""]])}`
        : ""),
    ],
    [
      lacks("choice") && left.length < 2 && reply !== undefined && named.choice === undefined,
      `if ${reply} holds whole replies: ${toldColumns([["choice", reply ?? ""]])}, and ${
        ofReplies(reply === undefined ? [] : valuesOf(reply)).way
      }`,
    ],
    [
      ["chosen", "rejected"].every((one) => sides.some(([, name]) => name.startsWith(one))),
      `of answers chosen and rejected the first is A, and human is A throughout: write that column (in pandas df["human"] = "A"), and name ` +
      `them (${toldColumns(sides)}); a verdict that says chosen or rejected is read with values: ` +
      '{ choice: { chosen: "A", rejected: "B" } }' +
      (sides.some(([ours]) => ours === "swapped")
        ? ', and where the chosen one stood with values: { swapped: { 0: "false", 1: "true" } }, if 0 is the first'
        : ""),
    ],
    [
      lacks("choice") && loser !== undefined && areLetters(loser),
      `${loser} names the one that loses: if nothing else says who wins, turn it round with ${
        toldColumns([["choice", loser ?? ""]])
      } and values: { choice: { A: "B", B: "A" } }`,
    ],
    [
      lacks("choice") && named.choice === undefined && right !== undefined,
      `${right} says whether a judge is right, not what it chose: of it and human make that, in pandas df["choice"] = ` +
      `df["human"].where(df[${JSON.stringify(right)}], df["human"].map({"A": "B", "B": "A"}))`,
    ],
    [
      lacks("choice") && named.choice === undefined && chance !== undefined,
      `if ${chance} is the chance that A wins, make a choice of it, in pandas p = df[${
        JSON.stringify(chance)
      }]; ` +
      'df["choice"] = np.select([p > .5, p < .5, p == .5], ["A", "B", "tie"], "")',
    ],
    [
      lacks("choice") && named.choice === undefined && wins !== undefined,
      `if ${wins} says whether A wins, and nothing ties: ${toldColumns([["choice", wins ?? ""]])}, values: ` +
      '{ choice: { 1: "A", 0: "B", true: "A", false: "B" } }',
    ],
    [
      !lacks("choice") && lacks("human") && named.human === undefined && isScored,
      `where people's scores are rows too, make a column of each rater: in pandas df.pivot(index=${item}, columns=${who}, values=${score})` +
      ".reset_index()",
    ],
    [
      lacks("choice") && lacks("judge") && verdicts.length < 2 && labels !== undefined && found.length < 5,
      `if ${labels} holds people's labels alone, ${LEAVE} and join it by corrections, with the columns item_id and human`,
    ],
    [
      lacks("choice") && named.choice === undefined && verdicts.length < 2 && informative !== undefined &&
      found.length < 5,
      `if ${informative} says which answer is more informative, ${LEAVE} and join it by labels, with the columns item_id and more_informative`,
    ],
    [
      lacks("choice") && lacks("item_id") && named.choice === undefined && named.item_id === undefined &&
      found.some((one) => SUMMED.test(one)),
      `if it sums results up, ${LEAVE}`,
    ],
    [
      lacks("choice") && scores.length > 0 && left.length < 2,
      `a choice is made of two scores with ${toldColumns(scores)}`,
    ],
    [(lacks("choice") || lacks("human")) && single !== undefined, ofSingleScores(found)],
    [
      lacks("choice") && ["judge", "image", "swapped", "run", "status"].every((one) => found.includes(one)),
      "the rows of a protocol of your own fit no reader: journalResults(study, { protocol }).frame has them, from the study's file",
    ],
  ];
  return hints.flatMap(([isMeant, hint]) => isMeant ? [hint] : []);
}

/** What is said of rows that are one answer's score each; empty for all others. */
export function ofSingleScores(columns: readonly string[]): string {
  const [score] = singleScore(columns);
  return score === undefined
    ? ""
    : `${score} looks like one score a row, of one answer: pairs have one row per pair, so join the rows of its two answers and make a ` +
      "choice of the two scores; beside people's scores of the same answers they are ratings, read with columns: " +
      `{ human: "…", evaluator: "…", score: ${JSON.stringify(score)} }`;
}
