/**
 * What a process costs that reads 1,296,000 caption scores and computes Φ̃ of both settings, against a bare script of Polars that
 * takes means alone, and from CSV against pandas that is told all types. Runs take turns, so that all meet the same machine.
 *
 *     deno run -A --no-check tests/bench/door.ts [RUNS]
 */
import pl from "nodejs-polars";
import { writeFrame } from "judgebias";
import { simulateCaptionScores } from "judgebias/simulate";

const runs = Number(Deno.args[0] ?? 9);
const folder = Deno.makeTempDirSync();
const [parquet, csv] = [`${folder}/scores.parquet`, `${folder}/scores.csv`];
const scores = simulateCaptionScores({ silent: true });
writeFrame(scores, parquet);
const text = ["image_id", "generator", "evaluator", "setting"].map((name) => pl.col(name).cast(pl.Utf8));
writeFrame(scores.select(...text, pl.col("score")), csv);

const script = (name: string) => new URL(`./processes/${name}`, import.meta.url).pathname;
const deno = (name: string, path: string) => [Deno.execPath(), "run", "-A", "--no-check", script(name), path];
/** What is run, and which of them it is compared with. */
const COMMANDS: Record<string, { command: string[]; base: string }> = {
  "Parquet: bare Polars": { command: deno("bare_polars.ts", parquet), base: "Parquet: bare Polars" },
  "Parquet: single files": { command: deno("philautia.ts", parquet), base: "Parquet: bare Polars" },
  "Parquet: core door": { command: deno("whole_library.ts", parquet), base: "Parquet: bare Polars" },
  "CSV: tuned pandas": {
    command: ["/usr/bin/python3", script("tuned_pandas.py"), csv],
    base: "CSV: tuned pandas",
  },
  "CSV: single files": { command: deno("philautia.ts", csv), base: "CSV: tuned pandas" },
  "CSV: core door": { command: deno("whole_library.ts", csv), base: "CSV: tuned pandas" },
};

const seconds: Record<string, number[]> = {};
for (let run = -1; run < runs; run++) {
  for (const [name, { command: [program, ...args] }] of Object.entries(COMMANDS)) {
    const start = performance.now();
    const { success, stderr } = await new Deno.Command(program, { args, stdout: "null" }).output();
    if (!success) throw new Error(`${name}: ${new TextDecoder().decode(stderr)}`);
    // The first round fills the caches.
    if (run >= 0) (seconds[name] ??= []).push((performance.now() - start) / 1000);
  }
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
console.table(Object.fromEntries(
  Object.entries(COMMANDS).map(([name, { base }]) => [name, {
    median: median(seconds[name]).toFixed(3),
    least: Math.min(...seconds[name]).toFixed(3),
    "ratio of medians": (median(seconds[name]) / median(seconds[base])).toFixed(2),
    "of least": (Math.min(...seconds[name]) / Math.min(...seconds[base])).toFixed(2),
  }]),
));
Deno.removeSync(folder, { recursive: true });
