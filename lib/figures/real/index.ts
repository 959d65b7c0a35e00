import { ceiling } from "./ceiling.ts";
import { correction } from "./correction.ts";
import { headline } from "./headline.ts";
import { length } from "./length.ts";
import { matrix } from "./matrix.ts";
import { order } from "./order.ts";
import { slots } from "./slots.ts";
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
];
