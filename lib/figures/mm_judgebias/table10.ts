import { IMAGE_SOURCES } from "../../judge/protocols/image_sources.ts";
import { publishedTable } from "../../papers/published_table.ts";
import type { NamedFigure } from "../figure.ts";
import { textTable } from "./text_table.ts";

export const table10: NamedFigure<"mm-judgebias-table10"> = textTable("mm-judgebias-table10", {
  title: "What the query writer is told of each source",
  columns: [{ key: "source", label: "Source" }, { key: "gist", label: "Text", ours: true }],
  rows: () => {
    const rows = publishedTable("mm-judgebias-table7-sources");
    const sources = [...new Set(rows.map(({ source_benchmark }) => source_benchmark))];
    return sources.map((source) => ({
      group: rows.find(({ source_benchmark }) => source_benchmark === source)!.task_type,
      cells: { source, gist: IMAGE_SOURCES[source] },
    }));
  },
  caption:
    "A short text on each of the 29 sources goes into the prompt that writes the queries; a source stands under the first task type " +
    "that it serves.",
  footnotes: [
    "The paper’s caption speaks of 29 domain types: these are sources, the domains are twelve. It prints AI2D as A12D.",
  ],
  alt: "Table of 29 source benchmarks with what the query writer is told of each.",
});
