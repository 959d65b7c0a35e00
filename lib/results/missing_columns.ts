import { toldColumns, typedIn } from "../progress/require.ts";
import type { ToldColumns } from "./frame_types.ts";
import { type FrameName, FRAMES, requiredColumns } from "./frames.ts";
import { pathsIn } from "./json_lines.ts";
import type { RawTable } from "./load_table.ts";
import {
  assignColumns,
  isOfPeople,
  meantOf,
  namedAlike,
  scoreColumns,
  several,
  similarTo,
} from "./other_names.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import { copiesTold } from "./copies.ts";
import { isText } from "./check.ts";
import { distinct } from "./rating_warnings.ts";
import { scorerOf, scorersIn, sidedColumns, sidesIn } from "./two_scores.ts";
import { verdictColumns } from "./value_hint.ts";
import type pl from "nodejs-polars";

type LookedAt = Pick<RawTable, "file" | "records"> & Partial<Pick<RawTable, "frame">>;

export function namesIn({ records }: Pick<RawTable, "records">, columns: readonly string[]): string[] {
  return [...new Set(pathsIn(records?.()[0] ?? {}, columns))];
}

const BESIDE = ["image_id", "swapped", "words_a", "words_b", "model_a", "model_b"];

export function missingColumns(
  table: LookedAt,
  names: readonly string[],
  columns: readonly string[],
  { told = {}, isOurs = () => false, frame }: {
    told?: ToldColumns;
    isOurs?: (column: string) => boolean;
    frame?: FrameName;
  } = {},
): ResultsError {
  const lacking = names.map((ours) => {
    if (Object.hasOwn(told, ours)) {
      const theirs = [told[ours]].flat();
      return { ours, wanted: theirs[0], as: `${theirs.join(" or ")} (columns.${ours})` };
    }
    const values = frame && FRAMES[frame].columns[ours].values;
    return { ours, wanted: ours, as: values ? `${ours} (${values.join(" or ")})` : ours };
  });
  const found = namesIn(table, columns);
  if (lacking.some(({ ours, wanted }) => ours !== wanted) && found.includes("filtered_resps[0]")) {
    return new ResultsError({ file: table.file, expected: said("mapped_layout", { layout: "lm-eval" }) });
  }
  const beside = criteriaBeside(found);
  if (beside) return new ResultsError({ file: table.file, expected: beside });
  const close = assignColumns(lacking, found.filter((column) => !isOurs(column)))
    .filter(({ names }) => names.length > 0)
    // Two columns of people's scores are called by what they share.
    .map(({ names, ...one }) => ({ ...one, names: [scorerOf(names, found) ?? names].flat() }));
  const isOpen = (one: string) =>
    lacking.some(({ ours }) => ours === one) && !close.some(({ ours }) => ours === one);
  // Ratings have no key: where no item is named, a picture is one.
  const isKeyed = ["choice", "judge", "more_informative"].some((one) => [...names, ...found].includes(one));
  const [picture] = isOpen("item_id") && !isKeyed ? namedAlike("image_id", found) : [];
  if (picture) close.unshift({ ours: "item_id", wanted: "item_id", names: [picture] });
  const isOfSides = isOpen("choice"), { people, scores } = sidesIn(found);
  const isHeld = found.includes("human") || close.some(({ ours }) => ours === "human");
  if (isOfSides && people !== undefined && !isHeld && told.human === undefined) {
    close.push({ ours: "human", wanted: "human", names: [people] });
  }
  const isJudged = isOfSides && isOpen("judge") && table.frame !== undefined;
  const judges = isJudged
    ? judgesBeside(table.frame!, close.flatMap(({ ours, names }) => meantOf(ours, names) ?? []))
    : [];
  const typed = typedIn("judges", judges.join(","), judges);
  // What else the file seems to have is told in the same go.
  const others = frame === "pairs" ? BESIDE : frame === "ratings" ? ["image_id"] : [];
  for (const ours of close.length > 0 ? others : []) {
    const used = [...judges, ...close.flatMap(({ names }) => names)];
    const [name] = found.includes(ours) || told[ours] ? [] : namedAlike(ours, found);
    if (name !== undefined && !used.includes(name)) close.push({ ours, wanted: ours, names: [name] });
  }
  const isSeveral = lacking.length > 1 || close.length > 1;
  const meant = close.map(({ ours, names }) => [ours, meantOf(ours, names)!] as const);
  const guesses = close.map(({ wanted, names }, i) => {
    const is = `is ${isSeveral ? wanted : "it"} ${names.join(" or ")}?`, [, own] = meant[i];
    return typeof own === "string" ? is : `are ${own.join(", ")} a person each?`;
  });
  const used = meant.flatMap(([, names]) => names), free = found.filter((one) => !used.includes(one));
  const isOneScore = frame === "ratings" && namedAlike("judge", free).length === 0 &&
    scoreColumns(free).filter((one) => !isOfPeople(one)).length === 1;
  const sides = isOfSides && scores ? [["score_a", scores[0]], ["score_b", scores[1]]] as const : [];
  const way = toldColumns([...meant, ...sides]);
  if (isOfSides && scores) guesses.push(`are ${scores.join(" and ")} a judge's scores of the two answers?`);
  const expected = [
    `the column${lacking.length > 1 ? "s" : ""} ${lacking.map(({ as }) => as).join(", ")}${
      frame ? ` of ${frame}` : ""
    }`,
    `, found ${found.map((one) => one || "one without a name").join(", ") || "no column"}`,
    guesses.length > 0 ? ` (${guesses.join(" ")} map ${guesses.length > 1 ? "them" : "it"} with ${way})` : "",
    isOpen("human") && !columns.includes("criterion") ? `; ${said("people_told")}` : "",
    judges.length === 0 && isOpen("judge") || isOneScore ? `; ${said("judge_told")}` : "",
    judges.length === 0 && isOfSides && !scores ? `; ${said("choice_told")}` : "",
    judges.length > 0 ? `; ${said("judges_beside", { judges, list: JSON.stringify(judges), typed })}` : "",
    frame && table.frame && FRAMES[frame].key.length > 0 ? copiesTold(table.frame) : "",
  ].join("");
  return new ResultsError({ file: table.file, expected });
}

