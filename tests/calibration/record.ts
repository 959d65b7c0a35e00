import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inBand, type Scenario } from "./scenario.ts";

/** What is known of a scenario. */
export interface Counted {
  hits: number;
  simulations: number;
  seed: number;
  /** Data sets with a warning, and those that were hit without one; NaN where nobody looked. */
  warned: number;
  silent: number;
}

const COLUMNS =
  "scenario kind simulations hits rate error band_low band_high in_band procedure clusters setting seed warned rate_unwarned"
    .split(" ");

/** One row of the record. */
export type CalibrationRow = Record<string, string>;

/** Results of calibration on the disk: a CSV with a row per scenario, written whole after every batch, so that a run can be stopped. */
export class CalibrationRecord {
  readonly rows: CalibrationRow[];

  constructor(private readonly path: string) {
    this.rows = existsSync(path) ? readRows(readFileSync(path, "utf8")) : [];
  }

  /** What was counted before, with this seed; nothing otherwise. */
  of({ name }: Scenario, seed: number): Counted {
    const row = this.rows.find(({ scenario }) => scenario === name);
    if (!row || Number(row.seed) !== seed) return { hits: 0, simulations: 0, seed, warned: 0, silent: 0 };
    const simulations = Number(row.simulations), warned = row.warned === "" ? NaN : Number(row.warned);
    const silent = warned === simulations
      ? 0
      : Math.round(Number(row.rate_unwarned) * (simulations - warned));
    return { hits: Number(row.hits), simulations, seed, warned, silent };
  }

  keep({ name, kind, band, cell }: Scenario, { hits, simulations, seed, warned, silent }: Counted): void {
    const rate = hits / simulations;
    const row: CalibrationRow = {
      scenario: name,
      kind,
      simulations: String(simulations),
      hits: String(Number(hits.toFixed(2))), // a data set of many entries covers in part
      rate: rate.toFixed(4),
      error: Math.sqrt(rate * (1 - rate) / simulations).toFixed(4),
      band_low: String(band[0]),
      band_high: String(band[1]),
      in_band: String(inBand(rate, band, simulations)),
      procedure: cell?.procedure ?? "",
      clusters: cell?.clusters ?? "",
      setting: cell?.setting ?? "",
      seed: String(seed),
      warned: Number.isNaN(warned) ? "" : String(Number(warned.toFixed(2))),
      rate_unwarned: warned < simulations ? (silent / (simulations - warned)).toFixed(4) : "",
    };
    const at = this.rows.findIndex(({ scenario }) => scenario === name);
    if (at < 0) this.rows.push(row);
    else this.rows[at] = row;
    mkdirSync(dirname(this.path), { recursive: true });
    const lines = [
      COLUMNS.join(","),
      ...this.rows.map((one) => COLUMNS.map((column) => quoted(one[column])).join(",")),
    ];
    writeFileSync(`${this.path}.part`, `${lines.join("\n")}\n`);
    renameSync(`${this.path}.part`, this.path);
  }
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function readRows(text: string): CalibrationRow[] {
  const [head, ...lines] = text.trimEnd().split("\n").map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    )
  );
  return lines.map((cells) =>
    Object.fromEntries(COLUMNS.map((column) => [column, cells[head.indexOf(column)] ?? ""])) as CalibrationRow
  );
}
