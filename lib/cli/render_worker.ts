import { type RenderJob, renderJob } from "./render_job.ts";

/** What a worker is told first, then again and again: what to do with figures, and some of them. */
export type RenderOrder = { job: RenderJob } | { ids: readonly string[] };

let render: ReturnType<typeof renderJob>;

self.onmessage = async ({ data }: MessageEvent<RenderOrder>) => {
  if ("job" in data) {
    render = renderJob(data.job);
    return;
  }
  for (const id of data.ids) self.postMessage(await render(id));
  self.postMessage({ free: true });
};
