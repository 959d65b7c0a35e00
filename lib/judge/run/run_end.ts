/** Whether a run goes on, and why it does not. */
export interface RunEnd {
  /** Why it ends early; null as long as it goes on. */
  readonly stopped: string | null;
  /** What went wrong here and not at the endpoint: the run throws it when it has ended. */
  readonly defect: unknown;
  /** Aborted when it ends early. */
  signal: AbortSignal;
  stop(reason: string): void;
  fail(error: unknown): void;
}

/** The end of a run: the first reason counts, and is told once. */
export function runEnd(): RunEnd {
  let stopped: string | null = null, defect: unknown = null;
  const controller = new AbortController();
  const stop = (reason: string) => {
    if (stopped !== null) return;
    stopped = reason;
    controller.abort();
  };
  return {
    get stopped() {
      return stopped;
    },
    get defect() {
      return defect;
    },
    signal: controller.signal,
    stop,
    fail(error) {
      defect ??= error;
      stop("defect");
    },
  };
}
