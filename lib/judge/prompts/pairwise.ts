import type { Prompt } from "../protocol.ts";

/** Query and both answers between the markers of the informativeness paper, in its order. */
const INPUTS = `[The Start of User Instruction]
{{query}}
[The End of User Instruction]

[The Start of Assistant A's Answer]
{{answer_a}}
[The End of Assistant A's Answer]

[The Start of Assistant B's Answer]
{{answer_b}}
[The End of Assistant B's Answer]`;

const FAIR =
  "Be fair: which answer comes first, how long an answer is and what the assistants are called must not sway you.";

const VERDICT = `Reply in this form:

Analysis: <one or two sentences that compare the answers>

Judgement: [[A]] or [[B]] ([[A]] if Assistant A's answer is the better one, [[B]] if Assistant B's is)`;

/** Prompts of pairwise judging in the informativeness-bias paper: own words, its rubric, order, markers and scales. */
export const PAIRWISE_PROMPTS: Prompt[] = [
  {
    id: "base",
    version: "1",
    source: "birch: pairwise judging as in MLLM-as-a-Judge (not printed)",
    text: `You are an impartial judge of two AI assistants that answered the same instruction about a picture.

Decide which answer serves the user better. Weigh accuracy, helpfulness, relevance, depth and level of detail. ${FAIR}

${VERDICT}

{{image}}

${INPUTS}`,
  },
  {
    id: "caption",
    version: "1",
    source: "birch: Image Caption pipeline, caption step (not printed)",
    text:
      `Look at the picture and describe what can be seen in it, as completely as someone needs who must answer questions about it without seeing it. Keep to what is visible. Reply with the description alone.

{{image}}`,
  },
  {
    id: "image_caption",
    version: "1",
    source: "birch: Image Caption pipeline, judging step (not printed)",
    text:
      `You are an impartial judge of two AI assistants that answered the same instruction about a picture. A description of the picture is given as a help.

Decide which answer serves the user better. Weigh accuracy, helpfulness, relevance, depth and level of detail. ${FAIR}

${VERDICT}

{{image}}

[The Start of Image Description]
{{caption}}
[The End of Image Description]

${INPUTS}`,
  },
  {
    id: "reference",
    version: "1",
    source: "birch: Figure 19",
    text:
      `You are a capable assistant who answers instructions about pictures. Study the picture first, then do what the instruction asks. Answer clearly and keep it short.

{{image}}

[The Start of User Instruction]
{{query}}
[The End of User Instruction]`,
  },
  {
    id: "anchor",
    version: "1",
    source: "birch: Figure 20",
    text:
      `You edit the answers of AI assistants to an instruction about a picture. Two answers are given. Either may be wrong or made up. Work in two steps.

1. Correct each answer by itself. Check every claim against the picture, look hard for mistakes, and see that the answer is true and does all that the instruction asks. Change only what must be changed, in the answer's own style and tone. Take out what is beside the point or cannot be concluded from the picture, and leave a comment on what went and why. An answer that needs nothing stays as it is.
2. Merge the corrected answers into one. Say nothing twice: where both make a point, keep the wording that is more accurate, helpful, relevant, comprehensive, creative and detailed. Keep style and tone as far as the merging allows.

Reply in this form:

Revised Response A: <the corrected answer A>

Revised Response B: <the corrected answer B>

Merged Response: <the merged answer>

{{image}}

${INPUTS}`,
  },
  {
    id: "reference_judgement",
    version: "1",
    source: "birch: Figure 21",
    text:
      `You are an impartial judge of two AI assistants that answered the same instruction about a picture. You get the instruction, the picture, both answers and a reference answer that is reliable and accurate.

Study the picture and hold both answers against the reference. Choose the assistant that keeps closer to the instruction and answers the question better. Weigh helpfulness, relevance, accuracy, depth, creativity and level of detail. ${FAIR}

${VERDICT}

{{image}}

${INPUTS}

[The Start of Reference Answer]
{{reference}}
[The End of Reference Answer]`,
  },
  {
    id: "informativeness",
    version: "1",
    source: "birch: Figure 18",
    text:
      `You are an impartial judge of how informative two answers to one instruction are. The instruction came with a picture, which you do not get. Whether the answers are correct or fit the picture is not your concern: say only which of them is more informative.

An answer is informative by its
1. relevance: it goes to what the user wants;
2. completeness: it gives the facts or explanations that the user needs;
3. conciseness: it does without needless detail and digression.

Look at helpfulness, relevance, depth and level of detail. You must decide: a tie is not possible. Reason first, then decide, in this form:

Analysis: <one or two sentences>

Judgement: [[A]] or [[B]]

${INPUTS}`,
  },
  {
    id: "length_equalizing",
    version: "1",
    source: "birch: section on length-equalised answers (not printed)",
    text:
      `Make an answer longer without making it say more. The instruction and the answer are given. Rewrite the answer so that it has {{target_words}} words (it has {{words}} now; up to five words more or fewer will do). Repeat and rephrase what it says already; add no fact, detail, reason or example that it does not hold, and correct nothing.

Reply in this form:

Extended Answer: <the longer answer>

[The Start of User Instruction]
{{query}}
[The End of User Instruction]

[The Start of Answer]
{{answer}}
[The End of Answer]`,
  },
  {
    id: "anchor_quality",
    version: "1",
    source: "birch: Table 5 (neither prompt nor scale printed)",
    text:
      `Rate how correct an answer to an instruction about a picture is. Check every claim against the picture.

Scale: 1 = wrong throughout; 2 = mostly wrong; 3 = right and wrong in about equal parts; 4 = mostly right; 5 = entirely right. Length and style do not count.

Reply in this form:

### Feedback: <what is right and what is wrong>
### Score: <one whole number from 1 to 5>

{{image}}

[The Start of User Instruction]
{{query}}
[The End of User Instruction]

[The Start of Answer]
{{answer}}
[The End of Answer]`,
  },
];
