import type { Prompt } from "../protocol.ts";

/** Prompts of data construction in MM-JudgeBias: own words, the rules, order of inputs and headings of the paper's. */
export const CONSTRUCTION_PROMPTS: Prompt[] = [
  {
    id: "query_generation",
    version: "1",
    source: "mm-judgebias: Figure 8",
    text: `## Task Description:
You write questions for a benchmark of multimodal language models. From the image and the domain that it belongs to, make exactly three different questions, one for each of the tasks below.

## Core Requirements:
1. Both modalities: nobody can answer from the image alone or from the text alone.
2. They complete each other: only what the image shows and what the text says lead to the answer together.
3. The question does not describe the image in detail.
4. Write the three questions and nothing else, no explanation.

## Difficulty Guidelines:
- Easy: one clause of up to about 15 words that joins one visible cue to the text. No counting beyond 3, no second step.
- Moderate: at most two clauses, up to about 30 words, with two or more regions or properties of the image and the text; one deliberate step such as comparing or ordering.
- Hard: several clauses or sentences that bring together several visible cues and the text; two or more steps that follow from one another (condition, inference, conclusion). Reading off text or a single glance does not solve it.

## Input Context:
Domain Description: {{domain}}
{{knowledge}}

{{image}}

## Task Specifications:
- Task 1: {{subtask_1}} (Difficulty: {{difficulty_1}})
- Task 2: {{subtask_2}} (Difficulty: {{difficulty_2}})
- Task 3: {{subtask_3}} (Difficulty: {{difficulty_3}})

## Output Format (STRICT):
### Question1: <first question>
### Question2: <second question>
### Question3: <third question>`,
  },
  {
    id: "knowledge_guideline",
    version: "1",
    source: "mm-judgebias: Figure 13",
    text:
      `Knowledge Guidelines: the reference question below was asked about this image and rests on certain knowledge. Each new question must need that same knowledge to be answered.

## Reference Question: {{reference_question}}`,
  },
  {
    id: "query_selection",
    version: "1",
    source: "mm-judgebias: Figure 9",
    text: `## Task Description
Three questions (A, B, C) about the image are candidates for a benchmark of multimodal language models. Compare them with one another by the criteria below and select the one that tests multimodal understanding of this image best. Write nothing beyond the required form.

{{image}}

## Input Questions
- Question A: {{question_a}}
- Question B: {{question_b}}
- Question C: {{question_c}}

## Given Information
- Image Domain type: {{domain_type}}
- Task type: {{task_type}}
- Subtask specification for A: {{subtask_a}}
- Subtask specification for B: {{subtask_b}}
- Subtask specification for C: {{subtask_c}}

## Evaluation Criteria
1. Both modalities: are image and text both needed? Neither of them alone may be enough.
2. Answerable and unambiguous: does the image allow an answer, and only one?
3. Fit: does the question match task type, domain type and its subtask?
4. Alignment: is it about what matters in image and domain, not about trifles?
5. Usefulness: does it tell good models from bad ones, neither trivial nor ill-posed?
6. Difficulty: is there enough to reason about, in several steps where it is meant to be hard?
7. Clarity: is it short, well built and easy to understand, without needless description?

## Output Format (STRICT)
### Overall Assessment:
Summary: [short comparison of the three by the criteria]
Final Ranking: [in the form A > B > C, the best first]
Rationale: [one sentence on why this order]

### Selected Question: [A or B or C]`,
  },
  {
    id: "text_query",
    version: "1",
    source: "mm-judgebias: Figure 10",
    text: `## Task Description
You write a question for an evaluation of language models: one good question that sets a task which text ALONE is enough to solve.

## Core Requirements (STRICT)
1. The answer is free text.
2. The question can be answered, in one sense only, and is not too long.
3. It stands by itself: all that is needed is in it.
4. No system prompt before it.
5. It fits the domain and the subtask below.
6. It has the difficulty below.
7. No examples, no answer, no explanation.

## Domain and Task Specification
- Domain: {{domain}}
- Task Specification (Sub-task): {{subtask}}

## Difficulty Level
- Difficulty: {{difficulty}}

## Difficulty Guideline
{{difficulty_rule}}

## Output Format (STRICT)
### Instruction: <the question or task, complete in itself>

- Add nothing else, and no examples.
- Knowledge from outside must not be needed.
- Do not speak of images or of anything to be seen.`,
  },
  {
    id: "keyword_extraction",
    version: "1",
    source: "mm-judgebias: Table 11, Texture-Insertion",
    text: `What is the most important keyword of this instruction and image? Give one word or a short phrase.

{{image}}

### Instruction:
{{query}}

Reply in this form and with nothing else:
### Keyword: <one word or a short phrase>`,
  },
  {
    id: "detail_description",
    version: "1",
    source: "mm-judgebias: Table 11, Detail-Description",
    text:
      `Describe the image in detail, but concisely: say only what belongs to what it shows. Reply with the description alone.

{{image}}`,
  },
  {
    id: "relatedness",
    version: "1",
    source: "mm-judgebias: Table 11, Unnecessary-Image",
    text:
      `Are this image and this query related? What has to be known is whether one must look at the image to answer the query. Answer True if one must, and False if the query can be answered without the image.

{{image}}

### Query:
{{query}}

Reply in this form and with nothing else:
### Answer: <True or False>`,
  },
];
