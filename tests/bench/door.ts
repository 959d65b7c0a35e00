/**
 * What a process costs that reads 1,296,000 caption scores and computes Φ̃ of both settings, against a bare script of Polars that
 * takes means alone, and from CSV against pandas and (where R has it) data.table that are told all types. Runs take turns, so that all meet
 * the same machine: seconds by the clock, and of the processors, which say more where others are at work.
 *
 *     deno run -A --no-check tests/bench/door.ts [RUNS]
 */
import pl from "nodejs-polars";
import { writeFrame } from "judgebias";
import { simulateCaptionScores } from "judgebias/simulate";

const runs = Number(Deno.args[0] ?? 9);
const folder = Deno.makeTempDirSync();
const [parquet, csv] = [`${folder}/scores.parquet`, `${folder}/scores.csv`];
const scores = simulateCaptionScores();
writeFrame(scores, parquet);
const text = ["image_id", "generator", "evaluator", "setting"].map((name) => pl.col(name).cast(pl.Utf8));
writeFrame(scores.select(...text, pl.col("score")), csv);

const script = (name: string) => new URL(`./processes/${name}`, import.meta.url).pathname;
const deno = (name: string, path: string) => [Deno.execPath(), "run", "-A", "--no-check", script(name), path];
const files: [kind: string, path: string, base: string, command: string[]][] = [
  ["Parquet", parquet, "bare Polars", deno("bare_polars.ts", parquet)],
  ["CSV", csv, "tuned pandas", ["/usr/bin/python3", script("tuned_pandas.py"), csv]],
];
/** What is run, and which of them it is compared with. */
const COMMANDS: Record<string, { command: string[]; base: string }> = {};
for (const [kind, path, base, command] of files) {
  const own = {
    [base]: command,
    "single files": deno("philautia.ts", path),
    "core door": deno("whole_library.ts", path),
  };
  for (const [name, command] of Object.entries(own)) {
    COMMANDS[`${kind}: ${name}`] = { command, base: `${kind}: ${base}` };
  }
}
if (await hasDataTable()) {
  const command = ["Rscript", "--vanilla", script("tuned_data_table.R"), csv];
  COMMANDS["CSV: tuned data.table"] = { command, base: "CSV: tuned pandas" };
}

/** Runs a command; the shell says what its processors were busy. */
async function timed(command: readonly string[]): Promise<{ clock: number; processors: number }> {
  const start = performance.now();
  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", '"$@" > /dev/null || exit 1; times', "sh", ...command],
  }).output();
  const clock = (performance.now() - start) / 1000;
  if (!success) throw new Error(`${command.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  const [, ...times] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(new TextDecoder().decode(stdout))!;
  const [minutes, own, systemMinutes, system] = times.map(Number);
  return { clock, processors: 60 * (minutes + systemMinutes) + own + system };
}

function hasDataTable(): Promise<boolean> {
  return timed(["Rscript", "--vanilla", "-e", "library(data.table)"]).then(() => true, () => false);
}

const found: Record<string, { clock: number[]; processors: number[] }> = {};
for (let run = -1; run < runs; run++) {
  for (const [name, { command }] of Object.entries(COMMANDS)) {
    const { clock, processors } = await timed(command), own = found[name] ??= { clock: [], processors: [] };
    // The first round fills the caches.
    if (run < 0) continue;
    own.clock.push(clock);
    own.processors.push(processors);
  }
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const seconds = (
  { clock, processors }: typeof found[string],
) => [median(clock), Math.min(...clock), median(processors)];
console.table(Object.fromEntries(
  Object.entries(COMMANDS).map(([name, { base }]) => {
    const own = seconds(found[name]), to = seconds(found[base]);
    const [median, least, processors] = own.map((one) => one.toFixed(3));
    const [ofMedians, ofLeast, ofProcessors] = own.map((one, i) => (one / to[i]).toFixed(2));
    const ratios = { "ratio of medians": ofMedians, "of least": ofLeast, "of processors": ofProcessors };
    return [name, { median, least, processors, ...ratios }];
  }),
));
Deno.removeSync(folder, { recursive: true });
