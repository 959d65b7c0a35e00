import { pairProtocol } from "./pair_protocol.ts";
import { judgmentStep } from "./pair_steps.ts";

/** Base: image, query and both answers in one call (informativeness paper, 2.4). Decoding: the paper states none. */
export const base = pairProtocol(
  "base",
  "Pairwise judgment of two answers in one call",
  "base",
  [judgmentStep("base")],
);
