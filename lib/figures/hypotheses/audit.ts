import { biasAudit } from "../../hypotheses/bias_audit.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { listText } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, type Value } from "../values/value.ts";
import { NAMED, shownJudges, votedPairs } from "./numbers.ts";
import { inWords } from "../../progress/show.ts";

/** In how many of the ways that can be tested a bias is found, and of whom, the most first. */
function said(values: readonly Value[]): string {
  const judges = namesOf(values, "judge");
  const found = grouped(judges, (judge) => {
    const own = testable(pick(values, { judge })), less = pick(own, { verdict: "contradicted" }).length;
    const all = pick(own, { verdict: "supported" }).length + less;
    if (own.length === 0) return "none| (too little data to test)";
    const which = less === 0
      ? ""
      : ` (${less < all ? `${less} of them ` : ""}to the less informative answer)`;
    return `${all} of ${inWords(own.length, "way")}|${which}`;
  });
  return [...found].sort(([a], [b]) => parseInt(b) - parseInt(a)).map(([ways, of]) =>
    ways.replace("|", () => ` with ${named(of, judges.length)}`)
  ).join(", in ");
}

const testable = (values: readonly Value[]) => values.filter(({ keys }) => keys.verdict !== "untestable");

/** Which ways cannot be tested, with whom where not with all, and why. */
function untested(values: readonly Value[]): string {
  const none = pick(values, { verdict: "untestable" }), judges = namesOf(values, "judge");
  const ways = grouped(none, ({ keys: { asks, warning } }) => `${asks}\n${warning}`);
  const reasons = grouped([...ways.values()], (own) => {
    const of = namesOf(own, "judge"), [{ keys: { warning } }] = own;
    return `${of.length < judges.length ? ` with ${named(of, judges.length)}` : ""} (${warning})`;
  });
  return [...reasons].map(([why, own]) => own.map(([{ keys }]) => keys.asks).join("; ") + why).join("; ");
}

/** Judges in a sentence: by name where all together are few. */
const named = (of: readonly string[], all: number): string =>
  all > NAMED ? `${of.length} of ${all} judges` : listText(of);

/** What each way of asking takes for granted. */
const ASSUMED: readonly (readonly [way: string, said: string])[] = [
  ["all pairs", "of all pairs as they are, nothing (it says how verdicts fall, not why)"],
  ["length", "at a length difference, that IDS and CDS differ in nothing but length and order"],
  ["votes", "where votes are even, that they are independent given how a pair leans"],
  ["labels", "with wrong labels, that these have nothing to do with the verdict"],
];

/** What the audit warns of where a verdict is drawn: whose, and in which way of asking. */
function warnings(asked: readonly Value[]): string {
  const decided = pick(asked, { verdict: ["supported", "contradicted", "absent"] });
  const found = grouped(decided, ({ keys: { asks, warning } }) => warning && `${asks}, |: ${warning}.`);
  return [...found].map(([said, own]) =>
    said.replace("|", () => named(namesOf(own, "judge"), namesOf(asked, "judge").length))
  ).filter(Boolean).join(" ");
}

/** With whom wrong labels alone would show an IB of the other sign, so that more than IB is left. */
function larger(asked: readonly Value[]): string {
  const of = namesOf(asked, "judge").filter((judge) => {
    const [[raw], [left]] = ["all pairs", "labels"].map((way) =>
      pick(asked, { judge }).filter(({ keys }) => keys.asks.includes(way))
    );
    return raw && left && raw.value * left.value > 0 && Math.abs(left.value) > Math.abs(raw.value);
  });
  return of.length === 0
    ? ""
    : `Wrong labels alone would show an IB of the other sign with ${
      named(of, namesOf(asked, "judge").length)
    }: more of it is left than is seen.`;
}

/** Informativeness bias, asked in several ways. */
export const audit: Specs = {
  "hypotheses-bias-audit": {
    computed: async (context) =>
      shownJudges(await votedPairs(context)).flatMap(({ judge, benchmark, pairs }) =>
        computed(biasAudit(pairs), {
          ...{ value: "estimate", quantity: "IB", more: ["p_value"] },
          keys: {
            ...{ benchmark: { is: benchmark }, judge: { is: judge } },
            ...{ asks: "asks", verdict: "verdict", warning: "warning" },
          },
        })
      ),
    // Where more stand beside each other, numbers would leave the marks no room.
    options: (values) => ({ numbers: namesOf(values, "judge").length <= 3 }),
    // A number that nothing can be said of stands in the CSV alone, unless there is no other.
    marks: (values) => {
      const shown = known(values), asked = testable(shown);
      return asked.length > 0 ? asked : shown;
    },
    words: (values) => {
      const asked = testable(known(values)), lines = namesOf(asked, "asks");
      const counts = (free: boolean) =>
        namesOf(asked, "judge").filter((judge) => judge.endsWith("no bias") === free).map((judge) =>
          `${pick(asked, { judge, verdict: "supported" }).length} of ${pick(asked, { judge }).length}`
        ).join(" and ");
      const open = untested(values);
      return {
        ...{ found: said(values), biased: counts(false), others: counts(true) },
        assumed: ASSUMED.flatMap(([way, said]) => lines.some((line) => line.includes(way)) ? said : []).join(
          "; ",
        ),
        warnings: [warnings(asked), larger(asked)].filter(Boolean).join(" "),
        open: open === "" ? "" : `Not tested: ${open}.`,
        judges: namesOf(asked, "judge").map((judge) =>
          `${judge}: ${pick(asked, { judge }).map(({ keys }) => `${keys.asks} ${keys.verdict}`).join(", ")}`
        ).join("; "),
      };
    },
  },
};
