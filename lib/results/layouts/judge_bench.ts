import { type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, sides, textOf, turned, type Winner } from "./records.ts";

const DECISIONS: Record<string, Winner> = { "A>B": "A", "B>A": "B", "A=B": "tie" };

/** The benchmark is named with the model that wrote both responses of a pair: the pairs of one say nothing of another's, and none is missing there. */
const benchmarkOf = (writer: string | null) => writer === null ? "JudgeBench" : `JudgeBench/${writer}`;

/**
 * JudgeBench output files (Tan et al. 2025): one line per pair with up to two games in `judgments`. The second game shows
 * the responses in reverse, and its decision speaks of that order: `choice` is turned back, `swapped` is true. `label` is
 * objective correctness, `response_model` wrote both responses and has a benchmark of its own. A missing decision is null (unparsable), `A=B` a tie; a game that is missing altogether is no
 * row. Domain = `source`; there are no images (`image` is false); the judge's name is the option `judge`, else `judgment.judge_model`, else the file's name.
 */
export const judgeBench: Layout = layout("judgebench", {
  results: ({ record }) => "pair_id" in record && Array.isArray(record.judgments),
  *rows(record, at) {
    const field = fieldOf(at);
    const isGames = (value: unknown) => Array.isArray(value) && value.length < 3;
    const games = field("judgments", "at most two games", isGames) as (Json | null)[];
    const label = field("label", "A>B or B>A", (value) => value === "A>B" || value === "B>A") as string;
    const item = field("pair_id", "a text", (value) => typeof value === "string") as string;
    const writer = textOf(record.response_model);
    for (const [index, game] of games.entries()) {
      if (game === null) continue;
      const { decision = null, judgment } = game;
      if (decision !== null && !(String(decision) in DECISIONS)) {
        fieldOf({ ...at, record: game })("decision", "A>B, B>A, A=B or nothing", () => false);
      }
      yield {
        benchmark: benchmarkOf(writer),
        item_id: item,
        image_id: item,
        domain: textOf(record.source),
        judge: at.judge(textOf((judgment as Json | null)?.judge_model) ?? at.file.stem),
        swapped: index === 1,
        human: DECISIONS[label],
        choice: turned(decision === null ? null : DECISIONS[String(decision)], index === 1),
        ...sides([record.response_A, record.response_B], [writer, writer]),
      };
    }
  },
});