/** Columns that seem to be judges side by side, each of verdicts or two of scores, but those that are something else; none where several are of one judge (its orders, runs or criteria). */
export function judgesBeside(frame: pl.DataFrame, taken: readonly unknown[]): string[] {
  const verdicts = verdictColumns(frame), words = new Set(verdicts.flatMap((one) => distinct(frame, one)));
  // A judge may give one verdict throughout, in words that others use.
  const isOneOf = (own: readonly unknown[]) => own.length === 1 && words.has(own[0]);
  const free = frame.columns.filter((one) =>
    !isOfPeople(one) && !taken.includes(one) && !Object.hasOwn(FRAMES.pairs.columns, one) &&
    (verdicts.includes(one) || isText(frame.getColumn(one)) && isOneOf(distinct(frame, one)))
  );
  // Beside verdicts, numbers of both answers are what these are like: lengths, probabilities.
  const judges = [...new Set([...free, ...scorersIn(frame, free.length > 0).judges])];
  return several(judges, (one) => one.replace(/_[^_]*$/, "")).length > 0 ? [] : judges;
}

/** The frame that a table seems meant for: people's ratings are numbers, letters in their place are verdicts; labels stand beside no verdicts of people. */
export function closestFrame({ frame }: LookedAt, found: readonly string[], mapped: ToldColumns = {}) {
  const all = closestFrames(found, mapped), letters = frame ? verdictColumns(frame) : [];
  const isNumbered = (one: string) => distinct(frame!, one).some((value) => /^\s*-?\d/.test(String(value)));
  const isOfVerdicts = all[0]?.frame === "ratings" && letters.length > 0 &&
    !similarTo("human", frame!.columns).some((one) => !letters.includes(one) && isNumbered(one));
  const isLabelled = all[0]?.frame === "labels" && letters.length > 2 &&
    similarTo("human", frame!.columns).some((one) => letters.includes(one));
  return (isOfVerdicts || isLabelled) && all.find(({ frame }) => frame === "pairs") || all[0];
}

/** What is said of criteria side by side (tone_human, tone_gpt, style_human, … or human_tone, …): how they are told. */
export function criteriaBeside(columns: readonly string[]): string | undefined {
  const found = [/^(?<of>.+)[_ -](?<who>[^_ -]+)$/, /^(?<who>[^_ -]+)[_ -](?<of>.+)$/].flatMap((form) => {
    const named = columns.flatMap((one) => {
      const { of = "", who = "" } = form.exec(one)?.groups ?? {};
      return of === "" || /^(label|score|choice|verdict)|(^|_)[ab]$/i.test(of) ? [] : [{ of, who }];
    });
    const alike = several(several(named, ({ of }) => of), (own) => own.map(({ who }) => who).sort().join());
    return alike.filter(([own]) => own.some(({ who }) => isOfPeople(who) || /^p\d+$/i.test(who)));
  });
  if (found.length === 0) return undefined;
  const criteria = found[0].map(([{ of }]) => of), typed = typedIn("criteria", criteria.join(","), criteria);
  return said("criteria_beside", { criteria: JSON.stringify(criteria), typed });
}

export function requireColumnsOf(
  name: FrameName,
  table: RawTable,
  there: readonly string[],
  found: readonly string[],
): void {
  const specs = FRAMES[name].columns, used = Object.values(table.columns ?? {});
  const absent = Object.keys(specs).filter((column) => !there.includes(column));
  if (!absent.some((column) => specs[column].required)) return;
  const isOurs = (column: string) => Object.hasOwn(specs, column) || used.includes(column);
  const names = namesIn(table, there), open = names.filter((column) => !isOurs(column));
  if (used.length === 0 && isOfBatch(names)) throw ofBatch([table.file]);
  const lacking = absent.filter((column) =>
    specs[column].required || specs[column].asked && similarTo(column, open).length > 0
  );
  throw missingColumns(table, lacking, found, { isOurs });
}

