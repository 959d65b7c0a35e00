import { correction, headline, leaderboard, slots, unparsed } from "./genai.ts";
import { length, order } from "./llmbar.ts";
import { strengths } from "./strengths.ts";
import { ceiling, matrix, saturation } from "./viescore.ts";

/** What real judges do, computed from public verdicts. */
export const realFigures = [
  ...[
    headline,
    slots,
    unparsed,
    ceiling,
    matrix,
    order,
    length,
    correction,
    leaderboard,
    strengths,
    saturation,
  ],
];
