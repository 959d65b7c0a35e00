import { unnecessaryImageAblation } from "../../metrics/unnecessary_image_ablation.ts";
import { mmJudgeBiasAblation } from "../../papers/mm_judgebias.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { computed } from "../values/computed.ts";
import { valueOf } from "../values/value.ts";
import { experimentRows } from "./numbers.ts";
import { noiseNote, scoreTable } from "./score_table.ts";

/** What the settings compare. */
const SETTINGS: Record<string, string> = {
  A: "[A] text →\n+ unrelated image",
  B: "[B] text →\n+ blank image",
  C: "[C] blank image →\nunrelated image",
};

export const table13: NamedFigure<"mm-judgebias-table13"> = figure("mm-judgebias-table13", {
  title: "Ablation of Unnecessary-Image",
  needs: ["blank_image"],
  published: () =>
    mmJudgeBiasAblation().map(({ judge, setting, bc }) =>
      valueOf({
        keys: { judge },
        quantity: setting,
        value: bc,
        printed: bc.toFixed(4),
        provenance: "published",
      })
    ),
  computed: async (context) => {
    const frame = unnecessaryImageAblation(await experimentRows(context, "ablation"), { by: ["judge"] });
    return computed(frame, { value: "bc", keys: ["judge", "setting"], provenance: context.origin })
      .filter(({ n }) => n > 0).map(({ keys: { judge, setting }, ...value }) => ({
        ...value,
        keys: { judge: judge.replace(/, Table 13$/, "") },
        quantity: setting,
      }));
  },
  recipe: scoreTable({
    columns: Object.entries(SETTINGS).map(([quantity, label]) => ({ quantity, label })),
    decimals: 4,
  }),
  words: (values) => ({
    caption:
      "BC of text-only samples between three inputs: without image, with an unrelated one, with a blank one.",
    footnotes: noiseNote(values),
    published: [
      "[A] is the test of Table 2, which prints 0.954, 0.927 and 0.929 (Table 14: 0.961, 0.934, 0.929); for LLaVA-Critic-7B, whose " +
      "variance between runs is 0.0, repeated runs do not explain it. Appendix L finds [A] below [B] throughout: by 0.0006 for GPT-5 mini.",
    ],
    alt:
      "Table of bias conformity of three judges between inputs without, with an unrelated and with a blank image.",
  }),
});
