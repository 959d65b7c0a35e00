import type { WorkerAnswer, WorkerTask } from "./perturb_worker.ts";

/**
 * Has workers perturb the samples at `indices`, each one sample at a time, and hands over every answer as it comes (in no
 * order).
 *
 * @throws {Error} when a worker itself fails, or `onAnswer` does; the others are stopped
 */
export async function perturbInParallel(
  task: WorkerTask,
  { indices, workers, onAnswer }: {
    indices: readonly number[];
    workers: number;
    onAnswer: (answer: WorkerAnswer) => void;
  },
): Promise<void> {
  const left = indices.values();
  const team = Array.from(
    { length: Math.min(workers, indices.length) },
    () => new Worker(new URL("./perturb_worker.ts", import.meta.url), { type: "module" }),
  );
  try {
    await Promise.all(team.map((worker) =>
      new Promise<void>((resolve, reject) => {
        const goOn = () => {
          const { value, done } = left.next();
          if (done) resolve();
          else worker.postMessage(value);
        };
        worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
          try {
            onAnswer(data);
            goOn();
          } catch (error) {
            reject(error);
          }
        };
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(`perturb: a worker failed: ${event.message}`));
        };
        worker.postMessage(task);
        goOn();
      })
    ));
  } finally {
    for (const worker of team) worker.terminate();
  }
}
