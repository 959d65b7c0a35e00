import type { Prompt } from "../protocol.ts";

const TASK = "Below is a caption of one sentence that was made for an image. Rate it on a single metric.";

const ANSWER = `Response Format:

Give a detailed reason for your score first. End with this sentence, N being the score:
The final score is $N$.

N is a whole number from 0 to 100, between dollar signs ($).`;

/** Prompts for making and rating captions: own words, the order, steps, scale and closing sentence of the paper's. */
export const CAPTION_PROMPTS: Prompt[] = [
  {
    id: "caption_generation",
    version: "1",
    source: "philautia: Appendix C, generators",
    text: `{{image}}

Describe this image in a caption of one sentence.`,
  },
  {
    id: "caption_ref_based",
    version: "1",
    source: "philautia: Appendix C, evaluators with references",
    text: `${TASK}

Read the reference captions with care before you begin, and come back to them whenever you need to.

Evaluation Criteria:

A score from 0 to 100 for how well the caption selects what is important in the references and in the image. A good caption tells what matters in the image, correctly, and has what is essential in the references. Redundant or excess information is penalised.

Evaluation Steps:

1. Study the image until you know its main content.
2. Read the reference captions and note what they treat as important.
3. Hold the generated caption against both the references and what the image shows.
4. Judge how much of the main points of image and references it covers, and how much in it is irrelevant or redundant.
5. Settle on a whole number from 0 to 100 for how well it agrees with the image and takes up the references' key points, and keep it in mind.

Reference captions:
{{references}}

{{image}}

Generated captions:
{{caption}}

${ANSWER}`,
  },
  {
    id: "caption_ref_free",
    version: "1",
    source: "philautia: Appendix C, evaluators without references",
    text: `${TASK}

Evaluation Criteria:

A score from 0 to 100 for how well the caption selects what is important in the image. A good caption tells what matters in the image, correctly. Redundant or excess information is penalised.

Evaluation Steps:

1. Study the image.
2. Find the main points of what it shows.
3. Judge how much of them the generated caption covers, and how much in it is irrelevant or redundant.
4. Settle on a whole number from 0 to 100 and keep it in mind.

{{image}}

Generated captions:
{{caption}}

${ANSWER}`,
  },
];
