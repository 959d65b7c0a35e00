import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { lastField, parseSections, parseWhole, sections, unread } from "../parse/settle_reply.ts";
import { fillPrompt } from "../prompts.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { runConditions } from "./orders.ts";
import { protocol } from "./protocol.ts";
import { drawTasks, IMAGE_SOURCES, publishedSubtasks, TASK_TYPES } from "./subtasks.ts";
import { behindField, plainLines, takesBack } from "../../results/lone_verdict.ts";

const KNOWLEDGE_CATEGORY = "Factual/Commonsense";

/** An image to make queries for, with its `source` or a `domain` text; only factual and commonsense images use the source's question. */
const querySource = z.looseObject({
  image_id: idText,
  image: z.string().min(1),
  category: z.enum(Object.values(TASK_TYPES).flat() as [string, ...string[]]),
  source: z.enum(Object.keys(IMAGE_SOURCES) as [string, ...string[]]).optional(),
  ...{ domain: z.string().min(1).optional(), reference_question: z.string().min(1).optional() },
}).refine(({ source, domain }) => (source ?? domain) !== undefined, "a source or a domain text")
  .refine(
    ({ category, reference_question }) => category !== KNOWLEDGE_CATEGORY || reference_question !== undefined,
    `a reference_question, which images of ${KNOWLEDGE_CATEGORY} need`,
  );

const QUESTIONS = { question_a: "Question 1", question_b: "Question 2", question_c: "Question 3" };

const TASKS = ["subtask_1", "difficulty_1", "subtask_2", "difficulty_2", "subtask_3", "difficulty_3"];

/** Three queries per image in one call (Figure 8 of MM-JudgeBias; guideline: Figure 13), each for a drawn subtask; rows are samples of `query_selection`. */
export const queryGeneration = protocol({
  name: "query_generation",
  sample: querySource,
  sampleId: ({ image_id, category }) => `${image_id}/${category}`,
  options: ["seed"],
  conditions(options, sample) {
    const listed = publishedSubtasks("multimodal").get(sample.category)!;
    return runConditions(options).map((condition) => {
      const id = `${sample.image_id}\n${sample.category}\n${condition.run}`;
      const { subtasks, difficulty } = drawTasks(options, id, listed, 3);
      const tasks = subtasks.flatMap((subtask) => [subtask, difficulty]);
      return { ...condition, ...Object.fromEntries(TASKS.map((name, i) => [name, tasks[i]])) };
    });
  },
  asks: [{
    name: "queries",
    prompt: "query_generation",
    includes: ["knowledge_guideline"],
    slots({ category, domain, source, image, reference_question = "" }, condition, _earlier, prompts) {
      const [{ content: [guideline] }] = fillPrompt(prompts.knowledge_guideline, { reference_question });
      const knows = category === KNOWLEDGE_CATEGORY && guideline.type === "text";
      return {
        ...{
          domain: domain ?? IMAGE_SOURCES[source!],
          knowledge: knows ? guideline.text : null,
          image: { image },
        },
        ...Object.fromEntries(TASKS.map((slot) => [slot, String(condition[slot])])),
      };
    },
    read: (text) => parseSections(text, QUESTIONS),
  }],
  row({ image_id, image, category }, values, { judge, run, status, ...condition }) {
    const [task_type] = Object.entries(TASK_TYPES).find(([, list]) => list.includes(category))!;
    return {
      ...{ image_id, image, domain_type: category, task_type },
      ...Object.fromEntries(["a", "b", "c"].flatMap((letter, i) => [
        [`question_${letter}`, values[`question_${letter}`] ?? null],
        [`subtask_${letter}`, condition[`subtask_${i + 1}`]],
        [`difficulty_${letter}`, condition[`difficulty_${i + 1}`]],
      ])),
      ...{ generator: judge, run, status },
    };
  },
});

const text = z.string().min(1), perhaps = text.nullable(), level = perhaps.default(null);

const queryCandidates = z.looseObject({
  ...{ image_id: idText, image: text, domain_type: text, task_type: text },
  ...{ question_a: perhaps, question_b: perhaps, question_c: perhaps },
  ...{ subtask_a: text, subtask_b: text, subtask_c: text },
  ...{ difficulty_a: level, difficulty_b: level, difficulty_c: level },
  run: z.number().int().optional(),
});

