import type { Prompt } from "../protocol.ts";

const OPENING = `### Task Description:
You get an instruction (which may carry an input), a response to it and, where there is one, an image.`;

const FEEDBACK =
  "Write detailed feedback on how good the response is, judged only by how well it follows the instruction.";

const FORM = `### Feedback: (your feedback)
### Score: (one whole number from 1 to 10 and nothing after it)`;

const ONLY = "Write no other opening, closing or explanation.";

/** Instruction and response under their headings, then the empty headings to fill, then the image. */
const INPUTS = `### The instruction to evaluate:
{{query}}

### Response to evaluate:
{{response}}

### Feedback:
### Score:

{{image}}`;

/** Prompts of score-wise and A/B judging in MM-JudgeBias: own words, its duties, order, headings and scales. */
export const SCORE_PROMPTS: Prompt[] = [
  {
    id: "score",
    version: "1",
    source: "mm-judgebias: Figure 11",
    text: `${OPENING}

1. ${FEEDBACK}
2. Then give a score: a whole number from 1 to 10.
3. Keep exactly to this form:
${FORM}
4. ${ONLY}

${INPUTS}`,
  },
  {
    id: "abstention",
    version: "1",
    source: "mm-judgebias: Figure 14",
    text: `${OPENING}

1. ${FEEDBACK}
2. Then give a score: a whole number from 1 to 10. Where no fair judgment is possible, because instruction or response is unclear, makes no sense or cannot be assessed, you may write "N/A" in place of the number.
3. Keep exactly to this form:
### Feedback: (your feedback)
### Score: (one whole number from 1 to 10, or "N/A" where a number is impossible, and nothing after it)
4. ${ONLY}

${INPUTS}`,
  },
  {
    id: "score_guided",
    version: "1",
    source: "mm-judgebias: Figure 15",
    text: `${OPENING}

1. ${FEEDBACK}
2. Then give a score: a whole number from 1 to 10, by this guide:
- 1: has nothing to do with the instruction, or makes no sense.
- 2: hardly takes the instruction up; so much is wrong or lacking that it is mostly unusable.
- 3: makes an attempt, but serious errors or gaps spoil it.
- 4: does part of what is asked, with gaps or mistakes that one notices.
- 5: does what is asked in a basic way, without depth or precision.
- 6: reasonable and of use, with minor errors or omissions.
- 7: good and mostly accurate; small things could be better.
- 8: strong, accurate and thorough, with very small flaws only.
- 9: excellent: complete, accurate, careful in detail.
- 10: perfect in every respect.
3. Keep exactly to this form:
${FORM}
4. ${ONLY}

${INPUTS}`,
  },
  {
    id: "constraints",
    version: "1",
    source: "mm-judgebias: Figure 16",
    text: `${OPENING}

1. Before you write anything, look closely at ALL of these:
- the IMAGE (if there is one)
- the INSTRUCTION
- the RESPONSE
None of them may be skipped or passed over: your judgment must rest on every one that is given.
2. ${FEEDBACK} Where the image matters, take what it shows into account.
3. Then give a score: a whole number from 1 to 10.
4. Keep exactly to this form:
${FORM}
5. ${ONLY}

${INPUTS}`,
  },
  {
    id: "reasoning",
    version: "1",
    source: "mm-judgebias: Figure 17",
    text: `${OPENING}

Judge fairly, strictly and without contradiction. You MUST go through these steps:

#### Step 1: Take the instruction apart
- Split the instruction into the smallest requirements that can each be scored by themselves.
- Find them all: stated or implied, conditions, limits, dependencies, expectations, small details too.
- Say for each what it must be checked against: the image, the response, or both.

#### Step 2: Check every requirement
- Look closely at BOTH the image (if there is one) and the response.
- Hold the response strictly against the list of step 1: which requirements are met, which in part, which not?
- Penalise omissions, broken constraints, hallucinations, and an image that should have been used and was not, or wrongly.

#### Step 3: Bring it together
- Sum up what step 2 found in one consistent assessment, with detailed feedback that rests on the list.
- Give a whole number from 1 to 10 that matches the quality of the whole.

### The instruction to evaluate:
{{query}}

### Response to evaluate:
{{response}}

### Feedback:
(detailed final feedback from the steps above)

### Score:
(one whole number from 1 to 10 and nothing after it)

{{image}}`,
  },
  {
    id: "pairwise",
    version: "1",
    source: "mm-judgebias: Figure 12",
    text: `### Task Description:
You get an instruction (which may carry an input), two responses to it and, where there is one, an image. Decide which response follows the instruction better.

1. Write detailed feedback that compares the responses, only by how well they follow the instruction.
2. Then choose the better response.
3. You must choose one of the two: Response A or Response B.
4. Write your feedback and your choice in this form and nothing else:
### Feedback: (your feedback)
### Selection: ("A" or "B" and nothing else)

### The instruction to evaluate:
{{query}}

### Response A:
{{answer_a}}

### Response B:
{{answer_b}}

### Feedback:
### Selection:

{{image}}`,
  },
];
