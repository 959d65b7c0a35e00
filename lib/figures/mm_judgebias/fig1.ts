import { fixed } from "../../progress/told.ts";
import { type Bias, BIASES } from "../../papers/biases.ts";
import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { publishedTable } from "../../papers/published_tables.ts";
import { plates } from "../cards/plate.ts";
import { rect, scene } from "../cards/scene.ts";
import type { Specs } from "../figure.ts";
import { art, type Block, picture, row, rule, space, stack, words } from "../schematic/layout.ts";
import { round, textElement } from "../svg_text.ts";
import { INK, SIZE } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { DIMENSION_COLOR } from "./numbers.ts";

/** What the example says: own words, for the paper's own question. */
const EXAMPLE = {
  query: "What is this?",
  other: "Which month sold most?",
  response: "A red kettle on a wooden table.",
};

type Fate = "kept" | "removed" | "replaced";

/** What a bias type does to query and image, as Table 1 says. */
function fates(bias: Bias): { query: Fate; image: Fate } {
  const { perturbation } = publishedTable("mm-judgebias-table1-taxonomy").find((row) =>
    row.bias_type === bias.name
  )!;
  const fate = (part: "query" | "image"): Fate => {
    if (!bias.changes.includes(part)) return "kept";
    return new RegExp(`${part} -> [^>]*random`).test(perturbation) ? "replaced" : "removed";
  };
  return { query: fate("query"), image: fate("image") };
}

function meanOfJudges(bias: Bias): number {
  return publishedTable("mm-judgebias-site-leaderboard").find((row) =>
    row.model.startsWith("(mean") && row.bias_type === bias.name
  )!.value;
}

function tile(id: string, fate: Fate, own: string | null): Block {
  const shown = { kept: "kettle", removed: "black", replaced: "field" }[fate];
  const width = fate === "removed" ? 48 : 64;
  return scene(`mm-judgebias-${shown}`, fate === "kept" ? own : null, { id, width });
}

const QUERY: Record<Fate, string> = {
  kept: EXAMPLE.query,
  removed: "{wrong:nothing}",
  replaced: `{wrong:${EXAMPLE.other}}`,
};

const IMAGE: Record<Fate, string> = { kept: "kept", removed: "{wrong:black}", replaced: "{wrong:another’s}" };

const BAR = 150;

/** BD as a bar on its range from 0 to 1, and as printed. */
function bar(value: number, color: string): Block {
  const text = { x: BAR + 10, y: 13, size: SIZE.panel, bold: true };
  return art(
    rect(0, 2, BAR, 14, INK.faint) + rect(0, 2, round(value * BAR), 14, color) +
      textElement(fixed(value, 2), text),
    BAR + 44,
    18,
  );
}

export const fig1: Specs = {
  "mm-judgebias-fig1": {
    draw: async (given) => {
      const own = await given.picture("mm-judgebias-fig1");
      const falling = BIASES.filter(({ metric }) => metric === "BD");
      const judges = mmJudgeBiasTable2().length;
      const unbiased = await plates([{
        ours: "pictures, query and response; the bias types and their BD are as printed.",
        pictures: [{ scene: "mm-judgebias-kettle", own: "mm-judgebias-fig1", label: "(a) Unbiased" }],
        texts: [
          ["Query", EXAMPLE.query],
          ["Response", EXAMPLE.response],
          [
            "Judge",
            "has to hold the response against {right:query and image together}: only the image can tell",
          ],
          ["Score", "a high one means: {right:the response is borne out}"],
        ],
      }], given);
      const line = (cells: readonly Block[]) =>
        row(cells.map((cell, c) => ({ ...cell, width: [64, 230, undefined, BAR + 44][c] })), { top: true });
      const head = (text: string) => words(text, { size: SIZE.note, bold: true, color: INK.soft });
      return {
        body: picture(stack([
          unbiased,
          rule(),
          head("(b) Biased: what the judgment rests on is gone or another’s, the response stays"),
          line([head("Image"), space(0), head("Query"), head("BD, mean of the judges")]),
          ...falling.map((bias) => {
            const { image, query } = fates(bias), color = DIMENSION_COLOR[bias.dimension];
            const name = stack([
              words(bias.name, { bold: true, color }),
              words(`{soft:${bias.dimension} · image:} ${IMAGE[image]}`, { size: SIZE.note }),
            ]);
            return line([
              tile(bias.type, image, own),
              name,
              words(QUERY[query]),
              bar(meanOfJudges(bias), color),
            ]);
          }),
          words(
            "A biased judge goes on giving a {wrong:near-perfect score}; at BD = 1 it falls as far as it can.",
          ),
        ], { gap: 10 })),
        data: facts(falling.map((bias) => ({
          bias_type: bias.type,
          dimension: bias.dimension,
          ...fates(bias),
          mean_bd: meanOfJudges(bias),
          mean_bd_provenance: "published",
          judges,
        }))),
      };
    },
  },
};
