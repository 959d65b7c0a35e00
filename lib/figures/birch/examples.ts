import { z } from "zod";
import { EXAMPLE_CARD, type ExampleCard, exampleFigure } from "../cards/example_card.ts";
import { readCards } from "../cards/read_cards.ts";
import type { NamedFigure } from "../figure.ts";

/** Wrong labels; a judge without and with a reference of its own; Standard Ref beside BIRCH; where BIRCH fails. */
const IDS = [
  ...["birch-fig14", "birch-fig15", "birch-fig16", "birch-fig17"] as const,
  ...["birch-fig22", "birch-fig23", "birch-fig24"] as const,
  ...["birch-fig25", "birch-fig26", "birch-fig27", "birch-fig28"] as const,
  ...["birch-fig29", "birch-fig30"] as const,
];

type Id = typeof IDS[number];

/** What the paper's example cards say, from `data/cards/birch.json`. */
export const BIRCH_CARDS: Record<Id, ExampleCard> = readCards("birch", z.record(z.enum(IDS), EXAMPLE_CARD));

/** The paper's example cards. */
export const exampleFigures: readonly NamedFigure<Id>[] = IDS.map((id) =>
  exampleFigure(id, BIRCH_CARDS[id], "birch")
);
