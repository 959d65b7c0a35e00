import { biasBeyondPeople } from "../../hypotheses/bias_beyond_people.ts";
import { factor } from "../../results/factor.ts";
import { only, preferring } from "../../results/only.ts";
import type { Specs } from "../figure.ts";
import { PLAIN, votedPairs } from "./numbers.ts";
import { namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";

const MEASURED = "against the majority of the others", EVEN = "where people are evenly split";
const JUDGE = "the judge", PERSON = "a person, held out";

/** Judges beside the same people have these in a row of their own, once. */
function personOnce(values: readonly Value[]): readonly Value[] {
  const people = pick(values, { of: PERSON }), [first] = people;
  if (people.length < 2 || people.some(({ value, n }) => value !== first.value || n !== first.n)) {
    return values;
  }
  return [...pick(values, { of: JUDGE }), ...rekeyed([first], ({ keys }) => ({ ...keys, judge: PERSON }))];
}

export const besidePeople: Specs = {
  "hypotheses-beside-people": {
    computed: async (context) => {
      const pairs = preferring(await votedPairs(context), PLAIN);
      return factor(pairs.getColumn("judge")).levels.flatMap((judge) => {
        const found = biasBeyondPeople(only(pairs, { judge: String(judge) }), { condition: {} });
        const [own, person] = found.sensitivity;
        return ([[MEASURED, JUDGE, own], [MEASURED, PERSON, person], [EVEN, JUDGE, found]] as const)
          .filter(([, , look]) => look !== undefined && !Number.isNaN(look.estimate))
          .map(([asks, of, { estimate: value, low, high, n, pValue }]) =>
            valueOf({
              keys: { judge: String(judge), asks, of },
              quantity: "IB",
              ...{ value, low, high, n, more: { p_value: pValue } },
            })
          );
      });
    },
    marks: personOnce,
    words: (values, { source }) => {
      const even = pick(values, { asks: EVEN }), persons = pick(values, { of: PERSON });
      const namesOfThose = (isMeant: (value: Value) => boolean) => {
        const names = namesOf(even.filter(isMeant), "judge");
        return {
          count: names.length,
          who: names.length === 0 || names.length > 4 ? "" : ` (${names.join("; ")})`,
        };
      };
      const { count, who } = namesOfThose(({ low }) => low > 0), less = namesOfThose(({ high }) => high < 0);
      const is = persons.length === 0
        ? ""
        : persons.every(({ low }) => low > 0)
        ? "have an IB too"
        : persons.every(({ high }) => high < 0)
        ? "have an IB below 0"
        : "";
      return {
        who,
        people: is && `${source === "simulated" ? "Simulated people" : "People"} ${is}. `,
        they: is ? "they" : "people",
        count: `${count} of ${even.length}`,
        less: less.count === 0 ? "" : `, ${less.count} the less informative one${less.who}`,
      };
    },
  },
};
