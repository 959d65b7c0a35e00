import { type RenderJob, renderJob } from "./render_job.ts";

/** What a worker is told first, then again and again: what to do with figures, and the next of them. */
export type RenderOrder = { job: RenderJob } | { id: string };

let render: ReturnType<typeof renderJob>;

self.onmessage = async ({ data }: MessageEvent<RenderOrder>) => {
  if ("job" in data) render = renderJob(data.job);
  else self.postMessage(await render(data.id));
};
