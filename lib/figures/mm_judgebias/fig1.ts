import { type Bias, BIASES } from "../../papers/biases.ts";
import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { publishedTable } from "../../papers/published_table.ts";
import { scene } from "../cards/scene.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { arrow, type Block, card, labelled, picture, row, stack, words } from "../schematic/layout.ts";
import { fixed, INK, SIZE } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { DIMENSION_COLOR } from "./numbers.ts";

/** What the example says: own words, for the paper's own question. */
const EXAMPLE = {
  query: "What is this?",
  other: "Which month sold most?",
  response: "A red kettle on a wooden table.",
};

/** What becomes of the query or the image in a biased input. */
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

/** The printed mean of BD or BC over all judges. */
function meanOfJudges(bias: Bias): number {
  return publishedTable("mm-judgebias-site-leaderboard").find((row) =>
    row.model.startsWith("(mean") && row.bias_type === bias.name
  )!.value;
}

/** Width of a small picture. */
const TILE = 72;

/** How an image of a biased input looks. */
function imageTile(id: string, fate: Fate, own: string | null): Block {
  if (fate === "kept") return scene("mm-judgebias-kettle", own, { id, width: TILE });
  return scene(fate === "removed" ? "mm-judgebias-black" : "mm-judgebias-field", null, { id, width: TILE });
}

const QUERY: Record<Fate, string> = {
  kept: EXAMPLE.query,
  removed: "{wrong:nothing}",
  replaced: `{wrong:${EXAMPLE.other}}`,
};

const IMAGE: Record<Fate, string> = { kept: "kept", removed: "{wrong:black}", replaced: "{wrong:another’s}" };

export const fig1: NamedFigure<"mm-judgebias-fig1"> = figure("mm-judgebias-fig1", {
  kind: "schematic",
  title: "Compositional bias: judging without the evidence",
  draw: async ({ picture: own }) => {
    const image = await own("mm-judgebias-fig1");
    const falling = BIASES.filter(({ metric }) => metric === "BD");
    const judges = mmJudgeBiasTable2().length;
    const unbiased = card(
      row([
        scene("mm-judgebias-kettle", image),
        stack([
          row([
            card(labelled("Query", EXAMPLE.query), { padding: 8 }),
            card(labelled("Response", EXAMPLE.response), { padding: 8 }),
          ], { gap: 8 }),
          card(
            words(
              "The query asks for something that only the image can tell, so the judge has to hold the response against {right:query and image together}.",
            ),
            { title: "The judge", fill: INK.faint, padding: 8 },
          ),
          words("A high score means: {right:the response is borne out}.", { bold: true }),
        ], { gap: 8 }),
      ], { gap: 14 }),
      { title: "(a) Unbiased: image, query and response belong together" },
    );
    const biased = falling.map((bias) => {
      const fate = fates(bias);
      return card(
        row([
          imageTile(bias.type, fate.image, image),
          stack([
            words(`**${bias.name}**`, { color: DIMENSION_COLOR[bias.dimension] }),
            words(`{soft:image:} ${IMAGE[fate.image]}`, { size: SIZE.note }),
          ], { gap: 2 }),
          labelled("Query", QUERY[fate.query]),
          labelled("Response", EXAMPLE.response),
          arrow("right", { length: 24 }),
          labelled("BD, mean of judges", fixed(meanOfJudges(bias), 2)),
        ], { gap: 10, weights: [0, 1.55, 1.05, 1.35, 0, 1.15] }),
        { padding: 7 },
      );
    });
    return {
      body: picture(stack([
        unbiased,
        card(
          stack([
            ...biased,
            words(
              "A biased judge goes on giving a {wrong:near-perfect score}; it should fall as far as it can (BD = 1).",
            ),
          ], { gap: 6 }),
          {
            title: "(b) Biased: what the judgment rests on is gone or another’s, the response stays",
            fill: "#fdf1ef",
          },
        ),
      ], { gap: 12 })),
      data: facts(falling.map((bias) => ({
        bias_type: bias.type,
        dimension: bias.dimension,
        ...fates(bias),
        mean_bd: meanOfJudges(bias),
        mean_bd_provenance: "published",
        judges,
      }))),
      caption:
        `The ${falling.length} bias types whose perturbed input no longer supports the response; BD, the share of the possible fall by ` +
        `which scores fall, is the mean of Table 2’s ${judges} judges.`,
      alt:
        "Above, an image, a query and a response that a judge must check together; below, five inputs with image or query " +
        "removed or replaced, which judges still score almost perfectly.",
    };
  },
});
