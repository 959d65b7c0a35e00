import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { behindField, plainLines, takesBack } from "../../results/lone_verdict.ts";
import { parseWhole, sections } from "../parse/field.ts";
import { unread } from "../parse/settle_reply.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { protocol } from "./protocol.ts";

const imageQuery = z.object({ id: idText, image: z.string().min(1), query: z.string() }).loose();

/** Longest keyword, in words and in characters: what is longer is no short phrase. */
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

/**
 * What GPT-5.1 with high effort answers for perturbations of MM-JudgeBias (Table 11): the text of Texture-Insertion, the addition
 * of Detail-Description, and the check of Unnecessary-Image. Rows: `id, image, query`, the answer, `written_by, run, status`.
 */
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
