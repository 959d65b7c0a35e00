import { publishedTable } from "../../papers/published_table.ts";
import type { NamedFigure } from "../figure.ts";
import { textTable } from "./text_table.ts";

/** What each domain is about, in our own words. */
const ABOUT: Record<string, string> = {
  "General": "What is in an everyday picture, and what it is like",
  "Spatial / Layout": "Where things are: rooms, places, geometric figures",
  "Text": "Reading text in photographs and documents",
  "Chart / Plot": "Charts, diagrams and infographics",
  "Table": "Looking up and comparing cells",
  "Web / App / UI": "Screens, their parts and what these do",
  "Factual / Commonsense": "Facts and common sense beyond what is seen",
  "Domain-Specific": "Science, medicine and art",
  "Causal / Logical": "Why things are as they are, and what follows",
  "Math": "Calculating with figures, graphs and formulas",
  "Code / Symbolic": "From pictures to code, and back",
  "Exam": "Exam questions shown as pictures",
};

/** Table 7, which the project page shows too. */
export const table7: NamedFigure<"mm-judgebias-table7"> = textTable("mm-judgebias-table7", {
  title: "Where the pictures come from",
  columns: [
    { key: "domain", label: "Domain" },
    { key: "sources", label: "Source benchmarks", wrap: 260 },
    { key: "about", label: "About", wrap: 260, ours: true },
  ],
  rows: () => {
    const rows = publishedTable("mm-judgebias-table7-sources");
    const domains = [...new Set(rows.map(({ domain }) => domain))];
    return domains.map((domain) => {
      const own = rows.filter((row) => row.domain === domain);
      return {
        group: own[0].task_type,
        cells: {
          domain,
          sources: own.map(({ source_benchmark }) => source_benchmark).join(", "),
          about: ABOUT[domain] ?? "",
        },
      };
    });
  },
  caption:
    "Four task types, twelve domains and the 29 benchmarks whose pictures they take (some serve several domains); their own queries are " +
    "not used.",
  alt: "Table of twelve domains under four task types with their source benchmarks.",
});
