import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import pl from "nodejs-polars";
import { informativenessBias, lengthBias, pairAccuracy, readPairs, slotPreference } from "judgebias";
import { random } from "judgebias/stats";

/**
 * Seconds (wall, of processor) and peak memory of reading ten million pairs of ten judges from CSV and Parquet, and of the metrics
 * on them, each reading in a process of its own.
 *
 *     deno run -A --no-check tests/bench/ten_million.ts FOLDER [ROWS]
 *
 * The files are made in the folder once: 700 MB and 100 MB for ten million rows.
 */
const [folder, rows = "10000000", part] = Deno.args;
const csv = join(folder, `pairs-${rows}.csv`), parquet = join(folder, `pairs-${rows}.parquet`);
const JUDGES = 10;

function makeCsv(): void {
  mkdirSync(folder, { recursive: true });
  const file = openSync(csv, "w"), { uniform } = random(20), items = Number(rows) / JUDGES;
  const write = (lines: string[]) => writeSync(file, `${lines.join("\n")}\n`);
  write(["item_id,image_id,judge,swapped,human,choice,more_informative,words_a,words_b"]);
  for (let judge = 0; judge < JUDGES; judge++) {
    for (let from = 0; from < items; from += 20_000) {
      write(Array.from({ length: Math.min(20_000, items - from) }, (_, k) => {
        const i = from + k,
          human = i * 7919 % 13 < 6 ? "A" : "B",
          other = human === "A" ? "B" : "A",
          drawn = uniform();
        const choice = drawn < 0.7 ? human : drawn < 0.94 ? other : drawn < 0.99 ? "tie" : "";
        const [a, b] = [10 + i % 83, 10 + i * 31 % 89];
        return `item-${i},image-${i >> 1},judge-${judge},${uniform() < 0.5},${human},${choice},${
          i % 3 ? "A" : "B"
        },${a},${b}`;
      }));
    }
  }
  closeSync(file);
}

const METRICS = { pairAccuracy, lengthBias, informativenessBias, slotPreference };

function seconds(): { wall: number; processor: number } {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now() / 1000, processor: (user + system) / 1e6 };
}

function peak(): string {
  const found = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return `${(Number(found) / 1024).toFixed(0)} MB`;
}

function timed<Value>(name: string, action: () => Value): Value {
  const before = seconds(), value = action(), after = seconds();
  const [wall, processor] = [after.wall - before.wall, after.processor - before.processor];
  console.log(
    `${name.padEnd(20)} ${wall.toFixed(1).padStart(6)} s wall ${
      processor.toFixed(1).padStart(6)
    } s of processor, peak ${peak()}`,
  );
  return value;
}

if (part === undefined) {
  for (const path of [...(existsSync(parquet) ? [] : ["files"]), csv, parquet]) {
    await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", import.meta.filename!, folder, rows, path],
      stdout: "inherit",
      stderr: "inherit",
    }).output();
  }
} else if (part === "files") {
  makeCsv();
  pl.readCSV(csv).writeParquet(parquet, { compression: "lz4" });
} else {
  const pairs = timed(part.endsWith("csv") ? "CSV" : "Parquet", () => readPairs(part));
  if (part.endsWith("parquet")) {
    for (const [name, metric] of Object.entries(METRICS)) timed(name, () => metric(pairs));
  }
}
