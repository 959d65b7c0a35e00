import { publishedTable } from "../../papers/published_table.ts";
import { textTable } from "./text_table.ts";

/** What the prompt says of each source, in a few words of our own. */
const GIST: Record<string, string> = {
  "COCO2017-val": "Everyday scenes with people, things and activities",
  "SUN397": "Finely distinguished scenes, indoors and outdoors",
  "Places365": "Places all over the world, told apart by what they are for",
  "GeoQA+": "Figures, lines and angles",
  "Geometry3K": "Figures with symmetry, distance and intersection",
  "UniGeo": "Sketched geometry problems with shapes and positions",
  "TextVQA": "Writing in the wild: signs, logos, things",
  "DocVQA": "Forms, reports and printed pages",
  "CoSyn": "Structured pictures made by programs",
  "ChartQAPro": "Charts, dashboards and infographics to analyse",
  "ChartBench": "Kinds of charts with quantities and categories",
  "AI2D": "Diagrams of physics, biology and concepts from school books",
  "TQA": "Labelled figures of textbooks",
  "InfographicVQA": "Infographics: words, icons and numbers",
  "MMTab": "Tables in rows and columns",
  "TabRecSet": "Tables in documents: their cells and what they mean",
  "ScreenSpot": "Web and mobile screens with their buttons, menus and fields",
  "Rico": "Layouts of app screens and what stands out in them",
  "A-OKVQA": "Real scenes that ask for facts or common sense",
  "VCR": "People: social context, intentions, causes",
  "ScienceQA": "Phenomena and experiments of the sciences",
  "VQA-RAD": "Medical images: anatomy and diagnosis",
  "ArtBench": "Works of art: style, composition, expression",
  "MathVision": "Shapes, graphs and numbers as problems",
  "MathVista": "Diagrams, charts, formulas, and scenes with mathematics in them",
  "MMCode": "Logic, structures and algorithms as diagrams of code",
  "Plot2Code": "Plots that code is to draw again",
  "MMEval": "Visual scenarios of many kinds, for standard tests",
  "MMMU-Pro": "Exam problems of text, diagrams and formulas",
};

export const table10 = textTable({
  file: "table10_source_texts.ts",
  number: "Table 10",
  title: "What the query writer is told of each source",
  columns: [{ key: "source", label: "Source" }, { key: "gist", label: "Gist of the text" }],
  rows: () => {
    const rows = publishedTable("mm-judgebias-table7-sources");
    const sources = [...new Set(rows.map(({ source_benchmark }) => source_benchmark))];
    return sources.map((source) => ({
      group: rows.find(({ source_benchmark }) => source_benchmark === source)!.task_type,
      cells: { source, gist: GIST[source] ?? "" },
    }));
  },
  caption:
    "One short text for each of the 29 sources goes into the prompt that writes the queries; here its gist in our own words, " +
    "under the first task type that the source serves.",
  footnotes: [
    "The paper’s caption speaks of 29 domain types: these are sources, the domains are twelve. It prints AI2D as A12D.",
  ],
  alt: "Table of 29 source benchmarks with what the query writer is told of each.",
});
