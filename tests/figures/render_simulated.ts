import { findFigure } from "@/figures/registry.ts";
import { type RenderedFigure, renderFigure } from "@/figures/render_figure.ts";
import { simulatedFrame } from "@/figures/choose_source.ts";

/**
 * A figure of the simulation's frames as if they were one's own: with the names of the judges that they are set to, and intervals, which a
 * picture of the simulation does not have.
 */
export async function renderSimulated(id: string): Promise<RenderedFigure> {
  const frames = await Promise.all(
    findFigure(id).frames.map(async (frame) => [frame, await simulatedFrame(frame)] as const),
  );
  return await renderFigure(id, { results: Object.fromEntries(frames) });
}
