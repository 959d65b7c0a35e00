import { readFileSync } from "node:fs";
import type pl from "nodejs-polars";
import * as core from "judgebias";
import type { FedFrame } from "./valid_frames.ts";

export interface Asked {
  metric: string;
  options?: object;
  /** The metric with what it is asked for. */
  name: string;
}

/** Every metric, and claims, by the frame that they take: names, and what they are asked for, with small numbers of draws. */
export const METRICS = {} as Record<FedFrame, Asked[]>;
for (const line of readFileSync(new URL("./asked.jsonl", import.meta.url), "utf8").trim().split("\n")) {
  const [frame, names, options] = JSON.parse(line) as [FedFrame, string, object?];
  for (const metric of names.split(" ")) {
    const name = options ? `${metric} ${JSON.stringify(options)}` : metric;
    (METRICS[frame] ??= []).push({ metric, options, name });
  }
}

export const measure = ({ metric, options }: Asked, frame: pl.DataFrame): unknown =>
  Reflect.apply(core[metric as "describe"], undefined, options ? [frame, options] : [frame]);
