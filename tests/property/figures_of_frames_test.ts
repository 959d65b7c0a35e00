import assert from "node:assert/strict";
import fc from "fast-check";
import { figures, renderFigure } from "judgebias/figures";
import type { RenderedFigure } from "@/figures/render_figure.ts";
import { frameFeatures } from "@/results/frame_features.ts";
import { normalisedSvg } from "../figures/normalised_svg.ts";
import { Outcomes } from "../outcomes/outcomes.ts";
import { Faults, letGo, requireOurs, SEED } from "./rules.ts";
import { type FedFrame, MATCHED_FRAMES, VALID_FRAMES } from "./valid_frames.ts";

/** Pictures that every figure draws, frames that it may refuse before, and frames among which those that can feed it are looked for. */
const FIGURE_FRAMES = 2, FIGURE_TRIES = 12, CANDIDATES = 200;

/** The frames that figures can be fed with: mostly one, a few want two. */
const FEEDS: readonly string[] = [
  ...new Set(figures.filter(({ frames }) => frames.length > 0).map(({ frames }) => frames.join(" and "))),
];

/** What a reader of a figure is told, and how it looks: texts and marks where they stand, without embedded pictures. */
function seen({ svg, caption, alt }: RenderedFigure): { said: string[]; looks: string } {
  const drawn = svg.replace(/"data:image\/[^"]*"/g, '""');
  return {
    said: [caption, alt, ...drawn.split(/<[^>]*>/).filter((text) => text.trim() !== "")],
    looks: normalisedSvg(drawn),
  };
}

for (const feed of FEEDS) {
  Deno.test(`any valid frame of ${feed} through every figure that it can feed: a picture without NaN, or an error that names the column`, async () => {
    const fed = figures.filter(({ frames }) => frames.join(" and ") === feed);
    const drawn = new Set<string>(), faults = new Faults();
    const outcomes = new Outcomes(`figures of ${feed}`.replaceAll(" ", "_"));
    const names = feed.split(" and ") as FedFrame[];
    const frames = names.length > 1 ? MATCHED_FRAMES[feed] : VALID_FRAMES[names[0]].map((frame) => [frame]);
    // Features are looked up once per frame: a million Polars objects take Deno minutes to collect.
    const given = fc.sample(frames, { seed: SEED, numRuns: CANDIDATES }).map((frames) => ({
      frames,
      features: new Set(frames.flatMap((frame) => [...frameFeatures(frame)])),
    }));
    for (const { id, needs } of fed) {
      const own = given.filter(({ features }) => needs.every((need) => features.has(need)));
      let pictures = 0;
      const results: unknown[] = [];
      for (const { frames } of own.slice(0, FIGURE_TRIES)) {
        if (pictures === FIGURE_FRAMES) break;
        await letGo();
        let rendered: Awaited<ReturnType<typeof renderFigure>> | null = null, error: unknown;
        try {
          const own = Object.fromEntries(names.map((name, i) => [name, frames[i]]));
          rendered = await renderFigure(id, { results: own });
          pictures++;
          drawn.add(id);
        } catch (caught) {
          error = caught;
        }
        results.push(rendered?.data ?? error);
        if (rendered) results.push(seen(rendered));
        faults.of(id, frames[0], () => {
          if (!rendered) return requireOurs(names, error);
          const bad = /[^<>]{0,60}\b(NaN|undefined|Infinity)\b[^<>]{0,60}/.exec(rendered.svg);
          assert.ok(!bad, `wanted a picture of numbers, found ${bad?.[0]}`);
        });
      }
      outcomes.of(id, results);
    }
    faults.report();
    outcomes.hold();
    // The frames are no good where nothing can be drawn of them.
    const never = fed.filter(({ id }) => !drawn.has(id)).map(({ id }) => id);
    assert.ok(never.length <= fed.length / 4, `never drawn: ${never.join(", ")}`);
  });
}
