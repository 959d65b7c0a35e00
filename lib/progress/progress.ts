import { requireOptions } from "../progress/require.ts";
import process from "node:process";
import { notebookDisplay, printable } from "./show.ts";

/** A running count of something long. */
export interface Progress {
  /** So many more are done (1 by default), optionally with a word on the current one. */
  tick(count?: number, note?: string): void;
  /** So many more need no work: they count as done, but not in the pace that tells the time left. */
  skip(count?: number, note?: string): void;
  /** All is done (or given up): the last state stays on the screen; of a notebook only where not all is done. */
  done(): void;
}

/** How often a log without a terminal gets a line, and one on which nothing moves, and how often a screen is drawn anew. */
const LINE_MS = 5000, STILL_MS = 60_000, DRAW_MS = 100;
const BAR_WIDTH = 24;

/**
 * Shows how far long work is, wherever it runs: one line that is redrawn on a terminal, one output that is updated in
 * Jupyter, a line every five seconds elsewhere (a log; a minute where nothing moves). Work that ends before the first of these is due leaves a log empty.
 * It writes to stderr and never throws: work does not fail because its progress cannot be shown.
 *
 * @example
 * ```ts
 * import { progress } from "judgebias";
 *
 * const bar = progress({ total: 3, label: "figures", silent: true });
 * for (let i = 0; i < 3; i++) bar.tick();
 * bar.done();
 * console.log("three figures are drawn");
 * ```
 */
export function progress(options: { total: number; label: string; silent?: boolean }): Progress {
  const { total, label, silent } = requireOptions("progress", options, ["total", "label", "silent"]);
  const started = performance.now();
  const screen = silent ? null : chooseScreen();
  let current = 0, skipped = 0, drawn = -Infinity, drawnCount = -1, lastNote = "";
  const draw = (final: boolean) => {
    const now = performance.now();
    if (final && screen?.kind === "log" && drawnCount === current) return;
    const every = screen?.kind !== "log" ? DRAW_MS : drawnCount === current ? STILL_MS : LINE_MS;
    if (!screen || (!final && now - drawn < every)) return;
    if (screen.kind === "log" && drawn === -Infinity && now - started < LINE_MS) return;
    drawn = now;
    drawnCount = current;
    try {
      const line = progressLine({
        ...{ label, current, skipped, total, seconds: (now - started) / 1000, note: lastNote },
      });
      screen.draw(final && current >= total && screen.kind === "notebook" ? "" : line, final);
    } catch {
      // The screen went away; the work goes on.
    }
  };
  const add = (count: number, note: string) => {
    current += count;
    lastNote = note;
    draw(false);
  };
  draw(false);
  return {
    tick: (count = 1, note = "") => add(count, note),
    skip(count = 1, note = "") {
      skipped += count;
      add(count, note);
    },
    done: () => draw(true),
  };
}

type State = Record<"label" | "note", string> & Record<"current" | "total" | "seconds", number>;

export function progressLine(
  { label, current, skipped = 0, total, seconds, note }: State & { skipped?: number },
): string {
  const share = total > 0 ? Math.min(1, current / total) : 1;
  const full = Math.round(share * BAR_WIDTH);
  const left = current > skipped && current < total
    ? `, ${duration(seconds / (current - skipped) * (total - current))} left`
    : "";
  const bar = "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
  return `${label} ${bar} ${current}/${total}, ${duration(seconds)}${left}${note ? `, ${note}` : ""}`;
}

function duration(seconds: number): string {
  const whole = Math.round(seconds), minutes = Math.round(seconds / 60);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

interface Screen {
  kind: "terminal" | "notebook" | "log";
  draw(line: string, final: boolean): void;
}

function chooseScreen(): Screen {
  const display = notebookDisplay();
  if (display) {
    const display_id = crypto.randomUUID();
    let update = false;
    return {
      kind: "notebook",
      draw(line) {
        display({ "text/plain": line }, { raw: true, display_id, update }).catch(() => {
          // The front end went away; the work goes on.
        });
        update = true;
      },
    };
  }
  if (process.stderr.isTTY) {
    let rows = 1;
    return {
      kind: "terminal",
      draw(line, final) {
        const text = printable(line), up = rows > 1 ? `\x1b[${rows - 1}A` : "";
        // A line wider than the screen takes several rows, which all are drawn anew.
        rows = Math.max(1, Math.ceil(text.length / (process.stderr.columns || Infinity)));
        process.stderr.write(`${up}\r\x1b[J${text}${final ? "\n" : ""}`);
      },
    };
  }
  return { kind: "log", draw: (line) => void process.stderr.write(`${printable(line)}\n`) };
}
