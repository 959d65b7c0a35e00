import { z } from "zod";
import { readCards, TEXT } from "./cards/read_cards.ts";
import { DISPLAY_NAMES } from "./display_names.ts";
import { type Source, SOURCES } from "./provenance.ts";

/** Sources for which something is said apart; of a frame, the user's or the simulated one, it is `computed`. */
export const SAID = [...SOURCES, "computed"] as const;
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
      /** The gist for those who cannot see the picture. */
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
