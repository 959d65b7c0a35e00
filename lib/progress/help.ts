import { existsSync, readFileSync } from "node:fs";
import { nearest } from "./nearest.ts";
import { notebookDisplay } from "./progress.ts";
import { ShownText } from "./shown_text.ts";

/** The doors of the library and what stands behind each, in a line. */
const DOORS: Record<string, [path: string, holds: string]> = {
  judgebias: ["../mod", "results, metrics, ensembles, hypotheses, published numbers"],
  "judgebias/stats": ["../stats/mod", "intervals, tests, regressions on plain arrays"],
  "judgebias/figures": ["../figures/mod", "every figure and table, and charts of one's own"],
  "judgebias/judge": ["../judge/mod", "running judges; perturbations"],
  "judgebias/simulate": ["../simulate/mod", "simulated results, calibrated to the papers"],
  "judgebias/report": ["../report/mod", "a results file as one page"],
};

/** Questions that people come with, and the functions that answer them. */
const QUESTIONS: [question: string, names: string][] = [
  [
    "What is in my file, and how do I read it?",
    "readResults readPairs inspectFile describe only columnCodes",
  ],
  ["Does the judge favour the more informative answer?", "informativenessBias withSubsets biasAtEqualLength"],
  ["Does it favour the longer answer?", "lengthBias longerWins longerAnswerWins equalizeLengths"],
  ["Which answer came first, and does that matter?", "slotPreference orderConsistency positionRobustness"],
  ["Does it look at the image?", "imageReliance biasGrowsWithoutImage unnecessaryImageAblation"],
  ["Does it notice that image, query or both are gone?", "reliability reliabilitySummary noiseFloor"],
  [
    "Does it favour its own answers, or its family's?",
    "philautia pairSelfPreference prefersOwnAnswers familySelfPreference",
  ],
  ["What became of replies that could not be read?", "unparsedAudit unreadRepliesDepend describe"],
  ["Does it agree with people?", "pairAccuracy ratingAgreement cohenKappa agreementCeiling"],
  ["Can it stand in for a person, and is its confidence right?", "alternativeAnnotator calibrationError"],
  ["Can it hold criteria apart?", "pluralisticAccuracy tradeoffSensitivity conflictMatchingRate"],
  [
    "Do two judges, prompts or pipelines differ?",
    "judgesDiffer contrast mitigationLowersBias hypothesisTable",
  ],
  ["What if the labels or the judge err?", "labelError correctedRate correctionChangesWinner"],
  ["Which judge is best, and is that sure?", "honestLeaderboard firstIsBest"],
  ["Does it say the same again?", "repeatability repeatsItself saturation oneValueDominates"],
  ["Which model is best, by this judge?", "bradleyTerry transitivity goesInCircles"],
  ["Is an ensemble of judges better?", "splitRatings fitPomms pommsReport"],
  ["How many pairs do I need, and which should people label?", "power powerCurve simulatePower planLabels"],
  ["How do I draw it?", "renderFigure figures chart intervals"],
  ["How do I run a judge?", "planJudge runJudge writeResults simulatedServer"],
];

/** Characters of a line that introduces a function. */
const LINE = 110;

/** An export of a door: where it stands, and how its file introduces it. */
interface Entry {
  name: string;
  door: string;
  /** Path of the file below `lib/`. */
  file: string;
}

/**
 * Documentation where one sits: of a function or constant by its name or itself, of a door by its name, or (called with
 * nothing) of the library by the questions that it answers. In a notebook it shows as the last line of a cell, elsewhere it is
 * printed; what comes back is the text.
 *
 * @throws {TypeError} for a subject that is neither a name nor a function
 * @throws {RangeError} for a name that the library does not export, with those that are near
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { help, lengthBias } from "judgebias";
 *
 * const text = help(lengthBias);
 * assert.match(String(text), /lengthBias\(/);
 * assert.match(String(help()), /Which answer came first/);
 * ```
 */
export function help(subject?: string | ((...args: never[]) => unknown)): ShownText {
  const name = typeof subject === "function" ? subject.name : subject;
  if (name !== undefined && typeof name !== "string") {
    throw new TypeError(
      `help: wanted a function or a name such as "lengthBias", found ${
        JSON.stringify(subject) ?? String(subject)
      }`,
    );
  }
  const text = new ShownText(
    name === undefined ? catalogue() : Object.hasOwn(DOORS, name) ? doorText(name) : entryText(name),
  );
  if (!notebookDisplay()) {
    console.log(String(text));
    text.printed = true;
  }
  return text;
}

