import type { TableFile } from "../find_files.ts";
import { provenanceOf } from "../json_file.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { type Found, type Json, recordsOf, turned, type Winner, wordsOf } from "./records.ts";

/** How people are called; the tool itself knows `expert_0` and `author_0`. Any other name is a judge's. */
const PERSON = /^(expert|author|person|human|annotator|rater|voter|worker|user)s?([ _-]?\d*|[_-]\w+)$/i;

/** A vote of a person or of GPT-4 on one turn of two conversations, in the order of the models' names. */
interface Entry {
  file: TableFile;
  line: number;
  item: string;
  question: string;
  vote: Winner;
  voter: string;
  isPerson: boolean;
  /** A judge by its name alone: the record does not say that it is a model. */
  isCalled: boolean;
  models: [string, string];
  words: (number | null)[];
  inconsistent: boolean;
  origin: { provenance?: string };
}

/**
 * The votes on MT-Bench that were published with it (Zheng et al. 2023): people's (`judge` is `expert_0`, `author_0`,
 * `annotator_0` or the like) and a judge's (`judge` is its model and prompt, or any other name), each with
 * `model_a, model_b, winner, turn`. Together they become a row per person's vote with the judge's verdict on the same pair and turn; `annotator` tells people apart. A pair stands there in both orders
 * of its models: rows have them in the order of their names. Votes alone have the judge `none` and no choice.
 *
 * `tie (inconsistent)` is what the tool made of two orders that disagreed: a tie, with `status` inconsistent.
 */
export const mtBenchHuman: Layout = {
  tool: "FastChat",
  frame: "pairs",
  detect: ({ record }) =>
    ["question_id", "model_a", "model_b", "winner", "judge", "turn"].every((name) => name in record)
      ? "results"
      : null,
  read(files, { judge, count }) {
    const entries = recordsOf(files).flatMap(({ records }) => records.map(entryOf));
    const verdicts = entries.filter(({ isPerson }) => !isPerson);
    const votes = entries.filter(({ isPerson }) => isPerson);
    const voted = new Set(votes.map(({ item }) => item));
    const byItem = Map.groupBy(verdicts, ({ item }) => item);
    const byFile = new Map<TableFile, LayoutRow[]>();
    const add = (of: Entry, person: Entry | null, verdict: Entry | null) => {
      count("no_verdict", person !== null && verdict === null);
      count("inconsistent", verdict?.inconsistent ?? false);
      count("called_judge", verdict?.isCalled ?? false);
      const row: LayoutRow = {
        line: of.line,
        values: {
          benchmark: "MT-Bench",
          item_id: of.item,
          image_id: of.question,
          judge: judge ?? verdict?.voter ?? "none",
          image: false,
          human: person?.vote ?? null,
          choice: verdict?.vote ?? null,
          words_a: of.words[0],
          words_b: of.words[1],
          model_a: of.models[0],
          model_b: of.models[1],
          annotator: person?.voter ?? null,
          turn: of.item.split("/")[1],
          status: verdict === null ? "no_verdict" : verdict.inconsistent ? "inconsistent" : "ok",
          ...of.origin,
        },
      };
      const rows = byFile.get(of.file);
      if (rows) rows.push(row);
      else byFile.set(of.file, [row]);
    };
    for (const vote of votes) {
      for (const verdict of byItem.get(vote.item) ?? [null]) add(vote, vote, verdict);
    }
    for (const verdict of verdicts) if (!voted.has(verdict.item)) add(verdict, null, verdict);
    return { tables: [...byFile].map(([file, rows]) => rowsTable(file, rows)) };
  },
  notes: {
    no_verdict: "people's votes without a judge's verdict: no choice",
    called_judge:
      "verdicts by a name alone, which is none that people have (expert_0, author_0, annotator_0, …): a judge's",
    inconsistent: "verdicts that differed between the orders, which the tool made a tie",
  },
  silent: ["GPT-4's verdict in each order: only what the tool made of both is kept"],
};

function entryOf({ file, line, record }: Found): Entry {
  const { question_id, turn, winner, judge } = record;
  const names = [String(record.model_a), String(record.model_b)];
  const swapped = names[0] > names[1];
  const text = String(winner);
  const shown: Winner = text === "model_a"
    ? "A"
    : text === "model_b"
    ? "B"
    : text.startsWith("tie")
    ? "tie"
    : null;
  const words = [record.conversation_a, record.conversation_b].map((talk) => {
    const said = ((talk ?? []) as Json[]).filter(({ role }) => role === "assistant")[Number(turn) - 1];
    return wordsOf(said?.content);
  });
  const [one, other] = swapped ? [names[1], names[0]] : names;
  const isCalled = !Array.isArray(judge), isPerson = isCalled && PERSON.test(String(judge));
  return {
    file,
    line,
    item: `${question_id}/${turn}/${one}/${other}`,
    question: String(question_id),
    vote: turned(shown, swapped),
    voter: String(Array.isArray(judge) ? judge[0] : judge),
    isPerson,
    isCalled: isCalled && !isPerson,
    models: [one, other],
    words: swapped ? words.reverse() : words,
    inconsistent: text.includes("inconsistent"),
    origin: provenanceOf(record),
  };
}
