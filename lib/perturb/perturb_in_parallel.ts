import type { TextFunctions } from "./perturb.ts";
import type {
  TextFunction,
  WorkerAnswer,
  WorkerOrder,
  WorkerQuestion,
  WorkerTask,
} from "./perturb_worker.ts";

/** Samples that a worker has in hand while a model is waited for. */
const IN_HAND = 4;

/** The functions that a worker may ask for. */
const ASKED: readonly TextFunction[] = ["describe", "keywords", "needsImage"];

/**
 * Has workers perturb the samples at `indices` and hands over every answer as it comes (in no order). Each worker has one
 * sample in hand, or a few where texts come from a function, which is called here.
 *
 * @throws {Error} when a worker itself fails, or `onAnswer` does, or a text function with anything but a RangeError (which
 *   is the sample's own fault); the others are stopped
 */
export async function perturbInParallel(
  task: Omit<WorkerTask, "asks" | "author">,
  { indices, workers, texts = {}, onAnswer }: {
    indices: readonly number[];
    workers: number;
    texts?: TextFunctions;
    onAnswer: (answer: WorkerAnswer) => void;
  },
): Promise<void> {
  const left = indices.values();
  const asks = ASKED.filter((name) => texts[name] !== undefined);
  const inHand = asks.length > 0 ? IN_HAND : 1;
  const team = Array.from(
    { length: Math.min(workers, indices.length) },
    () => new Worker(new URL("./perturb_worker.ts", import.meta.url), { type: "module" }),
  );
  try {
    await Promise.all(team.map((worker) =>
      new Promise<void>((resolve, reject) => {
        const tell = (order: WorkerOrder) => worker.postMessage(order);
        let busy = 0;
        const goOn = () => {
          const { value: index, done } = left.next();
          if (!done) {
            busy++;
            tell({ index });
          } else if (busy === 0) resolve();
        };
        const answerTo = async ({ call, name, args }: WorkerQuestion) => {
          try {
            const asked = texts[name] as (...args: unknown[]) => Promise<unknown>;
            tell({ call, value: await asked(...args) });
          } catch (error) {
            if (error instanceof RangeError) tell({ call, fault: error.message });
            else reject(error);
          }
        };
        worker.onmessage = ({ data }: MessageEvent<WorkerAnswer | WorkerQuestion>) => {
          if ("call" in data) {
            answerTo(data);
            return;
          }
          try {
            onAnswer(data);
            busy--;
            goOn();
          } catch (error) {
            reject(error);
          }
        };
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(`perturb: a worker failed: ${event.message}`));
        };
        worker.postMessage({ ...task, asks, author: texts.author } satisfies WorkerTask);
        for (let i = 0; i < inHand; i++) goOn();
      })
    ));
  } finally {
    for (const worker of team) worker.terminate();
  }
}