function catalogue(): string {
  const known = new Set(entries().map(({ name }) => name));
  const questions = QUESTIONS.map(([question, names]) =>
    `${question}\n    ${names.split(" ").filter((name) => known.has(name)).join(", ")}`
  );
  const doors = Object.entries(DOORS).filter(([, [path]]) => source(path)).map(([door, [, holds]]) =>
    `${door.padEnd(20)}${holds}`
  );
  return `${questions.join("\n")}\n\n${doors.join("\n")}\n\n` +
    `help("lengthBias") explains a function, help("judgebias/stats") lists what stands behind a door.`;
}

function doorText(door: string): string {
  const own = entries().filter((entry) => entry.door === door);
  const width = Math.max(...own.map(({ name }) => name.length)) + 2;
  return own.map((entry) => `${entry.name.padEnd(width)}${firstSentence(comment(entry).text)}`).join("\n");
}

function entryText(name: string): string {
  const all = entries();
  const entry = all.find((one) => one.name === name);
  if (!entry) {
    const names = all.map((one) => one.name);
    const parts = name === ""
      ? []
      : names.filter((one) => one.toLowerCase().includes(name.toLowerCase())).slice(0, 8);
    const near = parts.length > 0 ? parts : nearest(name, names);
    throw new RangeError(
      `help: wanted a name that the library exports, found ${JSON.stringify(name)}${
        near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ""
      }`,
    );
  }
  const { text, signature } = comment(entry);
  return `${signature}\n\n${text}\n\nimport { ${name} } from "${entry.door}"; it stands in lib/${entry.file}`;
}

/** The text of a module: its source, or its declarations where the library was packed. */
function source(path: string): string | null {
  for (const ending of [".ts", ".d.ts"]) {
    const url = new URL(`${path}${ending}`, import.meta.url);
    if (url.protocol === "file:" && existsSync(url)) return readFileSync(url, "utf8");
  }
  return null;
}

/** All values (no types) that the doors re-export. */
function entries(): Entry[] {
  return Object.entries(DOORS).flatMap(([door, [path]]) => {
    const folder = path.slice(3, -"mod".length);
    return [...(source(path) ?? "").matchAll(/^export \{([^}]*)\} from "([^"]+)";/gm)].flatMap(
      ([, names, from]) => {
        const file = new URL(from, `file:///${folder}`).pathname.slice(1);
        return names.split(",").map((one) => one.trim()).filter((one) =>
          one !== "" && !one.startsWith("type ")
        )
          .map((name) => ({ name, door, file }));
      },
    );
  });
}

/** An export's documentation without its stars, and its signature. */
function comment({ name, file }: Entry): { text: string; signature: string } {
  const code = source(`../${file.replace(/(\.d)?\.[jt]s$/, "")}`) ?? "";
  const declared = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*)?^export (?:declare )?((?:async )?(?:function\\*?|const|class) ${name}\\b[\\s\\S]*)`,
    "m",
  ).exec(code);
  const text = (declared?.[1] ?? "").replace(/^[ \t]*\* ?/gm, "").trim();
  return { text, signature: signatureOf(declared?.[2] ?? name) };
}

/** A declaration up to its body: the first brace outside brackets after the types, an equals sign, or the end of the statement. */
function signatureOf(declaration: string): string {
  let depth = 0;
  for (let i = 0; i < declaration.length; i++) {
    const one = declaration[i];
    const ends = depth === 0 && (one === ";" || one === "=" && declaration[i + 1] !== ">" ||
      one === "{" && /[\w>\])}]\s*$/.test(declaration.slice(0, i)));
    if (ends) return declaration.slice(0, i).trim();
    // Angles with a blank beside them compare.
    if ("([{".includes(one) || one === "<" && /\S/.test(declaration[i + 1])) depth++;
    else if (")]}".includes(one) || one === ">" && /[^\s=]/.test(declaration[i - 1])) depth--;
  }
  return declaration.trim();
}

function firstSentence(text: string): string {
  const [sentence] = text.replace(/\s+/g, " ").split(/(?<=[.?]) /);
  return sentence.length > LINE ? `${sentence.slice(0, LINE - 1)}…` : sentence;
}
