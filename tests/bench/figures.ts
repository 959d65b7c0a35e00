import process from "node:process";
import { figureRenderer } from "@/figures/render_figure.ts";
import { figures, findFigure } from "@/figures/registry.ts";
import { rasterized } from "@/figures/render_pdf.ts";

/**
 * Milliseconds of processor time of every figure, the slowest first: drawing it with its numbers, its pixels, its PNG. One thread, one figure
 * after another: what a figure shares with others is counted where it is computed first.
 *
 *     deno run -A --no-check tests/bench/figures.ts [IDS, separated by commas]
 */
const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function timed<Value>(action: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const before = processor(), value = await action();
  return { value, ms: processor() - before };
}

const chosen = Deno.args.length > 0 ? Deno.args[0].split(",").map((id) => findFigure(id)) : figures;
const loaded = processor(), render = figureRenderer({ formats: ["svg", "csv"] });
const rows: { id: string; draw: number; pixels: number; png: number }[] = [];
for (const { id } of chosen) {
  const { value: { svg }, ms: draw } = await timed(() => render(id));
  const { ms: pixels } = await timed(async () => await (await rasterized(svg)).raw().toBuffer());
  const { ms: png } = await timed(async () =>
    await (await rasterized(svg)).png({ compressionLevel: 6 }).toBuffer()
  );
  rows.push({ id, draw, pixels, png });
}
const columns = ["draw", "pixels", "png"] as const;
const line = (name: string, values: readonly number[]) =>
  console.log(name.padEnd(40) + values.map((value) => value.toFixed(0).padStart(8)).join(""));
console.log("".padEnd(40) + columns.map((name) => name.padStart(8)).join(""));
for (const row of rows.sort((a, b) => b.draw + b.png - a.draw - a.png)) {
  line(row.id, columns.map((name) => row[name]));
}
line("all", columns.map((name) => rows.reduce((sum, row) => sum + row[name], 0)));
line("modules", [loaded]);
