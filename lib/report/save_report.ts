import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pl from "nodejs-polars";
import { toLatex } from "../figures/to_latex.ts";
import { writeFrame, writeWhole } from "../results/write_frame.ts";
import { columnNumbers } from "../results/factor.ts";
import { pText } from "./number_text.ts";
import { markdownOf } from "./report_markdown.ts";
import { levelText } from "./report_words.ts";
import type { Report } from "./report_options.ts";

/** Columns of the estimates that go into a paper's table. */
const IN_PAPER = ["estimate", "low", "high", "n", "clusters", "p_adjusted", "verdict"];

/** Writes a report into a folder, made where it is not there: page, record, estimates as CSV and LaTeX, Markdown; each whole or not at all. */
export function saveReport(made: Report, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) =>
    writeWhole(join(folder, name), (path) => writeFileSync(path, text));
  writeFrame(made.estimates, join(folder, "estimates.csv"));
  write("report.json", `${JSON.stringify(made.json, null, 2)}\n`);
  write("index.html", made.html);
  write("report.md", markdownOf(made.json));
  const main = made.estimates.filter(pl.col("look").eq(pl.lit("main")));
  const groups = main.columns.slice(0, main.columns.indexOf("quantity"))
    .filter((name) => name !== "look" && main.getColumn(name).nullCount() < main.height);
  const p = Array.from(columnNumbers(main.getColumn("p_adjusted")), pText);
  write(
    "estimates.tex",
    toLatex(main.select(...groups, ...IN_PAPER).withColumns(pl.Series("p_adjusted", p, pl.Utf8)), {
      names: { p_adjusted: "p, adjusted" },
      caption: `${made.json.title}. Fractions, with ${
        levelText(made.json.options.alpha)
      } intervals; p adjusted by Holm over all tested lines.`,
    }),
  );
}
