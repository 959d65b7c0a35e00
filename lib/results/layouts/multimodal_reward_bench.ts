import { loneLabel } from "../lone_verdict.ts";
import { type Json, type Layout, layout } from "./layout.ts";
import { sides, textOf } from "./records.ts";

/**
 * Multimodal RewardBench judge outputs (Yasunaga et al. 2025): a line per pair with `Label` (A = Output1) and `output`, or
 * `outputs` for several runs. The tool takes `[[A]]` where it stands, else `[[B]]`, else draws a letter: here a reply
 * without a label that stands alone has no choice, and those with both are counted.
 */
export const multimodalRewardBench: Layout = layout("multimodal-rewardbench", {
  results: ({ record }) => "ID" in record && "Label" in record && ("output" in record || "outputs" in record),
  beside: ["Output1", "Better"],
  *rows({ ID, Label, Image, Meta, output, outputs }, at) {
    const meta = (Meta ?? {}) as Json;
    for (const [run, reply] of (Array.isArray(outputs) ? outputs : [output]).entries()) {
      const found = loneLabel(String(reply ?? ""), /\[\[([AB])\]\]/g);
      const isBoth = "fault" in found && found.fault === "more than one label";
      at.count("unparsed", "fault" in found && !isBoth);
      at.count("both_labels", isBoth);
      yield {
        item_id: String(ID),
        image_id: textOf(Image) ?? String(ID),
        domain: textOf(meta.Category),
        judge: at.judge(at.file.stem),
        run: run + 1,
        human: String(Label),
        choice: "label" in found ? found.label : null,
        ...sides([meta.Output1, meta.Output2]),
      };
    }
  },
});
