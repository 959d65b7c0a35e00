import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { sections } from "../parse/field.ts";
import { fillPrompt, slotsOf, type SlotValue } from "../fill_prompt.ts";
import { parseFlag } from "../parse/parse_flag.ts";
import { parseWhole } from "../parse/parse_text.ts";
import { noVerdict, settleReply } from "../parse/settle_reply.ts";
import type { Protocol, ReplyVerdict } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { lastVerdict } from "./pair_steps.ts";

/** A query and an image. */
const imageQuery = z.object({
  id: idText,
  image: z.string().min(1),
  query: z.string(),
}).loose();

/** A checked line. */
export type ImageQuery = z.infer<typeof imageQuery>;

/** Longest keyword, in words and in characters: what is longer is no short phrase. */
const KEYWORD_WORDS = 6, KEYWORD_LENGTH = 120;

/** A word or short phrase behind `### Keyword:`, or as the whole reply. */
function parseKeyword(text: string): ReplyVerdict {
  const given = (sections(text, ["Keyword"]).Keyword ?? (/[:：]/.test(text) ? "" : text)).trim();
  if (given.length > KEYWORD_LENGTH) return noVerdict("unparsable", "no short phrase");
  const keyword = given.replace(/^[\s"'“”*_`[<]+|[\s"'“”*_`\]>.]+$/g, "");
  if (keyword === "" || /\n/.test(keyword) || keyword.split(/\s+/).length > KEYWORD_WORDS) {
    return noVerdict("unparsable", `not a phrase of at most ${KEYWORD_WORDS} words behind Keyword:`);
  }
  return { status: "ok", values: { keywords: keyword } };
}

/**
 * A question about an image and a query that GPT-5.1 with high effort answers for a perturbation of MM-JudgeBias (Table 11).
 * Rows: `id, image, query`, the answer, `written_by, run, status`.
 */
function imageQueryProtocol(
  name: string,
  summary: string,
  answer: string,
  read: (text: string) => ReplyVerdict,
): Protocol<ImageQuery> {
  return {
    name,
    summary,
    frame: null,
    sample: imageQuery,
    sampleId: ({ id, image }) => name === "relatedness" ? `${id}/${image}` : id,
    options: [],
    conditions: (options) => runConditions(options),
    decoding: { reasoning_effort: "high" },
    steps: [{
      name: "answer",
      promptId: name,
      messages(sample, _condition, prompts) {
        const slots: Record<string, SlotValue> = { image: { image: sample.image } };
        if (slotsOf(prompts[name].text).includes("query")) slots.query = sample.query;
        return fillPrompt(prompts[name], slots);
      },
      parse: (reply) => settleReply(reply, read),
    }],
    rows(sample, { run }, verdicts, judge) {
      const { status, values } = lastVerdict(["answer"], verdicts);
      const { id, image, query } = sample;
      return [{ id, image, query, [answer]: values[answer] ?? null, written_by: judge, run, status }];
    },
  };
}

/** The text of Texture-Insertion: `keywords`, as `perturb` takes them. */
export const keywordExtraction = imageQueryProtocol(
  "keyword_extraction",
  "The important keyword of a query and an image",
  "keywords",
  parseKeyword,
);

/** The addition of Detail-Description: `description`, as `perturb` takes it. */
export const detailDescription = imageQueryProtocol(
  "detail_description",
  "A detailed, concise description of an image",
  "description",
  (text) => renamed(parseWhole(text), "text", "description"),
);

/** The check of Unnecessary-Image: `needs_image` says whether the image must be looked at; pairs with false are kept. */
export const relatedness = imageQueryProtocol(
  "relatedness",
  "Whether a query can be answered without the image",
  "needs_image",
  (text) => renamed(parseFlag(text), "answer", "needs_image"),
);

function renamed(verdict: ReplyVerdict, from: string, to: string): ReplyVerdict {
  return verdict.status === "ok" ? { status: "ok", values: { [to]: verdict.values[from] } } : verdict;
}
