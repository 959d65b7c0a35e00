import type { Prompt } from "../protocol.ts";

const INPUTS = `{{image}}

[Question]: {{query}}

[Response 1]: {{response_1}}

[Response 2]: {{response_2}}`;

/** Prompts of criterion-level judging in Multi-Crit: own words, its inputs, their order and the closing sentence. */
export const CRITERIA_PROMPTS: Prompt[] = [
  {
    id: "criteria_single",
    version: "1",
    source: "multi-crit: Table 9",
    text:
      `You are an expert in judging the answers of AI assistants by given criteria. Two assistants answered a user's question about the image that comes with this message. Compare their responses **on one criterion and on nothing else**:

{{criterion}}

Whatever else is good or bad about the responses must not count. The inputs:

${INPUTS}

Justify your judgment first, in detail: name the parts of the responses that it rests on, say how they meet or miss the criterion, and point to what the image shows where that matters. Then, on the last line and by this criterion alone, say which response is better, in exactly this form:
Response X is better.`,
  },
  {
    id: "criteria_joint",
    version: "1",
    source: "multi-crit: Table 17",
    text:
      `You are an expert in judging the answers of AI assistants by several criteria. Two assistants answered a user's question about the image that comes with this message. Compare their responses on these {{k}} criteria. **Treat every criterion separately and by itself**: a judgment on one must not colour the judgment on another, and nothing beyond the criteria counts.

{{criteria}}

The inputs:

${INPUTS}

For each criterion of the list, justify your judgment in detail (the parts of the responses that it rests on, how they meet or miss the criterion, what the image shows where that matters), then decide by this criterion alone. Choose one response each time; a tie is not possible. Write one block per criterion, in this form:

Criterion: [name of the criterion]
[your justification]
Judgment: Response X is better.

The last line of every block must have exactly the form "Response X is better."`,
  },
];
