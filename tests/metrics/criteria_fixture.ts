import pl from "nodejs-polars";
import { fixtureColumn } from "./fixture_column.ts";

/** A judgment of one criterion; what is not said has a default. */
export interface Judgment {
  judge?: string;
  mode?: string;
  split?: string;
  item?: string;
  image?: string | null;
  criterion: string;
  human?: string | null;
  choice?: string | null;
}

/** A `criteria` frame of the given judgments. */
export function criteriaFrame(rows: Judgment[]): pl.DataFrame {
  const text = (name: string, value: (row: Judgment) => string | null) =>
    fixtureColumn(name, rows.map(value), pl.Utf8);
  return pl.DataFrame([
    text("judge", ({ judge = "j" }) => judge),
    text("mode", ({ mode = "single" }) => mode),
    text("split", ({ split = "open_ended" }) => split),
    text("item_id", ({ item = "1" }) => item),
    ...(rows.some(({ image }) => image !== undefined) ? [text("image_id", ({ image = null }) => image)] : []),
    text("criterion", ({ criterion }) => criterion),
    text("human", ({ human = null }) => human),
    text("choice", ({ choice = null }) => choice),
  ]);
}

const NAMES = ["completeness", "grounding", "no_hallucination", "expressiveness", "clarity"];

/**
 * An item in short: its human labels and the judge's choices by criterion in the paper's order, `A`, `B`, `=` for a tie, `.`
 * for a missing one: `item("1", "AAB", "AB.")`.
 */
export function item(id: string, human: string, choice: string, more: Partial<Judgment> = {}): Judgment[] {
  const verdict = (letter: string) => letter === "." ? null : letter === "=" ? "tie" : letter;
  return [...human].map((letter, i) => ({
    item: id,
    criterion: NAMES[i],
    human: verdict(letter),
    choice: verdict(choice[i]),
    ...more,
  }));
}
