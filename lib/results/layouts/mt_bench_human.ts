import { grouped } from "../../stats/grouped.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { turned, type Winner, wordsOf } from "./records.ts";

/** How people are called; the tool itself knows `expert_0` and `author_0`. Any other name is a judge's. */
const PERSON = /^(expert|author|person|human|annotator|rater|voter|worker|user)s?([ _-]?\d*|[_-]\w+)$/i;

/**
 * The votes on MT-Bench that were published with it (Zheng et al. 2023): people's (`judge` is `expert_0`, `author_0`,
 * `annotator_0` or the like) and a judge's (`judge` is its model and prompt, or any other name), each with
 * `model_a, model_b, winner, turn`. Together they become a row per person's vote with the judge's verdict on the same pair and turn; `annotator` tells people apart. A pair stands there in both orders
 * of its models: rows have them in the order of their names. Votes alone have the judge `none` and no choice.
 *
 * `tie (inconsistent)` is what the tool made of two orders that disagreed: a tie, with `status` inconsistent.
 */
export const mtBenchHuman: Layout = layout("mt-bench-human", {
  results: ["question_id", "model_a", "model_b", "winner", "judge", "turn"],
  index: (files, records) => grouped(files.flatMap(records).map(entryOf), ({ item }) => item),
  *rows({ question_id, turn }, at) {
    const own = entryOf(at), all = at.index.get(own.item)!;
    if (!own.isPerson && all.some(({ isPerson }) => isPerson)) return; // stands beside each vote
    const verdicts = own.isPerson ? all.filter(({ isPerson }) => !isPerson) : [own];
    for (const verdict of verdicts.length > 0 ? verdicts : [null]) {
      at.count("no_verdict", verdict === null);
      at.count("inconsistent", verdict?.inconsistent ?? false);
      at.count("called_judge", verdict?.isCalled ?? false);
      yield {
        item_id: own.item,
        image_id: String(question_id),
        judge: at.judge(verdict?.voter ?? "none"),
        human: own.isPerson ? own.vote : null,
        choice: verdict?.vote ?? null,
        words_a: own.words[0],
        words_b: own.words[1],
        model_a: own.models[0],
        model_b: own.models[1],
        annotator: own.isPerson ? own.voter : null,
        turn: String(turn),
        status: verdict === null ? "no_verdict" : verdict.inconsistent ? "inconsistent" : "ok",
      };
    }
  },
});

const WINNERS: Record<string, Winner> = { model_a: "A", model_b: "B" };

/** A vote of a person or of GPT-4 on one turn of two conversations, in the order of the models' names. */
function entryOf({ record }: Found) {
  const { question_id, turn, judge } = record, winner = String(record.winner);
  const models = [String(record.model_a), String(record.model_b)];
  const shown = winner.startsWith("tie") ? "tie" : WINNERS[winner] ?? null;
  const words = [record.conversation_a, record.conversation_b].map((talk) => {
    const said = ((talk ?? []) as Json[]).filter(({ role }) => role === "assistant")[Number(turn) - 1];
    return wordsOf(said?.content);
  });
  const swapped = models[0] > models[1];
  if (swapped) [models, words].forEach((both) => both.reverse());
  const isCalled = !Array.isArray(judge), isPerson = isCalled && PERSON.test(String(judge));
  return {
    item: `${question_id}/${turn}/${models.join("/")}`,
    vote: turned(shown, swapped),
    voter: String([judge].flat()[0]),
    isPerson,
    // A judge by its name alone: the record does not say that it is a model.
    isCalled: isCalled && !isPerson,
    models,
    words,
    inconsistent: winner.includes("inconsistent"),
  };
}
