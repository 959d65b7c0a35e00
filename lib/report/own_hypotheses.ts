import type pl from "nodejs-polars";
import { type HypothesisTest, resultOf, type TitledTest } from "../hypotheses/hypothesis_table.ts";
import { behindOf } from "../metrics/own_rows.ts";
import { percentOf } from "../results/frame.ts";
import type { FrameName } from "../results/frames.ts";
import { fromResult, fromTests } from "./estimates.ts";
import { question, WAYS } from "./questions/common.ts";
import type { LookContext, Question } from "./report_types.ts";
import { said } from "./said.ts";

/** A test of the rows of one group; the report asks it of every group. */
export type OwnTest = HypothesisTest;

/** A test of one's own, called what its function is called or by `title`; or a result that is computed already, one line of the report. */
export type OwnHypothesis = OwnTest | TitledTest | ReturnType<OwnTest>;

/** A user's own hypotheses as questions of the report, beside its own (whose ids are `taken`). */
export function hypothesisQuestions(
  hypotheses: readonly OwnHypothesis[],
  frame: FrameName,
  taken: readonly string[],
): Question[] {
  const ids = new Set(taken), titles = new Set<string>();
  return hypotheses.map((one, t) => {
    const { title, claim, unit = "points", delta = NaN, method, estimates } = partsOf(one);
    const called = title || "own hypothesis";
    const name = title && !titles.has(title) ? title : `${called} ${t + 1}`;
    titles.add(name);
    const asked = {
      ...{ frame, title: name, unit, delta, good: "unsaid" as const },
      question: claim ? `The claim: ${claim}.` : "A hypothesis of one's own, tested in every group.",
      above: claim || name,
      method: `${name} is a test of the report's author${method ? ` (${method})` : ""}`,
    };
    return question(freeId(name, ids), asked, { estimates, looks: [WAYS] });
  });
}

function partsOf(one: OwnHypothesis):
  & { title: string; claim?: string; method?: string }
  & Partial<Pick<Question, "unit" | "delta">>
  & Pick<Question, "estimates"> {
  const tested = (title: string, test: OwnTest) => ({
    title,
    estimates: (rows: pl.DataFrame, by: readonly string[], context: LookContext) =>
      fromTests(
        rows,
        by,
        (own) => atLevel(test.name || "hypothesis", test(own), context, title),
        (hypothesis) => hypothesis || title,
        ({ claim: above }) => ({ said: { above } }),
      ),
  });
  if (typeof one === "function") return tested(words(one.name), one);
  if (typeof one === "object" && one !== null && "test" in one && typeof one.test === "function") {
    return tested(one.title, one.test);
  }
  const result = resultOf("report: hypotheses", one as ReturnType<OwnTest>);
  const { hypothesis, claim, method, unit, delta } = result;
  const estimates: Question["estimates"] = (_rows, _by, context) => [
    fromResult(atLevel("report: hypotheses", one as ReturnType<OwnTest>, context), hypothesis),
  ];
  return { title: hypothesis, claim, method, unit, delta, estimates };
}

function atLevel(action: string, tested: ReturnType<OwnTest>, { alpha, level }: LookContext, title = "") {
  const found = resultOf(action, tested, behindOf(tested)?.isUnnamed ? title : "", level);
  if (Math.abs(found.alpha - alpha) < 1e-9) return found;
  const [own, all] = [found.alpha, alpha].map((one) => percentOf(1 - one));
  return {
    ...found,
    warning: [found.warning, said("other_level", { own, all, alpha })].filter(Boolean).join("; "),
  };
}

function words(name: string): string {
  const text = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function freeId(name: string, taken: Set<string>): string {
  const plain = name.toLowerCase().match(/[a-z0-9]+/g)?.join("_").slice(0, 40) ?? "own";
  let id = plain;
  for (let k = 2; taken.has(id); k++) id = `${plain}_${k}`;
  taken.add(id);
  return id;
}
