import { BIASES } from "../papers/biases.ts";
import { perturbationTexts } from "../judge/perturbation_texts.ts";
import { simulatedServer } from "../judge/simulated/simulated_server.ts";
import type { TextFunctions } from "../perturb/perturb.ts";
import { perturbSet } from "../perturb/perturb_set.ts";
import { progress } from "../progress/progress.ts";
import { inWords } from "../progress/show.ts";
import { type Command, runCommand, said, say, told, UsageError, type Values, wrongly } from "./command.ts";
import { askForKeyVariable, given, optionValues } from "./option_values.ts";

const TYPES = BIASES.map(({ type }) => type);

const SIMULATED = "simulated";

const FAULTS_SHOWN = 20;

export const command: Command = {
  ...told("perturb", { types: TYPES }),
  async run({ values }) {
    const { text, required, whole, oneOf } = optionValues(values);
    await askForKeyVariable(text("key-variable"));
    await using server = values.judge === SIMULATED ? await simulatedServer() : null;
    const bar: { tick?: () => void; done?: () => void } = {};
    const started = performance.now();
    const { path, written, kept, passedOver, faults } = await perturbSet({
      input: required("in"),
      images: text("images"),
      out: required("out"),
      bias: oneOf("bias", TYPES) ?? required("bias") as never,
      seed: whole("seed", 0)!,
      texts: await textsOf(values, server?.url),
      content: oneOf("text", ["keywords", "query", "random"])!,
      workers: whole("workers", 1),
      onStart: (total) => Object.assign(bar, progress({ total, label: "perturbing" })),
      onDone: () => bar.tick?.(),
    }).catch((error) => {
      // Said in full by its text: a refused key, a used-up quota.
      throw error.name === "TextsEnd" ? new UsageError(error.message, 1) : error;
    }).finally(() => bar.done?.());
    const seconds = (performance.now() - started) / 1000;
    say(`${inWords(written, "pair")} written to ${path} (${seconds.toFixed(1)} s)`);
    if (kept > 0) say(`${kept} were there already`);
    const isTextAlone = values.bias === "unnecessary_image";
    if (passedOver > 0) say(said(isTextAlone ? "without_texts" : "without_images", { passedOver }));
    if (faults.length === 0) return;
    const shown = faults.slice(0, FAULTS_SHOWN).map(({ id, image, fault }) =>
      `  ${id}${image === null ? "" : ` (${image})`}: ${fault}`
    );
    if (faults.length > FAULTS_SHOWN) shown.push(`  and ${faults.length - FAULTS_SHOWN} more`);
    const { out, bias } = values;
    throw wrongly("unperturbed", { faults: faults.length, out, bias, shown: shown.join("\n") }, 1);
  },
};

function textsOf(values: Values, simulatedURL: string | undefined): Promise<TextFunctions> | undefined {
  const { text, whole } = optionValues(values), judge = text("judge");
  if (judge === undefined) return undefined;
  return perturbationTexts({
    judge,
    baseURL: simulatedURL ?? text("base-url"),
    keyVariable: text("key-variable"),
    ...given({ perMinute: whole("rate", 1) }),
  });
}

if (import.meta.main) await runCommand(command);
