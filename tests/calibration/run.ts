import { existsSync } from "node:fs";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { biasTable } from "./bias_table.ts";
import { CLUSTER_GRID } from "./cluster_grid.ts";
import { CLUSTER_PROCESSES } from "./cluster_processes.ts";
import { drawCalibration } from "./pictures.ts";
import { CalibrationRecord } from "./record.ts";
import { inBand } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

/** Data sets drawn from one seed; the next batch has the next one. Only whole batches are run, so that no seed serves twice. */
const BATCH = 25;

/** What can be run, by the name of its file. */
const PARTS = { grid: CLUSTER_GRID, processes: CLUSTER_PROCESSES, scenarios: SCENARIOS };

export const command: Command = {
  name: "calibrate",
  summary:
    "Checks by simulation that intervals cover and tests reject as often as they say; goes on where it was stopped (hours at full size; --only picks).",
  options: {
    "simulations N": "data sets per scenario",
    "seed N": "seed of the first batch",
    "part NAME":
      "only this part: grid (clusters × shares × accuracies), processes (that attacked the intervals), scenarios, or bias (size and power of the claims on IB)",
    "only TEXT": "only scenarios whose name contains TEXT",
    "out DIR": "where results and pictures go",
    draw: "only draw the pictures of what is there, else of data/calibration",
  },
  defaults: { simulations: "2000", seed: "2", out: "figures/calibration" },
  notes: [
    "Every batch is written at once (DIR/grid.csv, DIR/scenarios.csv, DIR/bias.csv): a second run does what is missing.",
    "The test suite runs one of each kind. A rate outside its band by three Monte-Carlo errors is marked.",
  ],
  async run({ values }) {
    const simulations = Number(values.simulations), seed = Number(values.seed), out = String(values.out);
    if (!(Number.isInteger(simulations) && simulations > 0) || !Number.isSafeInteger(seed)) {
      throw new UsageError(`wanted counts, found ${values.simulations} simulations and seed ${values.seed}`);
    }
    const parts = [...Object.keys(PARTS), "bias"];
    if (values.part !== undefined && !parts.includes(String(values.part))) {
      throw new UsageError(`wanted the part ${parts.join(" or ")}, found ${values.part}`);
    }
    const only = String(values.only ?? "");
    if (!values.draw && (values.part ?? "bias") === "bias") {
      await biasTable(`${out}/bias.csv`, { simulations, seed, only, batch: BATCH });
    }
    if (values.part === "bias") return;
    const outside: string[] = [];
    for (const [part, scenarios] of Object.entries(PARTS)) {
      if (values.draw || (values.part ?? part) !== part) continue;
      const chosen = scenarios.filter(({ name }) => name.includes(only));
      const record = new CalibrationRecord(`${out}/${part}.csv`);
      for (const [place, scenario] of chosen.entries()) {
        let { hits, simulations: done, warned, silent } = record.of(scenario, seed);
        for (let batch = Math.ceil(done / BATCH); done < simulations; batch++) {
          const found = scenario.tally?.(BATCH, seed + batch) ??
            { rate: scenario.run(BATCH, seed + batch), warned: NaN, silent: NaN };
          hits += BATCH * found.rate;
          warned += BATCH * found.warned;
          silent += BATCH * found.silent;
          done += BATCH;
          record.keep(scenario, { hits, simulations: done, seed, warned, silent });
          // Frames are freed only when the program waits: without it thousands of them would fill the memory.
          await new Promise((waited) => setTimeout(waited, 0));
        }
        const rate = hits / done, held = inBand(rate, scenario.band, done);
        if (!held) outside.push(scenario.name);
        console.log(
          `${place + 1}/${chosen.length}  ${(100 * rate).toFixed(1)} ± ${
            (100 * Math.sqrt(rate * (1 - rate) / done)).toFixed(1)
          }%  ${held ? "ok     " : "OUTSIDE"}  ${scenario.kind} of ${done}: ${scenario.name}`,
        );
      }
    }
    const found = existsSync(`${out}/grid.csv`);
    await drawCalibration(values.draw && !found ? "data/calibration" : out, out);
    if (outside.length > 0) console.log(`outside their band:\n  ${outside.join("\n  ")}`);
  },
};

if (import.meta.main) await runCommand(command);