/** Whether a record is a line of a batch's files, by the paths in it: OpenAI's and vLLM's, Anthropic's, Gemini's. */
export const isOfBatch = (paths: readonly string[]) =>
  paths.some((one) =>
    /^(response\.(status_code|body|candidates)|result\.message|body\.(messages|input|model)|request\.contents)\b/
      .test(one)
  );

export const ofBatch = (paths: readonly string[]) =>
  new ResultsError({ file: paths.join(", "), expected: said("of_batch") });

export function fitsNone(table: LookedAt, found: readonly string[], told: ToldColumns = {}): ResultsError {
  if (/\.xlsx$/i.test(table.file)) {
    return new ResultsError({ file: table.file, expected: said("own_workbook") });
  }
  const names = namesIn(table, found), mapped = toldIn(told, names);
  const absent = Object.keys(told).filter((ours) => !Object.hasOwn(mapped, ours));
  if (absent.length > 0) return missingColumns(table, absent, found, { told });
  if (isOfBatch(names)) return ofBatch([table.file]);
  const { frame, missing, similar } = closestFrame(table, names, mapped), { columns } = FRAMES[frame];
  if (similar.length === 0 && missing.length === requiredColumns(frame).length) {
    const expected = `the required columns of ${Object.keys(FRAMES).join(", ")}, found ${
      found.join(", ") || "no column"
    }`;
    return new ResultsError({ file: table.file, expected });
  }
  const isOurs = (column: string) => Object.hasOwn(columns, column) || Object.values(mapped).includes(column);
  return missingColumns(table, missing, found, { isOurs, frame });
}

/** What speaks for a frame: a column of it that the file has, or has by another name; what against it: one that it lacks, one that it does not know, and what only another has. */
const EVIDENCE = { has: 1, similar: 0.6, optional: 0.3, lacks: -0.7, unexplained: -0.2, other: -1.5 };

export function closestFrames(found: readonly string[], mapped: ToldColumns = {}) {
  const told = toldIn(mapped, found), theirs = Object.values(told);
  const columns = [...new Set([...found.filter((one) => !theirs.includes(one)), ...Object.keys(told)])];
  const won = namedAlike("choice", columns), isNamed = (one: string) => similarTo(one, columns).length > 0;
  const [people = ""] = similarTo("human", columns);
  const isSided = sidedColumns(columns).length > 0;
  const scores = scoreColumns(columns);
  const isOther: Partial<Record<FrameName, boolean | number>> = {
    labels: isNamed("judge") || !isNamed("more_informative") || columns.includes("human"),
    "caption scores": Number(isOfPeople(people)) + Number(scores.length > 1) ||
      !isNamed("setting") && !isNamed("generator"),
    criteria: !isNamed("criterion"),
    pairs: namedAlike("criterion", columns).length > 0 || /score|rating|grade|mos/i.test(people),
    ratings: columns.includes("criterion") && isNamed("choice") || isSided ||
      /pref|choice|vote|winner|label|verdict/i.test(people),
  };
  return (Object.keys(FRAMES) as FrameName[]).map((frame) => {
    const specs = Object.entries(FRAMES[frame].columns), has = (column: string) => columns.includes(column);
    const free = columns.filter((column) => !Object.hasOwn(FRAMES[frame].columns, column));
    const open = frame === "ratings" ? free.filter((column) => !won.includes(column)) : free;
    const lacking = specs.filter(([column, { required, asked }]) => (required || asked) && !has(column))
      .map(([column, { required }]) => ({ column, required, names: similarTo(column, open) }))
      .filter(({ required, names }) => required || names.length > 0);
    const similar = [...new Set(lacking.flatMap(({ names }) => names))];
    const evidence = [
      ...specs.filter(([column]) => has(column)).map(([, { required, asked }]) =>
        required || asked ? EVIDENCE.has : EVIDENCE.optional
      ),
      ...lacking.map(({ names }) => names.length > 0 ? EVIDENCE.similar : EVIDENCE.lacks),
      ...free.filter((column) => !similar.includes(column)).map(() => EVIDENCE.unexplained),
      EVIDENCE.other * Number(isOther[frame] ?? 0),
    ].reduce((sum, one) => sum + one, 0);
    return { frame, missing: lacking.map(({ column }) => column), similar, evidence };
  }).filter(({ missing }) => missing.length > 0).sort((a, b) => b.evidence - a.evidence)
    .map(({ evidence: _, ...one }) => one);
}

export function toldIn(told: ToldColumns, found: readonly string[]): Record<string, string> {
  const headOf = (path: string) => path.split(/[.[]/)[0], heads = new Set([...found, ...found.map(headOf)]);
  return Object.fromEntries(
    Object.entries(told).flatMap(([ours, names]) => {
      const all = [names].flat();
      const own = all.find((name) => found.includes(name)) ??
        all.find((name) => heads.has(name) || heads.has(headOf(name)));
      return own === undefined ? [] : [[ours, own]];
    }),
  );
}
