import { basename, dirname, resolve } from "node:path";
import { ARENA_NOTES, readArena } from "./arena_games.ts";
import type { Layout } from "./layout.ts";

/** The baseline that the configuration of v0.1 names; its files do not. */
const V01_BASELINE = "gpt-4-0314";

/**
 * Arena-Hard-Auto (v0.1 and v2.0; Li et al. 2024): `data/<benchmark>/model_judgment/<judge>/<model>.jsonl`, with
 * `model_answer/` beside it for the style that the tool counts (tokens, headers, lists, bold). Two games per question: A
 * is the baseline, then the model. item_id = model/question, image_id = the question: the same question stands in the rows
 * of all models. `score` keeps the strength (`A>>B` has weight 3 in the tool).
 */
export const arenaHard: Layout = {
  tool: "Arena-Hard-Auto",
  frame: "pairs",
  detect({ record, path }) {
    if (/reference_/.test(basename(dirname(resolve(path))))) return null;
    if (Array.isArray(record.games) && "judge" in record && "model" in record) return "results";
    return "choices" in record || "messages" in record || "turns" in record || "uid" in record
      ? "beside"
      : null;
  },
  read: (files, options) =>
    readArena(files, options, {
      name: ({ path }) => basename(dirname(dirname(dirname(resolve(path))))),
      baseline: (file, { baseline }) =>
        typeof baseline === "string" ? baseline : /v0\.1/.test(resolve(file.path)) ? V01_BASELINE : null,
      image: false,
    }),
  notes: ARENA_NOTES,
  silent: [
    "whether people would agree: there are no human votes",
    `the baseline of v0.1 (its configuration names ${V01_BASELINE}, its files none)`,
  ],
};
