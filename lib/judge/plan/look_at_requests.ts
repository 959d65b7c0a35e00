import { refusing } from "../../results/said.ts";
import { slotsOf } from "../prompts.ts";
import type { Condition, Message, Prompts, Protocol, ReplyVerdict } from "../protocol.ts";
import { sortedText } from "../store/call_key.ts";
import { textAt } from "../transport/loose.ts";

type Step = Protocol["steps"][number];

/** Looks at requests before one is paid: rows that tell of a picture which none shows, and steps that are the same in both orders, throw. */
export function lookAtRequests({ name, steps, rows }: Protocol, prompts: Prompts) {
  // Steps whose requests were the same under both orders, with the sample; and those of which one pair's differed.
  const same = new Map<string, string>(), turned = new Set<string>();

  /** The request, what it needs of earlier steps told apart by step and value; null where that will not do. */
  const requestOf = (step: Step, sample: unknown, condition: Condition): Message[] | null => {
    const { needs = [] } = step;
    const earlier = needs.map((need): [string, ReplyVerdict] => {
      const get = (_: object, value: string | symbol) => `${need} ${String(value)}`;
      return [need, { status: "ok", values: new Proxy<ReplyVerdict["values"]>({}, { get }) }];
    });
    try {
      return step.messages(sample, condition, prompts, Object.fromEntries(earlier));
    } catch (error) {
      if (needs.length === 0) throw error;
      return null;
    }
  };
  const shows = (step: Step, sample: unknown, condition: Condition) =>
    requestOf(step, sample, condition)?.some(({ content }) => content.some(({ type }) => type === "image")) ??
      slotsOf(prompts[step.promptId].text).some((slot) => slot.startsWith("image"));
  return {
    look({ id, value }: { id: string; value: unknown }, conditions: readonly Condition[]): void {
      for (const condition of conditions) {
        if (!condition.image || steps.some((step) => shows(step, value, condition))) continue;
        if (!rows(value, condition, {}, name).some(({ image }) => image === true)) continue;
        throw refusing("picture_not_shown", { name, id, slot: "{{image}}" });
      }
      const swapped = conditions.find((one) => one.swapped);
      // Equal answers are in one order, and of samples of another kind nobody knows what is swapped.
      if (!swapped || textAt(value, "answer_a") === textAt(value, "answer_b")) return;
      for (const step of steps) {
        if (step.key || turned.has(step.name)) continue;
        const [one, two] = [false, true].map((order) =>
          requestOf(step, value, { ...swapped, swapped: order })
        );
        const differs = one === null || sortedText(one) !== sortedText(two);
        if (differs || step.needs?.some((need) => turned.has(need))) turned.add(step.name);
        else if (!same.has(step.name)) same.set(step.name, id);
      }
    },
    require(): void {
      const found = [...same].find(([step]) => !turned.has(step));
      if (!found) return;
      const [step, sample] = found, key = "key: (_, { image, run }) => `image ${image}, run ${run}`";
      throw refusing("same_in_both_orders", { name, step, sample, key });
    },
  };
}
