import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { lastField } from "../parse/field.ts";
import { noVerdict } from "../parse/settle_reply.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { protocol } from "./protocol.ts";

const text = z.string().min(1);

/** A field for each of the three queries. */
function ofEach<Name extends string, T>(name: Name, value: T) {
  return { [`${name}_a`]: value, [`${name}_b`]: value, [`${name}_c`]: value } as Record<
    `${Name}_${"a" | "b" | "c"}`,
    T
  >;
}

/** Three queries for an image, as `query_generation` writes them, null where it failed; `run` tells those of several runs apart. */
const queryCandidates = z.object({
  image_id: idText,
  ...{ image: text, domain_type: text, task_type: text },
  ...ofEach("question", text.nullable()),
  ...ofEach("subtask", text),
  ...ofEach("difficulty", text.nullable().default(null)),
  run: z.number().int().optional(),
}).loose();

/** Headings of the reply; none of them is the value of another. */
const HEADINGS = "overall assessment|summary|final ranking|rationale|selected question";

const RANKING = /^[[("'“]*([A-C])\s*>\s*([A-C])\s*>\s*([A-C])[\])"'”]*\.?$/i;

/**
 * The selection among questions A, B and C: `{ selected, ranking, summary, rationale, consistent }`. The letter behind the
 * last `### Selected Question:` counts; `ranking` (like `B > A > C`) is null where it is no order of all three, and
 * `consistent` says whether it begins with the selected letter.
 */
export function parseRanking(text: string): ReplyVerdict {
  const field = lastField(text, "selected question", HEADINGS) ?? "";
  const match = /^[[("'“<]*(?:question\s+)?([A-C])[\])"'”>]*\.?$/i.exec(field);
  if (!match) return noVerdict("unparsable", "not one letter behind Selected Question:");
  const selected = match[1].toUpperCase();
  const letters = RANKING.exec(lastField(text, "final ranking", HEADINGS) ?? "")?.slice(1)
    .map((letter) => letter.toUpperCase());
  const ranking = letters && new Set(letters).size === 3 ? letters : null;
  return {
    status: "ok",
    values: {
      selected,
      ranking: ranking?.join(" > ") ?? null,
      summary: lastField(text, "summary", HEADINGS),
      rationale: lastField(text, "rationale", HEADINGS),
      consistent: ranking === null ? null : ranking[0] === selected,
    },
  };
}

/**
 * Query selection of MM-JudgeBias (Figure 9): the best of three queries by seven criteria. Rows: `image_id, image,
 * domain_type, task_type, query, subtask, difficulty` (of the selected one, null without a selection), `selected, ranking,
 * consistent, summary, rationale`. People still have to review them (the paper's next step).
 */
export const querySelection = protocol({
  name: "query_selection",
  summary: "The best of three queries for an image, by seven criteria",
  sample: queryCandidates,
  sampleId: ({ image_id, domain_type, run }) =>
    [image_id, domain_type, ...(run === undefined ? [] : [run])].join("/"),
  conditions: (options, { question_a, question_b, question_c }) =>
    [question_a, question_b, question_c].includes(null) ? [] : runConditions(options),
  asks: [{
    name: "selection",
    prompt: "query_selection",
    slots: ({ image, question_a, question_b, question_c, ...sample }) => {
      const { domain_type, task_type, subtask_a, subtask_b, subtask_c } = sample;
      return {
        ...{ image: { image }, question_a: question_a!, question_b: question_b!, question_c: question_c! },
        ...{ domain_type, task_type, subtask_a, subtask_b, subtask_c },
      };
    },
    read: parseRanking,
  }],
  row(sample, values, { judge, run, status }) {
    const { selected = null, ranking = null, consistent = null, summary = null, rationale = null } = values;
    const { image_id, image, domain_type, task_type } = sample;
    const of = (name: string) => selected && sample[`${name}_${String(selected).toLowerCase()}`];
    return {
      ...{ image_id, image, domain_type, task_type },
      ...{ query: of("question"), subtask: of("subtask"), difficulty: of("difficulty") },
      ...{ selected, ranking, consistent, summary, rationale, selected_by: judge, run, status },
    };
  },
});
