import pl from "nodejs-polars";
import { fixtureFrame } from "./fixture_column.ts";

const DEFAULTS = {
  ...{ judge: "j", mode: "single", split: "open_ended", item_id: "1", image_id: null as string | null },
  ...{ criterion: "", human: null as string | null, choice: null as string | null, swapped: false },
};

/** A judgment of one criterion; what is not said has a default. */
export type Judgment = Partial<Omit<typeof DEFAULTS, "item_id" | "image_id">> & {
  item?: string;
  image?: string | null;
};

/** A `criteria` frame of the given judgments. */
export function criteriaFrame(rows: Judgment[]): pl.DataFrame {
  const full = rows.map(({ item = "1", image = null, ...row }) => ({
    ...{ ...DEFAULTS, item_id: item, image_id: image },
    ...row,
  }));
  const lacks = Object.entries({ image_id: "image", swapped: "swapped" } as const)
    .filter(([, name]) => rows.every((row) => row[name] === undefined)).map(([column]) => column);
  const columns = Object.keys(DEFAULTS).filter((name) => !lacks.includes(name));
  return fixtureFrame(full, columns as (keyof typeof DEFAULTS)[], { swapped: pl.Bool });
}

const NAMES = ["completeness", "grounding", "no_hallucination", "expressiveness", "clarity"];

/**
 * An item in short: its human labels and the judge's choices by criterion in the paper's order, `A`, `B`, `=` for a tie, `.`
 * for a missing one: `item("1", "AAB", "AB.")`.
 */
export function item(id: string, human: string, choice: string, more: Partial<Judgment> = {}): Judgment[] {
  const verdict = (letter: string) => letter === "." ? null : letter === "=" ? "tie" : letter;
  return [...human].map((letter, i) => ({
    ...{ item: id, criterion: NAMES[i], human: verdict(letter), choice: verdict(choice[i]) },
    ...more,
  }));
}
