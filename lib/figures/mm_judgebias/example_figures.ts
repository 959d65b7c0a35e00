import { BIASES } from "../../papers/biases.ts";
import { pairBlock, type PairCard, pairData, type PairSide } from "../cards/pair_card.ts";
import { scene } from "../cards/scene.ts";
import type { FigureContext, FigureSpec } from "../figure_spec.ts";
import { picture, stack } from "../schematic/layout.ts";
import { type BiasExample, type ExampleSide, JUDGED_EXAMPLES, PAGE_EXAMPLES } from "./examples.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { JUDGEBIAS_SCENES } from "./scenes.ts";

/** Whose words and pictures an example has. */
async function ours(ids: readonly string[], own: FigureContext["picture"]): Promise<string> {
  const names = ids.flatMap((id) => [`${id}-unbiased`, `${id}-biased`]);
  const pictures = await Promise.all(names.map(own));
  return `Texts are the gist in our own words${
    pictures.every((one) => one === null) ? ", pictures are drawings of ours" : ""
  }.`;
}

/** Where judges' names differ between paper and page. */
const NAMES_NOTE = "The page calls the third judge Claude-Haiku-4.5 (think).";

const biasName = (example: BiasExample) => BIASES.find(({ type }) => type === example.bias)!;

/** An example with its drawings, or with pictures of the user's own: `<id>-unbiased.png`, `<id>-biased.png`. */
async function pairCard(
  example: BiasExample,
  { id, picture: own, titled = false }: Pick<FigureContext, "picture"> & { id: string; titled?: boolean },
): Promise<PairCard> {
  const side = async (name: "unbiased" | "biased", { query, scene: shown, score, reason }: ExampleSide) => {
    const image = shown === null
      ? null
      : scene(`${id}-${name}`, JUDGEBIAS_SCENES[shown], await own(`${id}-${name}`));
    return { query, image, ...(score && reason ? { verdict: { score, reason } } : {}) } satisfies PairSide;
  };
  const { name, dimension } = biasName(example);
  return {
    ...(titled ? { title: `${name} (${dimension})` } : {}),
    unbiased: await side("unbiased", example.unbiased),
    biased: await side("biased", example.biased),
    response: example.response,
    judge: example.judge,
  };
}

function altOf({ unbiased, biased, judge }: BiasExample): string {
  const plain = (text: string) => text.replace(/\{\w+:([^}]*)\}/g, "$1");
  const scores = judge ? ` ${judge} gives ${unbiased.score} and then ${biased.score}.` : "";
  return `Unbiased query: ${plain(unbiased.query)} Biased query: ${plain(biased.query)}${scores}`;
}

function exampleFigure(
  example: BiasExample,
  { id, what, expected }: { id: string; what: string; expected: string },
): FigureSpec {
  const { name, dimension } = biasName(example);
  return mmJudgebiasFigure({
    file: "examples.ts",
    id,
    number: "Project page",
    title: `${what}: ${name} (${dimension})`,
    kind: "example",
    notebook: "perturbations",
    frames: [],
    available: ["published"],
    build: async ({ picture: own }) => {
      const pair = await pairCard(example, { id, picture: own });
      return {
        body: picture(pairBlock(pair)),
        data: pairData([{ example: name, ...pair }]),
        caption: `${example.caption} ${expected}${await ours([id], own)}`,
        footnotes: example.footnotes,
        alt: altOf(example),
      };
    },
  });
}

/** The page's nine pairs. */
const pageExamples = PAGE_EXAMPLES.map((example, i) =>
  exampleFigure(example, {
    id: `site-examples-${i + 1}`,
    what: "Example pair",
    expected:
      `The score should ${biasName(example).metric === "BD" ? "fall" : "stay"}; the page gives no scores. ` +
      (example.response ? "" : "The response, not shown, is the same on both sides. "),
  })
);

/** The page's three judged pairs. */
const judgedExamples = JUDGED_EXAMPLES.map((example, i) =>
  exampleFigure({ ...example, judge: example.pageJudge ?? example.judge }, {
    id: `site-judge-examples-${i + 1}`,
    what: "Judged example",
    expected: "Scores are as published. ",
  })
);

const fig7 = mmJudgebiasFigure({
  file: "examples.ts",
  number: "Figure 7",
  title: "Three judges that are led astray, one per dimension",
  kind: "example",
  notebook: "perturbations",
  frames: [],
  available: ["published"],
  build: async ({ picture: own }) => {
    const ids = JUDGED_EXAMPLES.map((_, i) => `mm-judgebias-fig7-${i + 1}`);
    const pairs = [];
    for (const [i, example] of JUDGED_EXAMPLES.entries()) {
      const pair = await pairCard(example, { id: ids[i], picture: own, titled: true });
      pairs.push({ example: biasName(example).name, ...pair });
    }
    return {
      body: picture(stack(pairs.map(pairBlock), { gap: 26 })),
      data: pairData(pairs),
      caption: `${
        JUDGED_EXAMPLES.map(({ caption }) => caption).join(" ")
      } Scores are as published. ${await ours(ids, own)}`,
      footnotes: [NAMES_NOTE],
      alt: JUDGED_EXAMPLES.map(altOf).join(" "),
    };
  },
});

/** The paper's judged examples in one picture, and the page's twelve cards. */
export const exampleFigures: readonly FigureSpec[] = [fig7, ...pageExamples, ...judgedExamples];
