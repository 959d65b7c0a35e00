import { z } from "zod";
import { readCards, TEXT } from "./cards/read_cards.ts";
import { DISPLAY_NAMES } from "./paper_order.ts";
import { type Source, SOURCES } from "./provenance.ts";
import { type Feature, FEATURES } from "../results/frame_features.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import type { PublishedTable } from "../papers/published_tables.ts";
import { published, PUBLISHED_COLUMNS } from "./values/published.ts";
import type { Value } from "./values/value.ts";

const SAID = [...SOURCES, "computed"] as const;
const TOLD = z.union([TEXT, z.partialRecord(z.enum(SAID), TEXT)]);
const NOTES = z.array(TOLD);

/**
 * The words around figures, by id (of some that are alike once: `site-panel`); `${name}` stands for a key of the first number drawn,
 * `${bold|said}` for what is said where something is (`bold`, `underlined`, `tint`, `interval`, `delta`: seen in the picture).
 */
const WORDS = readCards(
  "words",
  z.record(
    TEXT,
    z.strictObject({
      /** What the paper's numbers say, in a sentence before the caption: true of these alone, and not said of others. */
      finding: TEXT,
      /** What several of the texts say: `${said}`. */
      said: TOLD,
      /** What one sees, and how it is drawn: two lines at most, with the finding. */
      caption: TOLD,
      /** What else a reader may want to know: below the picture, smaller; further ones of the paper's numbers, of a frame's, of a simulated one's. */
      ...{ footnotes: NOTES, published: NOTES, computed: NOTES, simulated: NOTES },
      alt: TOLD,
    }).partial(),
  ),
);

export type Slots = Readonly<Record<string, string | number>>;

export function wordsOf(id: string, source: Source, slots: Slots) {
  const found = { ...WORDS[id.replace(/-[0-9]+$/, "")], ...WORDS[id] }, { said } = found;
  const ofFrame = source === "results" || source === "simulated";
  const text = (told: z.output<typeof TOLD> = ""): string =>
    (typeof told === "string" ? told : told[source] ?? (ofFrame ? told.computed : "") ?? "").replace(
      /\$\{([\w-]+)(?:\|([^}]*))?\}/g,
      (slot, name, seen) => {
        const value = name === "said" ? text(said) : slots[name] ?? DISPLAY_NAMES.credits[name];
        if (value === undefined) throw new Error(`${id}: wanted ${slot} of its words, found none`);
        return seen === undefined ? String(value) : value ? seen : "";
      },
    );
  const { footnotes = [], published = [], computed = [], simulated = [] } = found;
  const notes = [
    ...footnotes,
    ...(source === "published" ? published : ofFrame ? computed : []),
    ...(source === "simulated" ? simulated : []),
  ];
  return {
    finding: source === "published" ? text(found.finding) : "",
    caption: text(found.caption),
    footnotes: notes.map(text).filter((note) => note !== ""),
    alt: text(found.alt),
  };
}

const PRINTED = PUBLISHED_COLUMNS.extend({
  table: z.custom<PublishedTable>((table) => typeof table === "string", "a published table"),
  prefix: TEXT.optional(),
});

const SHOWN = z.record(TEXT, z.unknown());

/** What is said of a figure beside its numbers: in `data/cards/figures.json`, of cards and prompts in files of theirs. */
const NAMED = z.strictObject({
  title: TEXT,
  /** Stands for the title where that speaks of the paper's judges and these are others. */
  ownTitle: TEXT,
  kind: z.enum(["chart", "table", "schematic", "example", "prompt"]),
  number: TEXT,
  notebook: TEXT,
  frames: z.array(z.enum(Object.keys(FRAMES) as FrameName[])),
  needs: z.array(z.enum(Object.keys(FEATURES) as Feature[])),
  /** Of which it shows one, the paper's where it is there: others of the user's are said not to be in it. */
  one: z.enum(["benchmark", "generator"]),
  /** Whether it takes rows of the pipeline base alone, of those with the image alone: it is said where the user has others. */
  only: z.array(z.enum(["pipeline", "image"])),
  /** Whether its rows are those of pairs judged both with the image and without it. */
  matched: z.boolean(),
  /** Whether a tie, and a reply that could not be read, is wrong in its numbers: it is said where the user has many. */
  tiesAreWrong: z.boolean(),
  /** Where published tables have the numbers that it shows as they are. */
  printed: z.array(PRINTED),
  /** The recipe (`as`) and those of its options that stand as they are; keys or quantities of those `drawn`, where others are for the CSV alone. */
  show: SHOWN,
  from: z.partialRecord(z.enum(SAID), SHOWN),
}).partial();
export type Named = z.output<typeof NAMED>;

export const FIGURES: Readonly<Record<string, Named>> = readCards("figures", z.record(TEXT, NAMED));

/** The numbers of a table as the paper prints them; what several rows of it repeat stands once. */
export function printedOf(id: string): Value[] {
  const values = entryOf(id).printed!.flatMap(({ table, prefix = "", ...columns }) =>
    published(table, columns).map((value) => ({ ...value, quantity: prefix + value.quantity }))
  );
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

export const entryOf = (id: string): Named => FIGURES[id] ?? FIGURES[id.replace(/-[0-9]+$/, "")] ?? {};
