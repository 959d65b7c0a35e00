import { CRITERIA_SETS, type CriteriaSplit } from "../../results/criteria_sets.ts";
import type { Drawing } from "../figure_spec.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { facts } from "../values/facts.ts";

/** The criteria of a split as a table: name, what is meant, what is rewarded and penalised. */
function drawCriteria(split: CriteriaSplit): Drawing {
  const criteria = CRITERIA_SETS[split];
  return {
    body: {
      kind: "table",
      table: {
        columns: [
          { key: "name", label: "Criterion", align: "left", wrap: 110 },
          { key: "definition", label: "Definition", align: "left", wrap: 220 },
          { key: "reward", label: "Reward", align: "left", wrap: 155 },
          { key: "penalize", label: "Penalize", align: "left", wrap: 155 },
        ],
        ruled: true,
        rows: criteria.map(({ name, definition, reward, penalize }) => ({
          cells: { name: { text: name, bold: true }, definition, reward, penalize },
        })),
      },
    },
    data: facts(
      criteria.map(({ id, name, definition, reward, penalize }) => ({
        id,
        name,
        definition,
        reward,
        penalize,
      })),
      "redrawn",
    ),
    caption: "Criteria and their names are the paper’s, the wording is ours.",
    alt: `Table of the five criteria ${
      criteria.map(({ name }) => name).join(", ")
    } with what each rewards and penalises.`,
  };
}

export const table7: NamedFigure<"multi-crit-table7"> = figure("multi-crit-table7", {
  title: "Five criteria for open-ended generation",
  file: "criteria_tables",
  draw: () => drawCriteria("open_ended"),
});

export const table8: NamedFigure<"multi-crit-table8"> = figure("multi-crit-table8", {
  title: "Five criteria for verifiable reasoning",
  file: "criteria_tables",
  draw: () => drawCriteria("reasoning"),
});
