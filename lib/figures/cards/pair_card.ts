import pl from "nodejs-polars";
import { type Block, card, row, stack, words } from "../schematic/layout.ts";
import { INK, SIZE } from "../theme.ts";

/** One side of a pair: what a judge is shown besides the response, and what it answers. */
export interface PairSide {
  query: string;
  /** The picture; null for a task of text alone. */
  image: Block | null;
  verdict?: { score: string; reason: string };
}

/** A sample as it was and as a perturbation left it, with the response that is the same on both sides. */
export interface PairCard {
  title?: string;
  unbiased: PairSide;
  biased: PairSide;
  /** Gist of the response; nothing where only the paper's page has it. */
  response?: string;
  judge?: string;
}

function side(name: string, { query, image }: PairSide): Block {
  return card(
    stack([
      image ??
        card(words("No picture: a task of text alone", { color: INK.soft, align: "middle" }), {
          dashed: true,
        }),
      stack([words("Query", { size: SIZE.note, bold: true, color: INK.soft }), words(query)], { gap: 2 }),
    ], { gap: 8 }),
    { title: name },
  );
}

function verdict(judge: string, { score, reason }: NonNullable<PairSide["verdict"]>): Block {
  return card(
    stack([
      words(judge, { size: SIZE.note, bold: true, color: INK.soft }),
      words(score, { size: SIZE.panel, bold: true }),
      words(reason),
    ], { gap: 4 }),
    { fill: INK.faint, stroke: INK.faint },
  );
}

/** A pair as a block: the two inputs beside each other, the response, and under each side what the judge made of it. */
export function pairBlock({ title, unbiased, biased, response, judge = "Judge" }: PairCard): Block {
  const blocks = [row([side("Unbiased", unbiased), side("Biased", biased)], { gap: 12 })];
  if (title !== undefined) blocks.unshift(words(title, { size: SIZE.panel, bold: true }));
  if (response !== undefined) {
    blocks.push(card(words(response), { title: "Response, the same on both sides" }));
  }
  if (unbiased.verdict && biased.verdict) {
    blocks.push(row([verdict(judge, unbiased.verdict), verdict(judge, biased.verdict)], { gap: 12 }));
  }
  return stack(blocks, { gap: 10 });
}

/** The facts of pairs as a table, one row per side. */
export function pairData(pairs: readonly (PairCard & { example: string })[]): pl.DataFrame {
  return pl.DataFrame(
    pairs.flatMap(({ example, judge, unbiased, biased }) =>
      [["unbiased", unbiased] as const, ["biased", biased] as const].map(([name, { query, verdict }]) => ({
        example,
        side: name,
        query: query.replace(/\{\w+:([^}]*)\}/g, "$1"),
        judge: judge ?? "",
        score: verdict?.score ?? "",
        provenance: "published",
      }))
    ),
  );
}
