import pl from "nodejs-polars";
import { CRITERIA_SETS, type CriteriaSplit } from "../../results/criteria_sets.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { multiCritFigure } from "./multi_crit_figure.ts";

/** The criteria of a split as a table: name, what is meant, what is rewarded and penalised. */
function criteriaTable(number: "Table 7" | "Table 8", split: CriteriaSplit, title: string): FigureSpec {
  return multiCritFigure({
    file: "criteria_tables.ts",
    number,
    title,
    kind: "table",
    frames: [],
    available: ["published"],
    build: () => {
      const criteria = CRITERIA_SETS[split];
      const text = (name: "id" | "name" | "definition" | "reward" | "penalize") =>
        pl.Series(name, criteria.map((one) => one[name]), pl.Utf8);
      return Promise.resolve({
        body: {
          kind: "table",
          table: {
            columns: [
              { key: "name", label: "Criterion", align: "left", wrap: 110 },
              { key: "definition", label: "What is judged", align: "left", wrap: 220 },
              { key: "reward", label: "Rewarded", align: "left", wrap: 155 },
              { key: "penalize", label: "Penalised", align: "left", wrap: 155 },
            ],
            ruled: true,
            rows: criteria.map(({ name, definition, reward, penalize }) => ({
              cells: { name: { text: name, bold: true }, definition, reward, penalize },
            })),
          },
        },
        data: pl.DataFrame([
          ...(["id", "name", "definition", "reward", "penalize"] as const).map(text),
          pl.Series("provenance", criteria.map(() => "published"), pl.Utf8),
        ]),
        caption: "Criteria and their names are the paper's, the wording is ours.",
        alt: `Table of the five criteria ${
          criteria.map(({ name }) => name).join(", ")
        } with what each rewards and penalises.`,
      });
    },
  });
}

export const table7 = criteriaTable("Table 7", "open_ended", "Five criteria for open-ended answers");
export const table8 = criteriaTable("Table 8", "reasoning", "Five criteria for verifiable reasoning");
