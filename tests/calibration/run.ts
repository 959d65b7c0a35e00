import { runCommand, UsageError } from "@/cli/command.ts";
import { progress } from "@/progress/progress.ts";
import { inBand } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

/** Data sets drawn from one seed; the next batch has the next one. */
const BATCH = 100;

await runCommand({
  name: "calibrate",
  summary:
    "Checks by simulation that intervals cover and tests reject as often as they say, at full size (about an hour; --only picks).",
  options: {
    simulations: { type: "string", value: "N", help: "data sets per method", default: "10000" },
    seed: { type: "string", value: "N", help: "seed of the first data set", default: "2" },
    only: { type: "string", value: "TEXT", help: "only methods whose name contains TEXT" },
  },
  notes: [
    "The test suite runs the same at modest size. A rate outside its band by three Monte-Carlo errors fails.",
  ],
  async run({ values }) {
    const simulations = Number(values.simulations), seed = Number(values.seed);
    if (!(Number.isInteger(simulations) && simulations > 0) || !Number.isSafeInteger(seed)) {
      throw new UsageError(`wanted counts, found ${values.simulations} simulations and seed ${values.seed}`);
    }
    const chosen = SCENARIOS.filter(({ name }) => name.includes(String(values.only ?? "")));
    if (chosen.length === 0) throw new UsageError(`no method's name contains ${values.only}`);
    const width = Math.max(...chosen.map(({ name }) => name.length));
    const bar = progress({ total: chosen.length, label: "calibrating" });
    const lines: string[] = [], missed: string[] = [];
    for (const { name, kind, band, run } of chosen) {
      let hits = 0;
      for (let done = 0, batch = 0; done < simulations; done += BATCH, batch++) {
        const size = Math.min(BATCH, simulations - done);
        hits += size * run(size, seed + batch);
        // Frames are freed only when the program waits: without it 10,000 of them would fill the memory.
        await new Promise((waited) => setTimeout(waited, 0));
      }
      const rate = hits / simulations;
      const held = inBand(rate, band, simulations);
      if (!held) missed.push(name);
      lines.push(
        `${name.padEnd(width)}  ${kind.padEnd(9)}  ${rate.toFixed(4)}  ${band.join("–")}  ${
          held ? "ok" : "MISSED"
        }`,
      );
      bar.tick(1, name);
    }
    bar.done();
    console.log(lines.join("\n"));
    if (missed.length > 0) throw new Error(`${missed.length} outside their band: ${missed.join("; ")}`);
  },
});
