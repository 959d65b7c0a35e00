import { grouped } from "../../stats/grouped.ts";
import type { FilePeek } from "./peek.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { counted, shownWords, turned, type Winner, wordsOf } from "./records.ts";

const WINNERS: Record<string, Winner> = { model_1: "A", model_2: "B", tie: "tie" };
const VOTES: Record<string, Winner> = { model_a: "A", model_b: "B" };

const judgeOf = (judge: unknown) => [judge].flat().map(String);

const isBeside = ({ record }: FilePeek) =>
  "question_id" in record && ("choices" in record || "turns" in record);

function answerWords(found: readonly Found[]): Map<string, number | null> {
  return new Map(found.flatMap(({ file, record: { question_id, model_id, choices } }) => {
    const [choice] = (choices ?? []) as { turns?: unknown[] }[];
    return (choice?.turns ?? []).flatMap((text, turn) =>
      [file.stem, model_id].map((name) => [`${question_id}/${turn + 1}/${name}`, wordsOf(text)] as const)
    );
  }));
}

/** FastChat's pairs of MT-Bench (Zheng et al. 2023): `model_judgment/<judge>_pair.jsonl`, two games a line with winners in canonical order. */
export const mtBenchPair: Layout = layout("mt-bench-pair", {
  results: ["g1_winner"],
  beside: isBeside,
  index: (files, records) => answerWords(files.flatMap(records)),
  last: ({ question_id, turn, model_1, model_2, judge }) => [question_id, turn, model_1, model_2, judge],
  *rows({ question_id, turn, model_1, model_2, judge, ...games }, at) {
    const [name, prompt = null] = judgeOf(judge), models = [String(model_1), String(model_2)];
    const known = models.map((one) => at.index.get(`${question_id}/${turn}/${one}`));
    for (const game of ["g1_winner", "g2_winner"]) {
      const shown = known.includes(undefined) ? shownWords(String(games.g1_user_prompt)) : null;
      yield {
        item_id: `${question_id}/${turn}/${model_1}/${model_2}`,
        image_id: String(question_id),
        judge: at.judge(name),
        swapped: game === "g2_winner",
        choice: at.read("unparsed", WINNERS[String(games[game])]),
        ...counted(shown ?? known, models),
        turn: String(turn),
        prompt,
      };
    }
  },
});

/** FastChat's grades of MT-Bench: `model_judgment/<judge>_single.jsonl` as ratings; −1 is a grade that could not be read. */
export const mtBenchSingle: Layout = layout("mt-bench-single", {
  results: ["user_prompt", "score", "turn", "model"],
  beside: isBeside,
  *rows({ question_id, model, turn, judge, score }, at) {
    const isRead = score !== null && Number(score) !== -1;
    yield {
      item_id: `${model}/${question_id}/${turn}`,
      image_id: String(question_id),
      model: String(model),
      turn: `turn ${turn}`,
      evaluator: judgeOf(judge)[0],
      score: at.read("unparsed", !isRead ? null : typeof score === "number" ? score : String(score)),
    };
  },
});

/** How people are called; the tool itself knows `expert_0` and `author_0`. Any other name is a judge's. */
const PERSON = /^(expert|author|person|human|annotator|rater|voter|worker|user)s?([ _-]?\d*|[_-]\w+)$/i;

/** The published votes on MT-Bench, each with the judge's verdict on the same pair and turn; votes alone have the judge `none` and no choice. */
export const mtBenchHuman: Layout = layout("mt-bench-human", {
  results: ["question_id", "model_a", "model_b", "winner", "judge", "turn"],
  index: (files, records) => grouped(files.flatMap(records).map(voteOf), ({ item }) => item),
  *rows({ question_id, turn }, at) {
    const own = voteOf(at),
      [people, judges] = [true, false].map((is) =>
        at.index.get(own.item)!.filter(({ isPerson }) => isPerson === is)
      );
    if (!own.isPerson && people.length > 0) return; // stands beside each vote
    for (const verdict of !own.isPerson ? [own] : judges.length > 0 ? judges : [null]) {
      at.count("no_verdict", verdict === null);
      at.count("inconsistent", verdict?.inconsistent ?? false);
      at.count("called_judge", verdict?.isCalled ?? false);
      at.count("order_unknown");
      yield {
        item_id: own.item,
        image_id: String(question_id),
        judge: at.judge(verdict?.voter ?? "none"),
        human: own.isPerson ? own.vote : null,
        choice: verdict?.vote ?? null,
        ...counted(own.words, own.models),
        annotator: own.isPerson ? own.voter : null,
        turn: String(turn),
        order: "unknown",
        status: verdict === null ? "no_verdict" : verdict.inconsistent ? "inconsistent" : "ok",
      };
    }
  },
});

function voteOf({ record }: Found) {
  const { question_id, turn, judge } = record, winner = String(record.winner);
  const models = [String(record.model_a), String(record.model_b)], swapped = models[0] > models[1];
  const words = [record.conversation_a, record.conversation_b].map((talk) => {
    const said = ((talk ?? []) as Json[]).filter(({ role }) => role === "assistant")[Number(turn) - 1];
    return wordsOf(said?.content);
  });
  if (swapped) [models, words].forEach((both) => both.reverse());
  const [voter] = judgeOf(judge), isName = !Array.isArray(judge), isPerson = isName && PERSON.test(voter);
  return {
    item: `${question_id}/${turn}/${models.join("/")}`,
    vote: turned(winner.startsWith("tie") ? "tie" : VOTES[winner] ?? null, swapped),
    ...{ voter, isPerson, models, words },
    // A judge by its name alone: the record does not say that it is a model.
    isCalled: isName && !isPerson,
    inconsistent: winner.includes("inconsistent"),
  };
}