const HEADINGS = "overall assessment|summary|final ranking|rationale|selected question";

const RANKING = /^[[("'“]*([A-C])\s*>\s*([A-C])\s*>\s*([A-C])[\])"'”]*\.?$/i;

/** The letter behind the last `### Selected Question:`; `ranking` is null where it is no order of all three, `consistent` says whether it begins so. */
export function parseRanking(text: string): ReplyVerdict {
  const field = lastField(text, "selected question", HEADINGS) ?? "";
  const match = /^[[("'“<]*(?:question\s+)?([A-C])[\])"'”>]*\.?$/i.exec(field);
  if (!match) return unread("not one letter behind Selected Question:");
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

/** The best of three queries by seven criteria (Figure 9 of MM-JudgeBias), null without a selection; people still have to review them. */
export const querySelection = protocol({
  name: "query_selection",
  sample: queryCandidates,
  sampleId: ({ image_id, domain_type, run }) =>
    [image_id, domain_type, ...(run === undefined ? [] : [run])].join("/"),
  conditions: (options, { question_a, question_b, question_c }) =>
    [question_a, question_b, question_c].includes(null) ? [] : runConditions(options),
  asks: [{
    name: "selection",
    prompt: "query_selection",
    slots({ image, question_a, question_b, question_c, ...sample }) {
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

const imageQuery = z.object({ id: idText, image: z.string().min(1), query: z.string() }).loose();

const KEYWORD_WORDS = 6, KEYWORD_LENGTH = 120;

function parseKeyword(text: string): ReplyVerdict {
  const given = (sections(text, ["Keyword"]).Keyword ?? (/[:：]/.test(text) ? "" : text)).trim();
  if (given.length > KEYWORD_LENGTH) return unread("no short phrase");
  const keyword = given.replace(/^[\s"'“”*_`[<]+|[\s"'“”*_`\]>.]+$/g, "");
  if (keyword === "" || /\n/.test(keyword) || keyword.split(/\s+/).length > KEYWORD_WORDS) {
    return unread(`not a phrase of at most ${KEYWORD_WORDS} words behind Keyword:`);
  }
  return { status: "ok", values: { keyword } };
}

/** `{ answer }`: True or False alone behind the last `### Answer:`, or as the whole reply, and not taken back behind it. */
export function parseFlag(text: string): ReplyVerdict {
  const behind = behindField(text, "answer") ?? (/\n/.test(text.trim()) ? "" : text.trim());
  const [first = "", ...more] = plainLines(behind).filter((line) => line !== "");
  const word = /^["'“(<[]*(true|false)["'”)>\]]*\.?$/i.exec(first)?.[1].toLowerCase(), rest = more.join("\n");
  const others = rest.toLowerCase().match(/\b(?:true|false)\b/g) ?? [];
  return word !== undefined && others.every((other) => other === word) && !takesBack(rest)
    ? { status: "ok", values: { answer: word === "true" } }
    : unread("neither True nor False behind Answer:");
}

/** What a model answers for perturbations of MM-JudgeBias (Table 11; there GPT-5.1 with high effort): keywords, descriptions, and whether a picture is needed. */
export const IMAGE_QUERIES = ([
  ["keyword_extraction", "keywords", parseKeyword],
  ["detail_description", "description", parseWhole],
  ["relatedness", "needs_image", parseFlag],
] as const).map(([name, answer, read]) =>
  protocol<z.infer<typeof imageQuery>>({
    name,
    sample: imageQuery,
    sampleId: ({ id, image }) => name === "relatedness" ? `${id}/${image}` : id,
    decoding: { reasoning_effort: "high" },
    asks: [{
      name: "answer",
      prompt: name,
      slots: ({ image, query }) => ({ image: { image }, query }),
      read,
      finish: (values) => ({ [answer]: Object.values(values)[0] }),
    }],
    row: ({ id, image, query }, { [answer]: said = null }, { judge, run, status }) => ({
      ...{ id, image, query, [answer]: said, written_by: judge, run, status },
    }),
  })
);
