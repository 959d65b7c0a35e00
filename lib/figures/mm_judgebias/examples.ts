import { BIASES } from "../../papers/biases.ts";
import { pairBlock, type PairCard, pairData, type PairSide } from "../cards/pair_card.ts";
import { scene } from "../cards/scene.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { FigureContext } from "../figure_spec.ts";
import { picture, stack } from "../schematic/layout.ts";
import { type BiasExample, type ExampleSide, PAIR_IDS, type PairId, PAIRS } from "./cards.ts";

const biasName = (example: BiasExample) => BIASES.find(({ type }) => type === example.bias)!;

/** An example with its drawings, or with pictures of the user's own: `<id>-unbiased.png`, `<id>-biased.png`. */
async function pairCard(
  example: BiasExample,
  { id, picture: own, titled = false }: Pick<FigureContext, "picture"> & { id: string; titled?: boolean },
): Promise<PairCard> {
  const side = async (name: "unbiased" | "biased", { query, scene: shown, score, reason }: ExampleSide) => {
    const image = shown === null ? null : scene(shown, await own(`${id}-${name}`), { id: `${id}-${name}` });
    return { query, image, ...(score && reason ? { verdict: { score, reason } } : {}) } satisfies PairSide;
  };
  const { name, dimension } = biasName(example), { unbiased: before, biased: after } = example;
  return {
    ...(titled ? { title: `${name} (${dimension})` } : {}),
    unbiased: await side("unbiased", example.unbiased),
    biased: await side("biased", example.biased),
    response: example.response,
    judge: example.judge,
    became: {
      ...(before.scene === after.scene ? {} : { Picture: before.scene === null ? "added" : "changed" }),
      ...(plain(before.query) === plain(after.query) ? {} : { Query: "changed" }),
    },
  };
}

/** A text without its marks of style. */
const plain = (text: string) => text.replace(/\{\w+:([^}]*)\}/g, "$1");

function altOf({ unbiased, biased, judge }: BiasExample): string {
  const scores = judge ? ` ${judge} gives ${unbiased.score} and then ${biased.score}.` : "";
  return `Unbiased query: ${plain(unbiased.query)} Biased query: ${plain(biased.query)}${scores}`;
}

/** What a card of the page does not show as the page does. */
function leftOut({ unbiased, response }: BiasExample): string {
  return [
    ...(unbiased.query.startsWith("(") ? ["In brackets: what the page’s text is about."] : []),
    ...(response === undefined ? ["The response, the same on both sides, is left out."] : []),
    "Drawings have a format of their own; sizes are those of the page’s pictures.",
  ].join(" ");
}

/** A card of the project page, with the judge's name as the page has it. */
function exampleFigure(id: PairId): NamedFigure<PairId> {
  const card = PAIRS[id], example = { ...card, judge: card.pageJudge ?? card.judge };
  const { name, dimension, metric } = biasName(example);
  return figure(id, {
    file: "data/cards/mm-judgebias.json",
    number: "Project page",
    title: `${example.judge ? "Judged example" : "Example pair"}: ${name} (${dimension})`,
    kind: "example",
    notebook: "05_perturbations",
    draw: async ({ picture: own }) => {
      const pair = await pairCard(example, { id, picture: own });
      return {
        body: picture(pairBlock(pair)),
        data: pairData([{ example: name, ...pair }]),
        caption: example.judge
          ? example.caption
          : `${example.caption} The score should ${metric === "BD" ? "fall" : "stay"}.`,
        footnotes: [...(example.footnotes ?? []), ...(example.judge ? [] : [leftOut(example)])],
        alt: altOf(example),
      };
    },
  });
}

const JUDGED = PAIR_IDS.map((id) => PAIRS[id]).filter(({ judge }) => judge);

const fig7: NamedFigure<"mm-judgebias-fig7"> = figure("mm-judgebias-fig7", {
  file: "examples",
  title: "Three judges that are led astray, one per dimension",
  kind: "example",
  notebook: "05_perturbations",
  draw: async ({ picture: own }) => {
    const pairs = [];
    for (const [i, example] of JUDGED.entries()) {
      const pair = await pairCard(example, { id: `mm-judgebias-fig7-${i + 1}`, picture: own, titled: true });
      pairs.push({ example: biasName(example).name, ...pair });
    }
    return {
      body: picture(stack(pairs.map(pairBlock), { gap: 26 })),
      data: pairData(pairs),
      caption:
        "A black picture and another sample’s cost no point, a description earns three; scores are the paper’s.",
      footnotes: ["The page calls the third judge Claude-Haiku-4.5 (think)."],
      alt: JUDGED.map(altOf).join(" "),
    };
  },
});

/** The paper's judged examples in one picture, and the page's twelve cards. */
export const exampleFigures: readonly NamedFigure<"mm-judgebias-fig7" | PairId>[] = [
  fig7,
  ...PAIR_IDS.map(exampleFigure),
];
