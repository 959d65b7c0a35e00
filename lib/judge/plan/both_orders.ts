import type { Condition, Prompts, Protocol, ReplyVerdict } from "../protocol.ts";
import { sortedText } from "../store/call_key.ts";
import { textAt } from "../transport/loose.ts";

type Sample = { id: string; value: unknown };

/**
 * Looks whether the requests of each step differ between the orders of the answers: one that shows every pair in one order
 * would be asked and paid twice, and its verdicts would agree over orders whatever the judge is like.
 */
export function bothOrders({ name, steps }: Pick<Protocol, "name" | "steps">, prompts: Prompts) {
  // Steps whose requests were the same under both orders, with the sample; and those of which one pair's differed.
  const same = new Map<string, string>(), turned = new Set<string>();

  /** What the step is given of earlier ones is told apart by step and value, and by order where their requests are. */
  const requestOf = (step: Protocol["steps"][number], sample: Sample, condition: Condition) => {
    const order = condition.swapped ? "swapped" : "given";
    const earlier = (step.needs ?? []).map((need): [string, ReplyVerdict] => {
      const said = `${need} ${turned.has(need) ? order : ""}`;
      return [need, {
        status: "ok",
        values: new Proxy({}, { get: (_, value) => `${said} ${String(value)}` }),
      }];
    });
    try {
      return sortedText(step.messages(sample.value, condition, prompts, Object.fromEntries(earlier)));
    } catch {
      // What it cannot make of such values is known when there are others.
      return order;
    }
  };
  return {
    look(sample: Sample, conditions: readonly Condition[]): void {
      const { value, id } = sample, answers = ["answer_a", "answer_b"].map((one) => textAt(value, one));
      const swapped = conditions.find((one) => one.swapped);
      // Equal answers are in one order, and of samples of another kind nobody knows what is swapped.
      if (!swapped || answers[0] === answers[1]) return;
      for (const step of steps) {
        if (step.key || turned.has(step.name)) continue;
        const [one, two] = [{ ...swapped, swapped: false }, swapped].map((all) =>
          requestOf(step, sample, all)
        );
        if (one !== two) turned.add(step.name);
        else if (!same.has(step.name)) same.set(step.name, id);
      }
    },
    require(): void {
      const found = [...same].find(([step]) => !turned.has(step));
      if (!found) return;
      throw new RangeError(
        `judge: protocol ${name}, step ${found[0]}, sample ${
          found[1]
        }: wanted a request that differs with the order of the ` +
          "answers, found the same for given and swapped: it would be paid twice. Let its slots show the answers as the order says " +
          "(...pairSlots(sample, condition), or condition.swapped ? b : a); or, where the order is nothing to it, ask it once: " +
          "key: (_, { image, run }) => `image ${image}, run ${run}`",
      );
    },
  };
}
