import { fixed } from "../../progress/told.ts";
import pl from "nodejs-polars";
import { z } from "zod";
import { IMAGE_SOURCES } from "../../judge/protocols/subtasks.ts";
import { publishedCells, publishedTable } from "../../papers/published_tables.ts";
import { type Operation, OPERATIONS } from "../../perturb/operations.ts";
import { grouped } from "../../stats/grouped.ts";
import { readCards, TEXT } from "./read_cards.ts";
import type { DrawnFigure, Specs } from "../figure.ts";
import type { FigureId } from "../figure_id.ts";
import { decimalsOf, spaced } from "../mm_judgebias/operation_figures.ts";
import { CRITERIA_SETS, type CriteriaSplit } from "../../results/criteria_sets.ts";
import { curly } from "../svg_text.ts";

/** Tables of the papers that have words rather than numbers: all of them but the rows that published tables have. */
const TABLES = readCards(
  "tables",
  z.record(
    TEXT,
    z.strictObject({
      title: TEXT,
      notebook: TEXT.optional(),
      /** How wide it is drawn, where that is wider than a page: it is scaled to one. */
      width: z.int().positive().optional(),
      columns: z.array(z.strictObject({
        key: TEXT,
        label: TEXT,
        align: z.enum(["left", "right", "center"]).optional(),
        /** The column whose text stands behind its own, smaller. */
        note: TEXT.optional(),
        bold: z.literal(true).optional(),
        /** Whether it stands in the CSV alone. */
        hidden: z.literal(true).optional(),
        /** What its cells are written as, by what the paper has. */
        names: z.record(TEXT, TEXT).optional(),
        /** Where its words come from, if not from the paper. */
        from: z.enum(["redrawn", "computed from published"]).optional(),
      })),
      ruled: z.literal(false).optional(),
      /** Whether its headings or heads of columns are ours. */
      headings: z.literal("redrawn").optional(),
      /** Cells in the order of the columns, where they are all ours. */
      rows: z.array(z.array(TEXT)).optional(),
      /** What the table has in place of words of the paper, or beside them. */
      words: z.record(TEXT, TEXT).optional(),
      caption: TEXT,
      footnotes: z.array(TEXT).optional(),
      alt: TEXT,
    }),
  ),
);

interface Row {
  group?: string;
  cells: Record<string, string>;
}

/** Rows from published tables, with the words that the cards have for them. */
const ROWS: Partial<Record<FigureId, (words: Readonly<Record<string, string>>) => Row[]>> = {
  "mm-judgebias-table1": () =>
    publishedTable("mm-judgebias-table1-taxonomy").map((
      { dimension, bias_type, probes, perturbation, metric },
    ) => ({
      group: dimension,
      cells: {
        bias_type,
        probes: `${capital(probes)}?`,
        perturbation: perturbation.replace(" and ", "; ").replace('""', "nothing").replaceAll(
          " -> ",
          "\u00a0→\u00a0",
        ),
        metric: metric === "BD" ? "BD ↑; score to fall" : "BC ↑; score to stay",
      },
    })),
  "mm-judgebias-table7": (about) =>
    [...grouped(publishedTable("mm-judgebias-table7-sources"), ({ domain }) => domain)].map((
      [domain, own],
    ) => ({
      group: own[0].task_type,
      cells: {
        domain,
        sources: own.map(({ source_benchmark }) => source_benchmark).join(", "),
        about: about[domain] ?? "",
      },
    })),
  "mm-judgebias-table10": () =>
    [...grouped(publishedTable("mm-judgebias-table7-sources"), (row) => row.source_benchmark)].map((
      [source, [{ task_type }]],
    ) => ({ group: task_type, cells: { source, gist: IMAGE_SOURCES[source] } })),
  "mm-judgebias-table11": (here) =>
    publishedTable("mm-judgebias-table11-perturbations").map((row) => ({
      group: `${row.bias_type} · ${here[row.group] ?? row.group}`,
      cells: {
        operation: row.operation.replace("Color", "Colour"),
        stated: stated(row.parameter_as_stated, row.note ?? "", row.model_used ?? ""),
        here: here[row.operation] in OPERATIONS
          ? rangesOf(OPERATIONS[here[row.operation]])
          : here[row.operation],
      },
    })),
  "mm-judgebias-table12": () =>
    subtasks(
      publishedTable("mm-judgebias-table12-text-subtasks")
        .map(({ domain_type, subtask }) => [domain_type, subtask] as const),
    ),
  "mm-judgebias-table17": (words) =>
    publishedTable("mm-judgebias-table17").map(({ group, study, ...row }) => ({
      group: words[group],
      cells: {
        study: study === "Ours" ? "MM-JudgeBias" : study,
        multimodal: words[row.multimodal],
        judge: words[row.judge],
        bias_eval: words[row.bias_eval],
        biases: [
          ["Text", row.text_bias],
          ["Multimodal", row.multimodal_bias],
          ["Limited to", row.domain_task.replaceAll(" only", "").replace("T2I", "text to image")],
        ].filter(([, biases]) => biases !== "–").map(([what, biases]) =>
          // A list by dimensions has colons of its own.
          `${what}${/^\w+: /.test(biases) ? " · " : ": "}${listed(biases)}`
        ).join(
          "\n",
        ) ||
          "–",
      },
    })),
  "philautia-tableA": () =>
    publishedCells("philautia-tableA").map(({ model, params, vision_encoder, llm_backbone }) => (
      { cells: { model, params, vision_encoder, llm_backbone } }
    )),
  "multi-crit-table7": () => criteria("open_ended"),
  "multi-crit-table8": () => criteria("reasoning"),
  "mm-judgebias-table18": () =>
    subtasks(
      publishedTable("mm-judgebias-table18-subtasks")
        .map(({ task_category, subtask }) => [task_category, subtask] as const),
    ),
};

