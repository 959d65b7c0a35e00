import { BIASES, type BiasType } from "../papers/bias_taxonomy.ts";
import { perturbSet } from "../perturb/perturb_set.ts";
import { progress } from "../progress/progress.ts";
import { runCommand, UsageError } from "./command.ts";

const TYPES = BIASES.map(({ type }) => type);

/** How many faults are printed; all are in the file. */
const FAULTS_SHOWN = 20;

await runCommand({
  name: "perturb",
  summary:
    "Makes the biased side of a set of samples, in one of MM-JudgeBias' nine ways; goes on after an interruption.",
  options: {
    in: {
      type: "string",
      value: "FILE",
      help: "samples, JSONL: id, query, response, image; description or keywords where wanted",
    },
    images: { type: "string", value: "DIR", help: "folder of the images (default: that of the samples)" },
    out: { type: "string", value: "DIR", help: "folder for <bias>.jsonl and the images" },
    bias: { type: "string", value: "TYPE", help: `one of ${TYPES.join(", ")}` },
    seed: { type: "string", value: "N", help: "of every random choice", default: "1" },
    text: {
      type: "string",
      value: "KIND",
      help: "what texture_insertion writes: keywords, query or random (of the two)",
      default: "random",
    },
    workers: { type: "string", value: "N", help: "samples at once (default: one per processor)" },
  },
  notes: [
    "Images are written as JPEG (quality 95) where the original is one, else as PNG.",
    "Samples that cannot be perturbed are listed in <bias>.faults.jsonl and tried anew by the next run.",
  ],
  async run({ values }) {
    const bar: { tick?: () => void; done?: () => void } = {};
    const started = performance.now();
    const { path, written, kept, passedOver, faults } = await perturbSet({
      input: wanted(values.in, "in"),
      images: values.images as string | undefined,
      out: wanted(values.out, "out"),
      bias: oneOf(wanted(values.bias, "bias"), TYPES, "bias") as BiasType,
      seed: whole(values.seed as string, "seed", 0),
      content: oneOf(values.text as string, ["keywords", "query", "random"] as const, "text"),
      workers: values.workers === undefined ? undefined : whole(values.workers as string, "workers", 1),
      onStart: (total) => Object.assign(bar, progress({ total, label: "perturbing" })),
      onDone: () => bar.tick?.(),
    }).finally(() => bar.done?.());
    const seconds = (performance.now() - started) / 1000;
    console.log(`${written} pairs written to ${path} (${seconds.toFixed(1)} s)`);
    if (kept > 0) console.log(`${kept} were there already`);
    if (passedOver > 0) {
      const has = values.bias === "unnecessary_image" ? "have an image" : "have no image";
      console.log(`${passedOver} samples ${has}: this bias type does not apply to them`);
    }
    if (faults.length === 0) return;
    const shown = faults.slice(0, FAULTS_SHOWN).map(({ id, image, fault }) =>
      `  ${id}${image === null ? "" : ` (${image})`}: ${fault}`
    );
    if (faults.length > FAULTS_SHOWN) shown.push(`  and ${faults.length - FAULTS_SHOWN} more`);
    throw new UsageError(
      `${faults.length} samples could not be perturbed (all in ${values.out}/${values.bias}.faults.jsonl):\n${
        shown.join("\n")
      }`,
    );
  },
});

function wanted(value: string | boolean | undefined, option: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new UsageError(`wanted --${option}, found nothing (--help says what it takes)`);
}

function oneOf<Value extends string>(value: string, values: readonly Value[], option: string): Value {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new UsageError(`wanted --${option} ${values.join(", ")}, found ${value}`);
  return found;
}

function whole(value: string, option: string, least: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`wanted --${option} as a whole number of at least ${least}, found ${value}`);
}
