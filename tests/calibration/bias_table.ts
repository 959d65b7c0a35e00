import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BIAS_CELLS } from "./bias_cells.ts";

const HEAD = "process,n,images,test,data_sets,supported,warned,supported_unwarned,error";

/** What is counted of one line. */
type Counts = { sets: number; supported: number; warned: number; unwarned: number };

/**
 * Size and power of the claims on informativeness bias, a line per process, size and claim, in percent: `supported`, `warned`, supported without a warning, and
 * the Monte-Carlo error of `supported`. All cells grow together, batch by batch, and are written after each round; a run goes on where it was stopped.
 */
export async function biasTable(
  path: string,
  { simulations, seed, only = "", batch }: {
    simulations: number;
    seed: number;
    only?: string;
    batch: number;
  },
): Promise<void> {
  const counts = readCounts(path), cells = BIAS_CELLS.filter(({ process }) => process.includes(only));
  const nameOf = (parts: readonly (string | number)[]) =>
    parts.map((part) => /,/.test(`${part}`) ? `"${part}"` : part).join(",");
  for (let from = 0; from < simulations; from += batch) {
    for (const { process, n, images, share, ask } of cells) {
      const until = Math.ceil(share * Math.min(simulations, from + batch));
      for (let s = Math.ceil(share * from); s < until; s++) {
        const known = [...counts].filter(([name]) => name.startsWith(`${nameOf([process, n, images])},`));
        if (known.length > 0 && known.every(([, { sets }]) => sets > s)) continue;
        for (const [test, { isSupported, isWarned }] of Object.entries(ask(seed * 1_000_003 + s))) {
          const name = nameOf([process, n, images, test]);
          const own = counts.get(name) ?? { sets: 0, supported: 0, warned: 0, unwarned: 0 };
          counts.set(name, {
            sets: own.sets + 1,
            supported: own.supported + Number(isSupported),
            warned: own.warned + Number(isWarned),
            unwarned: own.unwarned + Number(isSupported && !isWarned),
          });
        }
      }
      // Frames are freed only when the program waits.
      await new Promise((waited) => setTimeout(waited, 0));
    }
    writeCounts(path, counts);
  }
}

function writeCounts(path: string, counts: ReadonlyMap<string, Counts>): void {
  const lines = [...counts].map(([name, { sets, supported, warned, unwarned }]) => {
    const percent = (count: number) => (100 * count / sets).toFixed(1), share = supported / sets;
    const error = (100 * Math.sqrt(share * (1 - share) / sets)).toFixed(1);
    return [name, sets, percent(supported), percent(warned), percent(unwarned), error].join(",");
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[HEAD, ...lines].join("\n")}\n`);
}

/** What an earlier run has counted. */
function readCounts(path: string): Map<string, Counts> {
  if (!existsSync(path)) return new Map();
  return new Map(
    readFileSync(path, "utf8").trim().split("\n").slice(1).map((line) => {
      const [, name, ...rest] = line.match(/^(.*),(\d+),([\d.]+),([\d.]+),([\d.]+),[\d.]+$/)!;
      const [sets, supported, warned, unwarned] = rest.map(Number);
      const count = (percent: number) => Math.round(percent * sets / 100);
      return [name, { sets, supported: count(supported), warned: count(warned), unwarned: count(unwarned) }];
    }),
  );
}