const criteria = (split: CriteriaSplit): Row[] =>
  CRITERIA_SETS[split].map(({ id, name, definition, reward, penalize }) => (
    { cells: { id, name, definition, reward, penalize } }
  ));

/** One row per category with all of its subtasks and our count of them. */
function subtasks(rows: readonly (readonly [category: string, subtask: string])[]): Row[] {
  return [...grouped(rows, ([category]) => category)].map(([category, own]) => ({
    cells: { category, n: String(own.length), subtasks: own.map(([, subtask]) => subtask).join(", ") },
  }));
}

function listed(biases: string): string {
  return biases.replaceAll(" / ", ", ").replace("Instruction- Misalignment", "Instruction-Misalignment")
    .replace("Response-dominance", "Response-Dominance");
}

/** What the paper states of an operation: its strength, else what it is for. */
function stated(parameter: string, note: string, model: string): string {
  if (/not stated$/.test(parameter)) {
    const other = [note.startsWith("aesthetic") ? "" : note, model === "" ? "" : `Written by ${model}`]
      .filter((part) => part !== "").join("; ");
    return capital(other);
  }
  return capital(parameter.replace("+/-", "±").replace(" degrees", "°").replace(/(\d)-(\d)/g, "$1 to $2"));
}

function rangesOf({ ranges }: Operation): string {
  const entries = Object.entries(ranges).filter(([name]) => name !== "seed");
  return capital(
    entries.map(([name, ends]) => {
      const unit = name === "degrees" || name.startsWith("shear") ? "°" : "";
      const [low, high] = ends.map((end) => fixed(end, Math.max(...ends.map(decimalsOf))));
      return `${name === "degrees" ? "" : `${spaced(name)} `}${
        low === high ? low : `${low} to ${high}`
      }${unit}`;
    }).join(", ") || "No strength to choose",
  );
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The papers' tables of words; the CSV of each has the same cells. */
export const textTables: Specs = Object.fromEntries(Object.keys(TABLES).map((id) => [id, tableOf(id)]));

function tableOf(id: string): DrawnFigure {
  const { title, notebook, columns, rows, words = {}, ruled = true, headings, ...told } = TABLES[id];
  const base = columns.every(({ from }) => from === "redrawn");
  const more = [
    ...columns.flatMap(({ key, from }) => from && !base ? [[`${key}_provenance`, from]] : []),
    ...(headings ? [["heading_provenance", headings]] : []),
  ];
  return {
    title,
    notebook,
    file: "data/cards/tables.json",
    draw: () => {
      const given = ROWS[id as FigureId]?.(words) ??
        rows!.map((cells): Row => ({
          cells: Object.fromEntries(columns.map(({ key }, c) => [key, cells[c]])),
        }));
      const shown = columns.filter(({ key, hidden }) => !hidden && !columns.some(({ note }) => note === key));
      return {
        body: {
          kind: "table",
          table: {
            columns: shown.map(({ key, label, align = "left" }) => ({ key, label, align })),
            rows: given.map(({ group, cells }, r) => ({
              ...(group !== undefined && group !== given[r - 1]?.group ? { heading: group } : {}),
              cells: Object.fromEntries(
                shown.map(({ key, note, bold, names = {} }) => {
                  const text = names[cells[key]] ?? cells[key];
                  return [key, { text: base ? curly(text) : text, bold, note: note && cells[note] }];
                }),
              ),
            })),
            ruled,
          },
        },
        data: pl.DataFrame(given.map(({ group, cells }) => ({
          ...(group === undefined ? {} : { heading: group }),
          ...Object.fromEntries(columns.map(({ key }) => [key, cells[key] ?? ""])),
          provenance: base ? "redrawn" : "published",
          ...Object.fromEntries(more),
        }))),
        ...told,
      };
    },
  };
}
