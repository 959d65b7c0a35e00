import { familyPreference } from "../../metrics/family_preference.ts";
import { PHILAUTIA_FAMILIES } from "../../papers/philautia.ts";
import type { FigureContext } from "../figure_spec.ts";
import { countRange, fixed, INNER } from "../theme.ts";
import { intervalNote, philautiaFigure, provenanceNote } from "./philautia_figure.ts";
import { cellLegend, preferenceFrame, preferencePanel, reachOf, shown } from "./preference_panel.ts";
import { preferenceValues, settingsOf } from "./preference_values.ts";

/** The paper's families. */
const FAMILIES = [["i", "Qwen-based", PHILAUTIA_FAMILIES.Qwen], [
  "ii",
  "LLaVA",
  PHILAUTIA_FAMILIES.LLaVA,
]] as const;

export const fig6 = philautiaFigure({
  file: "fig6_families.ts",
  number: "Figure 6",
  title: "Preference within families of models",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const settings = settingsOf(frame);
    // The paper does not name the setting; the two entries that it quotes for (ii) are those without references.
    const matrix = await preferenceValues(frame, settings.at(-1)!, context);
    const both = matrix.generators.filter((name) => matrix.evaluators.includes(name));
    const families = familiesOf(both);
    if (families.length === 0) {
      throw new RangeError(
        `philautia-fig6: wanted at least two models that generate and evaluate, found ${
          both.join(", ") || "none"
        }`,
      );
    }
    const found = families.map((family) => ({
      ...family,
      ...familyPreference(matrix.matrix, family.members),
    }));
    const cells = found.map(({ members }) => shown(matrix, { generators: members, evaluators: members }));
    const values = [...new Set(cells.flat())];
    const reach = reachOf(values);
    const panels = await Promise.all(
      found.map(({ number, name, members, positive, pairs }) =>
        preferencePanel(matrix, {
          title: `(${number}) ${name}: ${positive} of ${pairs} pairs positive`,
          generators: members,
          evaluators: members,
          reach,
          width: INNER / found.length - 10,
          cellHeight: 44,
          note: (value) => `±${fixed((value.high - value.low) / 2, 2)}`,
        })
      ),
    );
    const counts = found.map(({ name, morePositive, families, members }) =>
      `${name}: ${morePositive} of all ${families} sets of ${members.length} models have more positive pairs`
    );
    return {
      body: { kind: "panels", panels, columns: found.length },
      legend: cellLegend(values),
      data: preferenceFrame(values),
      caption:
        `${
          matrix.setting === "ref_free" ? "Without references. " : ""
        }Submatrices of Φ̃ (rows: generators, columns: evaluators); below each entry half of its 95% ` +
        `jackknife interval over ${countRange([matrix.images]).replace("n = ", "")} images${
          context.origin === "simulated" ? " (simulated)" : ""
        }. ` +
        `${counts.join("; ")}. ${provenanceNote(values.map(({ provenance }) => provenance), context)}`,
      footnotes: [
        intervalNote(context),
        ...(context.source === "results" ? [] : [
          "The paper does not name the setting of this figure. It counts 9 positive pairs in (i), the second-largest number of all sets of four.",
        ]),
      ],
      alt: `Heatmaps: preference among ${
        found.map(({ name, positive, pairs }) => `${name} models, ${positive} of ${pairs} pairs positive`)
          .join(", and among ")
      }.`,
    };
  },
});

/**
 * The paper's families as far as they are there; else models that begin with the same word, the two largest such groups;
 * else all models as one.
 */
function familiesOf(models: readonly string[]): { number: string; name: string; members: string[] }[] {
  const known = FAMILIES.map(([number, name, members]) => ({
    number,
    name,
    members: members.filter((model) => models.includes(model)) as string[],
  })).filter(({ members }) => members.length > 1);
  if (known.length > 0) return known;
  const groups = new Map<string, string[]>();
  for (const model of models) {
    const word = /^\p{L}+/u.exec(model)?.[0] ?? model;
    groups.set(word, [...groups.get(word) ?? [], model]);
  }
  const found = [...groups].filter(([, members]) => members.length > 1)
    .sort((a, b) => b[1].length - a[1].length).slice(0, 2);
  const named = found.length > 0 || models.length < 2 ? found : [["All models", [...models]] as const];
  return named.map(([name, members], i) => ({ number: ["i", "ii"][i], name, members: [...members] }));
}
