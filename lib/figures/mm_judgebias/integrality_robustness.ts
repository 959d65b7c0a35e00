import { sampleCorrelation } from "simple-statistics";
import { figure, type NamedFigure } from "../figure.ts";
import { scatter } from "../recipes/scatter.ts";
import { fixed } from "../theme.ts";
import { findValue, type Value } from "../values/value.ts";
import { byJudge, printedMeans, scores } from "./numbers.ts";

/** Families of judges, by their names. */
const FAMILIES: readonly (readonly [name: string, of: RegExp])[] = [
  ["GPT and o", /^(gpt|o\d)/i],
  ["Gemini", /^gemini/i],
  ["Claude", /^claude/i],
  ["Qwen", /^qwen/i],
  ["InternVL", /^internvl/i],
  ["trained as critics", /critic|prometheus/i],
];

const QUANTITIES = ["integrality", "robustness"];

/** Integrality and robustness of the judges that have both. */
const both = (values: readonly Value[]): Value[] =>
  byJudge(
    values.filter(({ quantity, keys }) =>
      QUANTITIES.includes(quantity) && QUANTITIES.every((one) => findValue(values, one, keys))
    ),
  );

export const integralityRobustness: NamedFigure<"mm-judgebias-integrality-robustness"> = figure(
  "mm-judgebias-integrality-robustness",
  {
    title: "Noticing what is missing, and staying stable",
    needs: ["integrality", "robustness"],
    published: () => both(printedMeans()),
    computed: async (context) => both(await scores(context, "main", "score")),
    recipe: scatter({
      x: { quantity: "integrality", label: "Integrality (mean BD): notices what is missing", reach: [0] },
      y: { quantity: "robustness", label: "Robustness (mean BC): stays where nothing matters" },
      unit: "number",
      named: "all",
      groups: {
        of: ({ keys }) => FAMILIES.find(([, of]) => of.test(keys.judge))?.[0] ?? "others",
        order: FAMILIES.map(([name]) => name),
      },
    }),
    words: (values) => {
      const [x, y] = QUANTITIES.map((one) => values.filter(({ quantity }) => quantity === one));
      const across = x.length > 2
        ? sampleCorrelation(
          x.map(({ value }) => value),
          x.map(({ keys }) => findValue(y, "robustness", keys)!.value),
        )
        : NaN;
      return {
        caption:
          `Right: the score falls when image or query is taken away. Up: it stays when nothing that matters changes.${
            Number.isNaN(across) ? "" : ` r = ${fixed(across, 2)}.`
          }`,
        alt: `Scatter of robustness against integrality of ${x.length} judges, coloured by model family.`,
      };
    },
  },
);
