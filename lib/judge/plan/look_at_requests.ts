import { refusing } from "../../results/said.ts";
import { PROMPTS, slotsOf } from "../prompts.ts";
import type { Condition, Message, Prompts, Protocol, ReplyVerdict } from "../protocol.ts";
import { sortedText } from "../store/call_key.ts";
import { textAt } from "../transport/loose.ts";

type Sample = { id: string; value: unknown };
type Step = Protocol["steps"][number];

/** Whether a request shows a picture; of one that could not be made yet its prompt says it. */
function isShown(step: Step, prompts: Prompts, request: Message[] | null): boolean {
  return request === null
    ? slotsOf(prompts[step.promptId].text).some((slot) => slot.startsWith("image"))
    : request.some(({ content }) => content.some(({ type }) => type === "image"));
}

/** The condition as a sample's row says it: of a table of one's own it is with the picture where a request shows one. */
export function conditionShown(
  { frame, steps, prompts: own }: Protocol,
  sample: unknown,
  condition: Condition,
  verdicts: Record<string, ReplyVerdict>,
): Condition {
  if (frame !== null || !condition.image) return condition;
  const prompts = { ...PROMPTS, ...own };
  const requestOf = (step: Step) => {
    try {
      return step.messages(sample, condition, prompts, verdicts);
    } catch {
      // It needs an earlier verdict that there is not.
      return null;
    }
  };
  return { ...condition, image: steps.some((step) => isShown(step, prompts, requestOf(step))) };
}

/** Looks at requests before one is paid: rows that tell of a picture which none shows, and steps that are the same in both orders, throw. */
export function lookAtRequests({ name, steps, frame, rows }: Protocol, prompts: Prompts) {
  // Steps whose requests were the same under both orders, with the sample; and those of which one pair's differed.
  const same = new Map<string, string>(), turned = new Set<string>();

  /** What the step is given of earlier ones is told apart by step and value, and by order where their requests are; null where that will not do. */
  const requestOf = (
    step: Step,
    sample: Sample,
    condition: Condition,
  ): Message[] | null => {
    const needs = step.needs ?? [], order = condition.swapped ? "swapped" : "given";
    const earlier = needs.map((need): [string, ReplyVerdict] => {
      const get = (_: object, value: string | symbol) =>
        `${need} ${turned.has(need) ? order : ""} ${String(value)}`;
      return [need, { status: "ok", values: new Proxy<ReplyVerdict["values"]>({}, { get }) }];
    });
    try {
      return step.messages(sample.value, condition, prompts, Object.fromEntries(earlier));
    } catch (error) {
      // What it cannot make of such values is known when there are others.
      if (needs.length === 0) throw error;
      return null;
    }
  };
  return {
    look(sample: Sample, conditions: readonly Condition[]): void {
      const { id, value } = sample, answers = ["answer_a", "answer_b"].map((one) => textAt(value, one));
      for (const condition of conditions) {
        const shown = steps.map((step) => isShown(step, prompts, requestOf(step, sample, condition)))
          .includes(true);
        // Rows of a table of its own about texts alone say that they are without a picture.
        if (shown || !condition.image || frame === null && textAt(value, "image") === null) continue;
        if (!rows(value, condition, {}, name).some(({ image }) => image === true)) continue;
        throw refusing("picture_not_shown", { name, id, slot: "{{image}}" });
      }
      const swapped = conditions.find((one) => one.swapped), given = conditions.some((one) => !one.swapped);
      // Equal answers are in one order, and of samples of another kind nobody knows what is swapped.
      if (!swapped || !given || answers[0] === answers[1]) return;
      for (const step of steps) {
        if (step.key || turned.has(step.name)) continue;
        const [one, two] = [false, true].map((order) =>
          requestOf(step, sample, { ...swapped, swapped: order })
        );
        if (one === null || sortedText(one) !== sortedText(two)) turned.add(step.name);
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
