import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../stats/random.ts";
import { scenePicture, THINGS, withArticle } from "./scene.ts";
import { requireCount } from "../../stats/require_value.ts";

/** How a study is made up. */
export interface StudyOptions {
  /** Pairs of answers (default 400). */
  pairs?: number;
  /** Seed of everything drawn: the same one gives the same study. */
  seed: number;
  /** Folder that gets the pictures; made when it is not there. */
  folder: string;
}

/** A pair of the study: a line of data that the pairwise protocols take. */
export interface StudyPair {
  /** Always `simulated study`. */
  benchmark: string;
  /** `s-00001` and so on. */
  item_id: string;
  /** Names the picture: its file name. */
  image_id: string;
  /** File of the picture below the folder. */
  image: string;
  /** The question, the same of all pairs. */
  query: string;
  /** The answer given as A. */
  answer_a: string;
  /** The answer given as B. */
  answer_b: string;
  /** The right one, which names only what is in the picture. */
  human: "A" | "B";
  /** The answer that names more things. */
  more_informative: "A" | "B";
  /** Who "wrote" answer A. */
  generator_a: string;
  /** Who "wrote" answer B. */
  generator_b: string;
}

/** How models begin their answers in a study; the first is the simulated judge's own by default. */
const STYLES: Record<string, string> = {
  "generator-1": "In this picture,",
  "generator-2": "As far as I see,",
  "generator-3": "Looking closely,",
};

/** Things in a picture, things that the two answers name, and words that say nothing. */
const IN_SCENE = 6, MORE = 5, FEWER = 3;
const FILLER = "as anyone who looks at it for a moment will see without much effort".split(" ");

/**
 * Makes up a study that has known answers: drawn scenes, and pairs of answers to "What is in the picture?" of which
 * the preferred one names only what is there. Which answer names more (informativeness), which is longer, which
 * stands first and who wrote it are independent of each other and balanced; so each bias of a
 * judge shows in its own metric alone.
 *
 * @throws {RangeError} for fewer than one pair
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedStudy } from "judgebias/judge";
 *
 * const [pair] = simulatedStudy({ pairs: 1, seed: 7, folder: Deno.makeTempDirSync() });
 * assert.ok(pair.human === "A" || pair.human === "B");
 * ```
 */
export function simulatedStudy(
  { pairs = 400, seed, folder }: StudyOptions,
): StudyPair[] {
  requireCount("simulatedStudy", "pair", pairs);
  mkdirSync(folder, { recursive: true });
  const generator = random(seed);
  const names = Object.keys(STYLES);
  const ids = generator.shuffle(Array.from({ length: pairs }, (_, i) => i < Math.round(pairs / 2)));
  // The cells of length and order are even within IDS and CDS, so that no bias leaks into another's metric.
  const count = [0, 0];
  return ids.map((isIds, i) => {
    const cell = count[Number(isIds)]++ % 4;
    const preferredIsLonger = cell % 2 === 0, preferredIsA = cell < 2;
    const things = generator.shuffle([...THINGS]);
    const scene = things.slice(0, IN_SCENE), absent = things.slice(IN_SCENE);
    const image = `scene-${String(i + 1).padStart(5, "0")}.png`;
    writeFileSync(join(folder, image), scenePicture(scene));
    const shown = generator.shuffle(scene);
    const preferred = shown.slice(0, isIds ? MORE : FEWER);
    const others = generator.shuffle([absent[0], absent[1], ...shown.slice(0, (isIds ? FEWER : MORE) - 2)]);
    const [writer, rival] = generator.shuffle(names);
    const right = answer(STYLES[writer], preferred), wrong = answer(STYLES[rival], others);
    const longer = preferredIsLonger ? padded(right, wrong) : padded(wrong, right);
    const preferredText = preferredIsLonger ? longer : right, otherText = preferredIsLonger ? wrong : longer;
    const [answer_a, answer_b] = preferredIsA ? [preferredText, otherText] : [otherText, preferredText];
    const [generator_a, generator_b] = preferredIsA ? [writer, rival] : [rival, writer];
    return {
      ...{ benchmark: "simulated study", item_id: `s-${String(i + 1).padStart(5, "0")}` },
      ...{ image_id: image, image, query: "What is in the picture?", answer_a, answer_b },
      human: preferredIsA ? "A" : "B",
      more_informative: preferredIsA === isIds ? "A" : "B",
      ...{ generator_a, generator_b },
    };
  });
}

function answer(opening: string, things: readonly string[]): string {
  return `${opening} ${things.map((thing) => `there is ${withArticle(thing)}`).join(", ")}.`;
}

/** The answer with words that say nothing, until it is a few words longer than the other. */
function padded(long: string, short: string): string {
  const words = (text: string) => text.split(/\s+/).length;
  let text = long.slice(0, -1);
  for (let i = 0; words(text) < words(short) + 6 || i === 0; i++) {
    text += `${i % FILLER.length === 0 ? "," : ""} ${FILLER[i % FILLER.length]}`;
  }
  return `${text}.`;
}
