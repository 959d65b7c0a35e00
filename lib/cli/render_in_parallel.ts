import { availableParallelism } from "node:os";
import type { FigureSpec } from "../figures/figure_spec.ts";
import { type RenderedJob, type RenderJob, renderJob } from "./render_job.ts";
import type { RenderOrder } from "./render_worker.ts";

/** Below this many figures one thread is faster: a worker takes a second to start. */
const FEW = 12;

/**
 * Renders figures on all processors and gives what became of each, in the order of the figures. Figures that share computed
 * numbers go to the same worker, until another has nothing left to do; with the user's results one thread does all, so that these
 * are read once.
 *
 * @param onDone called for every figure as it is done
 * @throws {Error} when a worker itself fails; the others are stopped
 */
export async function renderInParallel(
  figures: readonly FigureSpec[],
  job: RenderJob,
  onDone: (id: string) => void,
): Promise<RenderedJob[]> {
  const done = new Map<string, RenderedJob>();
  const keep = (rendered: RenderedJob) => {
    done.set(rendered.id, rendered);
    onDone(rendered.id);
  };
  const bundles = bundlesOf(figures);
  const workers = Math.min(availableParallelism(), bundles.length);
  if (figures.length < FEW || job.options.results !== undefined || workers < 2) {
    const render = renderJob(job);
    for (const { id } of figures) keep(await render(id));
  } else await inWorkers(bundles, job, workers, keep);
  return figures.map(({ id }) => done.get(id)!);
}

async function inWorkers(
  bundles: readonly (readonly string[])[],
  job: RenderJob,
  count: number,
  keep: (rendered: RenderedJob) => void,
): Promise<void> {
  const next = dealer(bundles);
  const team = Array.from(
    { length: count },
    () => new Worker(new URL("./render_worker.ts", import.meta.url), { type: "module" }),
  );
  try {
    await Promise.all(team.map((worker) =>
      new Promise<void>((resolve, reject) => {
        const tell = (order: RenderOrder) => worker.postMessage(order);
        let own: string[] | undefined;
        const goOn = () => {
          const { bundle, id } = next(own);
          own = bundle;
          if (id === undefined) resolve();
          else tell({ id });
        };
        worker.onmessage = ({ data }: MessageEvent<RenderedJob>) => {
          keep(data);
          goOn();
        };
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(`render: a worker failed: ${event.message}`));
        };
        tell({ job });
        goOn();
      })
    ));
  } finally {
    for (const worker of team) worker.terminate();
  }
}

/**
 * Gives out figures one by one: the next of a worker's own bundle, else the first of a bundle that nobody has begun, else what another
 * worker would come to last in the bundle that is longest still; no id when all are given out.
 */
export function dealer(
  bundles: readonly (readonly string[])[],
): (own: string[] | undefined) => { bundle: string[]; id?: string } {
  const untouched = bundles.map((ids) => [...ids]), begun: string[][] = [];
  return (own) => {
    if (own?.length) return { bundle: own, id: own.shift() };
    const bundle = untouched.shift();
    if (bundle) {
      begun.push(bundle);
      return { bundle, id: bundle.shift() };
    }
    const longest = begun.reduce((most, one) => one.length > most.length ? one : most, []);
    return { bundle: longest, id: longest.pop() };
  };
}

/**
 * Figures of the same frames together: these are simulated, and what is computed from them, once. The longest first: those of frames (within
 * them tests of hypotheses, which cost a hundred times a bar chart), those that simulate by themselves, then what is only drawn, by paper.
 */
function bundlesOf(figures: readonly FigureSpec[]): string[][] {
  const bundles = new Map<string, { rank: number; ids: string[] }>();
  const tests = figures.filter(({ paper }) => paper === "hypotheses");
  const others = figures.filter(({ paper }) => paper !== "hypotheses");
  for (const { id, paper, kind, frames } of [...tests, ...others]) {
    const simulates = frames.length === 0 && kind === "chart";
    const key = frames.length > 0 ? frameOf(frames) : simulates ? id : paper;
    const bundle = bundles.get(key) ?? { rank: frames.length > 0 ? 0 : simulates ? 1 : 2, ids: [] };
    bundle.ids.push(id);
    bundles.set(key, bundle);
  }
  return [...bundles.values()].sort((a, b) => a.rank - b.rank || b.ids.length - a.ids.length)
    .map(({ ids }) => ids);
}

/** What a figure's frames are simulated from: an ensemble's ratings and the captions' scores stand in the same figures. */
function frameOf(frames: FigureSpec["frames"]): string {
  return frames.includes("ratings") ? "caption scores" : frames[0];
}
