import { z } from "zod";
import { type Feature, FEATURES } from "../results/frame_features.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { readCards, TEXT } from "./cards/read_cards.ts";
import { SAID } from "./words.ts";

const SHOWN = z.record(TEXT, z.unknown());

/** What is said of a figure beside its numbers: in `data/cards/figures.json`, of cards and prompts in files of theirs. */
const NAMED = z.strictObject({
  title: TEXT,
  /** Stands for the title where that speaks of the paper's judges and these are others. */
  ownTitle: TEXT,
  kind: z.enum(["chart", "table", "schematic", "example", "prompt"]),
  /** As in the paper, where the id does not tell: `Own figure`. */
  number: TEXT,
  notebook: TEXT,
  /** The file that one would change, where not `charts`, `tables` or named after the number: `domains`, `data/cards/birch.json`. */
  file: TEXT,
  /** Frames that it can be drawn from; by default those of its needs. */
  frames: z.array(z.enum(Object.keys(FRAMES) as FrameName[])),
  /** What these must hold for it. */
  needs: z.array(z.enum(Object.keys(FEATURES) as Feature[])),
  /** Whether it shows one benchmark, the paper's where it is there: others of the user's are said not to be in it. */
  oneBenchmark: z.boolean(),
  /** The recipe (`as`) and those of its options that stand as they are; keys or quantities of those `drawn`, where others are for the CSV alone. */
  show: SHOWN,
  /** What differs where the numbers are from that source. */
  from: z.partialRecord(z.enum(SAID), SHOWN),
}).partial();
export type Named = z.output<typeof NAMED>;

/** The charts and tables of the papers, and our own in their order. */
export const FIGURES: Readonly<Record<string, Named>> = readCards("figures", z.record(TEXT, NAMED));
