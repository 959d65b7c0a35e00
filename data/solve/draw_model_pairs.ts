import type pl from "nodejs-polars";
import { type Random, random } from "@/stats/random.ts";
import { simulatedFrame } from "./simulated_frame.ts";

/** How a simulated judge of named models decides. */
interface ModelJudge {
  /** Its name; the name of a model makes that model's answers its own. */
  judge: string;
  /** Logits per unit of quality that it sees between two answers. */
  keen: number;
  /** Logits for its own answer. */
  own: number;
  /** Logits per unit of the logarithm of how many times longer an answer is. */
  longer: number;
  /** Logits for the answer shown first. */
  first: number;
  /** Spread of its taste for single answers, the same in every run: without it verdicts change from run to run. */
  taste: number;
  /** Share of replies that cannot be read. */
  unread: number;
}

/** Options of `drawModelPairs`. */
export interface ModelPairsOptions {
  /** Strengths of the models by name: mean quality of their answers. */
  models?: Readonly<Record<string, number>>;
  /** Judges by name; what they do not say is as in a judge without bias (keen 1.5, taste 1.2, unread 0.02). Three by default. */
  judges?: readonly (Pick<ModelJudge, "judge"> & Partial<ModelJudge>)[];
  /** Images, on each of which every model meets every other (default 120). */
  images?: number;
  /** Verdicts of every judge on each pair (default 2). */
  runs?: number;
  /** Share of the pairs that people labelled, 0 to 1 (default 1). */
  labelled?: number;
  /** Seed of everything drawn (default 1). */
  seed?: number;
}

/** Five models that exist nowhere, and judges of which two are among them. */
const MODELS = { Alder: 0.6, Cedar: 0.3, Elm: 0, Fir: -0.2, Hazel: -0.7 };
const JUDGES = [
  { judge: "Alder", own: 0.8 },
  { judge: "Fir", own: 0.3, keen: 1.2, taste: 0.6 },
  { judge: "Oak", keen: 1.8, longer: 0.8, first: 0.3 },
];
const PLAIN: Omit<ModelJudge, "judge"> = {
  keen: 1.5,
  own: 0,
  longer: 0,
  first: 0,
  taste: 1.2,
  unread: 0.02,
};

/** Spread of the quality of one model's answers, and of the logarithm of their lengths. */
const QUALITY_SD = 1, LENGTH_SD = 0.35;

/** How sure people are: logits per unit of quality; and the mean number of words, longer for stronger models. */
const PEOPLE = 2, WORDS = 90, LONGER_IF_BETTER = 0.25;

/**
 * Simulated verdicts on answers of named models: pairs with `model_a`, `model_b`, lengths, repeated runs, people's preferences, and judges
 * some of which wrote answers themselves.
 *
 * Quality of an answer: the model's strength plus a normal deviate; a judge's verdict is drawn from a logistic curve in what it sees of the
 * difference, its taste, its liking for its own, for length and for the first slot. Models and judges are invented; `provenance` is
 * `simulated`. With `own`, `longer` and `first` of 0 a judge has none of the biases.
 */
export function drawModelPairs(
  { models = MODELS, judges = JUDGES, images = 120, runs = 2, labelled = 1, seed = 1 }: ModelPairsOptions =
    {},
): pl.DataFrame {
  const generator = random(seed);
  const pairs = Array.from({ length: images }, (_, image) => pairsOf(image, models, labelled, generator))
    .flat();
  const rows = judges.flatMap((one) => {
    const judge = { ...PLAIN, ...one };
    // Its taste for each answer, the same whenever it is asked.
    const tastes = new Map<string, number>();
    const taste = (image: string, model: string) => {
      const key = `${image} ${model}`;
      if (!tastes.has(key)) tastes.set(key, judge.taste * generator.normal());
      return tastes.get(key)!;
    };
    return pairs.flatMap((pair) => {
      const { image_id, model_a, model_b, quality, words_a, words_b, swapped } = pair;
      const logit = judge.keen * quality + taste(image_id, model_a) - taste(image_id, model_b) +
        judge.own * (Number(model_a === judge.judge) - Number(model_b === judge.judge)) +
        judge.longer * Math.log(words_a / words_b) + judge.first * (swapped ? -1 : 1);
      return Array.from({ length: runs }, (_, run) => {
        const [draw, fate] = [generator.uniform(), generator.uniform()];
        const choice = fate < judge.unread ? null : draw < 1 / (1 + Math.exp(-logit)) ? "A" : "B";
        return { ...pair, benchmark: "models", judge: judge.judge, run: run + 1, choice };
      });
    });
  });
  return simulatedFrame("pairs", rows);
}

/** All pairs of models on an image, with what people prefer. */
function pairsOf(
  image: number,
  models: Readonly<Record<string, number>>,
  labelled: number,
  generator: Random,
) {
  const answers = Object.entries(models).map(([model, strength]) => ({
    model,
    quality: strength + QUALITY_SD * generator.normal(),
    words: Math.max(
      1,
      Math.round(WORDS * Math.exp(LONGER_IF_BETTER * strength + LENGTH_SD * generator.normal())),
    ),
  }));
  return answers.flatMap((one, i) =>
    answers.slice(0, i).map((other) => {
      const [a, b] = generator.uniform() < 0.5 ? [one, other] : [other, one];
      const quality = a.quality - b.quality;
      const prefersA = generator.uniform() < 1 / (1 + Math.exp(-PEOPLE * quality));
      const known = generator.uniform() < labelled;
      return {
        item_id: `${image + 1}/${a.model}-${b.model}`,
        image_id: `image-${image + 1}`,
        model_a: a.model,
        model_b: b.model,
        words_a: a.words,
        words_b: b.words,
        swapped: generator.uniform() < 0.5,
        human: known ? prefersA ? "A" : "B" : null,
        quality,
      };
    })
  );
}
