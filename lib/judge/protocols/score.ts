import { scoreProtocol } from "./score_protocol.ts";

/** The main prompt of MM-JudgeBias (Figure 11). */
export const score = scoreProtocol("score", "Score from 1 to 10 on the unbiased and the perturbed input");

/** N/A allowed in place of a score (Figure 14). */
export const abstention = scoreProtocol("abstention", "The score, or N/A where no judgment is possible");

/** Ten descriptions of the scale (Figure 15). */
export const scoreGuided = scoreProtocol(
  "score_guided",
  "The score by a description of each of its ten steps",
);

/** No modality may be skipped (Figure 16). */
export const constraints = scoreProtocol(
  "constraints",
  "The score with image, instruction and response all looked at",
);

/** Requirements first, then a check of each, then the score (Figure 17). */
export const reasoning = scoreProtocol("reasoning", "The score after a check of every single requirement");
