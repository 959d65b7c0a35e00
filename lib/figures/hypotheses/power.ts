import { power as powerOf } from "../../hypotheses/power.ts";
import { simulatePower } from "../../hypotheses/simulate_power.ts";
import type { StudyDesign } from "../../hypotheses/study_design.ts";
import { BIRCH_FACTS } from "../../papers/birch.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { curves } from "../recipes/curves.ts";
import { counted } from "../theme.ts";
import { type Value, valueOf } from "../values/value.ts";

/** Simulated studies behind each mark (a standard error of 3.5 points at most), and their seed. */
const REPLICATES = 200, SEED = 9;

/** Where the marks stand: at the number of pairs that has 80% power, and at half of it. */
const PARTS = [0.5, 1];

const NS = Array.from({ length: 48 }, (_, i) => 250 * (i + 1));
const PAIRS = BIRCH_FACTS.pairs["MLLM-as-a-Judge"];

/** Two judges on the same pairs whose IBs differ by so many points. */
const twoJudges = (points: number): StudyDesign => ({
  metric: "ib_difference",
  first: { accIds: 0.8, accCds: 0.4 },
  second: { accIds: 0.8, accCds: 0.4 + points / 100 },
  cdsShare: BIRCH_FACTS.cdsShare / 100,
  correlation: 0.4,
  pairsPerImage: PAIRS / BIRCH_FACTS.images,
  icc: 0.2,
});

const DESIGNS = Object.fromEntries([10, 5, 3].map((points) => [`${points} points apart`, twoJudges(points)]));

/** Dark enough for names, and apart in lightness. */
const COLORS = ["#0b3c66", "#b04a00", "#00766c"];

export const power: NamedFigure<"hypotheses-power"> = figure("hypotheses-power", {
  title: "Pairs that show that two judges differ in IB",
  notebook: "09_plan_a_study",
  computed: () => Promise.resolve([...planned(), ...checked()]),
  recipe: curves({
    x: { of: "pairs", label: "Pairs", domain: [0, NS[NS.length - 1]] },
    y: { label: "Power (%)", domain: [0, 100] },
    series: "design",
    order: { series: Object.keys(DESIGNS) },
    colors: Object.fromEntries(Object.keys(DESIGNS).map((name, i) => [name, COLORS[i]])),
    marks: { when: ({ keys }) => keys.method === "simulation", label: "power of simulated studies" },
    at: [{ x: PAIRS, label: `MLLM-as-a-Judge: ${counted(PAIRS)}` }, { y: 80, label: "80%" }],
    height: 330,
  }),
  words: () => {
    const needed = Object.entries(DESIGNS).map(([name, design]) => `${counted(powerOf(design).n)} (${name})`);
    return {
      caption: `Pairs for 80% power at the 5% level: ${needed.join(", ")}. Marks: ${
        counted(REPLICATES)
      } studies each, with 95% intervals.`,
      footnotes: [
        "Assumed, not found of any model: accuracy 80% on IDS, 40% and more on CDS; 32% CDS; both judges on the same pairs, correlation " +
        "0.4; 1.76 pairs per image, correlation 0.2. Lines: normal approximation.",
      ],
      alt: `Power against the number of pairs for IBs 3, 5 and 10 points apart; 80% is reached at ${
        needed.join(", ")
      }.`,
    };
  },
});

/** Power by the formula. */
function planned(): Value[] {
  return Object.entries(DESIGNS).flatMap(([design, spec]) =>
    powerOf(spec, { n: NS }).map(({ n, power: value }) =>
      valueOf({
        keys: { design, method: "formula" },
        quantity: "power",
        value,
        more: { pairs: n },
        provenance: "simulated",
      })
    )
  );
}

/** Power in simulated studies that are analysed with the clustered interval. */
function checked(): Value[] {
  return Object.entries(DESIGNS).flatMap(([name, design]) =>
    PARTS.map((part) => {
      const n = Math.round(part * powerOf(design).n);
      const { power: value, low, high } = simulatePower(design, { n, replicates: REPLICATES, seed: SEED });
      return valueOf({
        keys: { design: name, method: "simulation" },
        quantity: "power",
        value,
        low,
        high,
        more: { pairs: n },
        provenance: "simulated",
      });
    })
  );
}
