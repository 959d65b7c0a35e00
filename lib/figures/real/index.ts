import { ceiling } from "./ceiling.ts";
import { correction } from "./correction.ts";
import { headline } from "./headline.ts";
import { leaderboard } from "./leaderboard.ts";
import { length } from "./length.ts";
import { matrix } from "./matrix.ts";
import { order } from "./order.ts";
import { saturation } from "./saturation.ts";
import { slots } from "./slots.ts";
import { strengths } from "./strengths.ts";
import { unparsed } from "./unparsed.ts";

/** What real judges do, computed from public verdicts. */
export const realFigures = [
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
];
