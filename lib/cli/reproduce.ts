import { runCommand } from "./command.ts";
import { RENDER_OPTIONS, renderAll } from "./render_all.ts";

await runCommand({
  name: "reproduce",
  summary: "Renders every figure and table of every paper that is built so far, as SVG, PNG and CSV.",
  options: RENDER_OPTIONS,
  notes: [
    "Numbers are published where the paper prints them, simulated (and marked so) where it does not, or computed from",
    "your own result files with --results.",
  ],
  run: ({ values }) => renderAll(values),
});
