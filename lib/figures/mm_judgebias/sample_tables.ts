import pl from "nodejs-polars";
import { mmJudgeBiasDifficulties, mmJudgeBiasDomains } from "../../papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { counted } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { experimentRows, provenanceNote } from "./score_rows.ts";

/** How many samples there are of a kind. */
export interface SampleCount {
  /** Task type or bias type. */
  group: string;
  /** Domain or difficulty. */
  part: string;
  samples: number;
  provenance: Provenance;
}

/** Difficulties in order. */
export const DIFFICULTIES = ["easy", "moderate", "hard"];

/** Samples by task and domain, or by bias type and difficulty: published, or counted in a `score pairs` frame. */
export async function sampleCounts(
  context: FigureContext,
  kind: "domains" | "difficulties",
): Promise<SampleCount[]> {
  if (context.source === "published") {
    const provenance = "published" as const;
    return kind === "domains"
      ? mmJudgeBiasDomains().map(({ task, domain, samples }) => ({
        group: task,
        part: domain,
        samples,
        provenance,
      }))
      : mmJudgeBiasDifficulties().map(({ type, difficulty, samples }) => ({
        group: type,
        part: difficulty,
        samples,
        provenance,
      }));
  }
  const [group, part] = kind === "domains" ? ["task_type", "domain"] : ["bias_type", "difficulty"];
  const frame = (await experimentRows(context, "main")).filter(
    pl.col("bias_type").neq(pl.lit("blank_image")),
  );
  const samples = frame.select(...new Set(["sample_id", "bias_type", group, part])).unique()
    .filter(pl.col(group).isNotNull().and(pl.col(part).isNotNull()));
  const counts = new Map<string, SampleCount>();
  for (const row of samples.select(pl.col(group).alias("group"), pl.col(part).alias("part")).toRecords()) {
    const key = `${row.group}\n${row.part}`;
    const one = counts.get(key) ??
      { group: String(row.group), part: String(row.part), samples: 0, provenance: context.origin };
    one.samples++;
    counts.set(key, one);
  }
  const order = kind === "domains"
    ? mmJudgeBiasDomains().map(({ task, domain }) => `${task}\n${domain}`)
    : BIAS_TAXONOMY.flatMap(({ type }) => DIFFICULTIES.map((difficulty) => `${type}\n${difficulty}`));
  const rank = (key: string) => order.includes(key) ? order.indexOf(key) : order.length;
  return [...counts].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)).map(([, count]) => count);
}

/** Counts as a tidy frame: what the CSV beside a figure holds. */
export function countFrame(counts: readonly SampleCount[], group: string, part: string): pl.DataFrame {
  const total = counts.reduce((sum, { samples }) => sum + samples, 0);
  return pl.DataFrame([
    pl.Series(group, counts.map((row) => row.group), pl.Utf8),
    pl.Series(part, counts.map((row) => row.part), pl.Utf8),
    pl.Series("samples", Int32Array.from(counts, ({ samples }) => samples), pl.Int32),
    pl.Series("share", counts.map(({ samples }) => samples / total), pl.Float64),
    pl.Series("provenance", counts.map(({ provenance }) => provenance), pl.Utf8),
  ]);
}

export function sum(counts: readonly SampleCount[]): number {
  return counts.reduce((all, { samples }) => all + samples, 0);
}

async function domainTable(context: FigureContext): Promise<Drawing> {
  const counts = await sampleCounts(context, "domains");
  if (counts.length === 0) {
    throw new RangeError("table: wanted results with task types and domains, found none");
  }
  const groups = [...new Set(counts.map(({ group }) => group))];
  const total = sum(counts);
  const cells = (part: string, samples: number, bold = false) => ({
    part: { text: part, bold },
    samples: { text: counted(samples), bold },
    share: { text: `${(100 * samples / total).toFixed(1)}%`, bold },
  });
  return {
    body: {
      kind: "table",
      table: {
        columns: [
          { key: "part", label: "Domain", align: "left" },
          { key: "samples", label: "Samples" },
          { key: "share", label: "Share" },
        ],
        rows: [
          ...groups.flatMap((group) => {
            const own = counts.filter((row) => row.group === group);
            return [
              ...own.map(({ part, samples }, i) => ({
                ...(i === 0 ? { heading: group } : {}),
                cells: cells(part, samples),
              })),
              { cells: cells("Subtotal", sum(own), true) },
            ];
          }),
          { heading: "All", cells: cells("Total", total, true) },
        ],
      },
    },
    data: countFrame(counts, "task_type", "domain"),
    caption: `Samples by task type and domain. ${
      provenanceNote(counts.map(({ provenance }) => provenance), context)
    }`,
    footnotes: context.source === "published"
      ? [
        "The 197 Unnecessary-Image samples are text-only and have eleven domains of their own; how they enter the twelve visual " +
        "domains here, whose sum is 1,804 with them, is not said.",
      ]
      : [],
    alt: `Table of ${counted(total)} samples in ${counts.length} domains of ${groups.length} task types.`,
  };
}

async function difficultyTable(context: FigureContext): Promise<Drawing> {
  const counts = await sampleCounts(context, "difficulties");
  if (counts.length === 0) throw new RangeError("table: wanted results with difficulties, found none");
  const parts = [...DIFFICULTIES, ...new Set(counts.map(({ part }) => part))]
    .filter((part, i, all) => all.indexOf(part) === i && counts.some((row) => row.part === part));
  const row = (label: string, own: readonly SampleCount[], bold = false) => ({
    cells: {
      type: { text: label, bold },
      ...Object.fromEntries(
        parts.map((part) => [part, { text: counted(sum(own.filter((one) => one.part === part))), bold }]),
      ),
      total: { text: counted(sum(own)), bold: true },
    },
  });
  const labels = new Map<string, string>(BIAS_TAXONOMY.map(({ type, label }) => [type, label]));
  return {
    body: {
      kind: "table",
      table: {
        columns: [
          { key: "type", label: "Bias type", align: "left" },
          ...parts.map((part) => ({ key: part, label: capital(part) })),
          { key: "total", label: "Total" },
        ],
        rows: [
          ...[...new Set(counts.map(({ group }) => group))].map((group) =>
            row(labels.get(group) ?? group, counts.filter((one) => one.group === group))
          ),
          { heading: "All", ...row("Total", counts, true) },
        ],
      },
    },
    data: countFrame(counts, "bias_type", "difficulty"),
    caption: `Samples by bias type and difficulty. ${
      provenanceNote(counts.map(({ provenance }) => provenance), context)
    }`,
    footnotes: context.source === "published"
      ? [
        "Section 3.4 speaks of an even distribution over the three dimensions: these have 613, 406 and 785 samples; even are the nine " +
        "types. It also names o4-mini as the author of the changed texts, Table 11 GPT-5.1.",
      ]
      : [],
    alt: `Table of ${counted(sum(counts))} samples by bias type and difficulty.`,
  };
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const file = "sample_tables.ts";

export const table5 = mmJudgebiasFigure({
  file,
  number: "Table 5",
  title: "Samples by task and domain",
  kind: "table",
  needs: ["score_domains"],
  available: ["published", "simulated"],
  build: domainTable,
});

export const table6 = mmJudgebiasFigure({
  file,
  number: "Table 6",
  title: "Samples by bias type and difficulty",
  kind: "table",
  needs: ["difficulties"],
  available: ["published", "simulated"],
  build: difficultyTable,
});

export const siteDomains = mmJudgebiasFigure({
  file,
  id: "site-stats-1-table",
  number: "Project page",
  title: "Samples by task and domain",
  kind: "table",
  needs: ["score_domains"],
  available: ["published", "simulated"],
  build: domainTable,
});

export const siteDifficulties = mmJudgebiasFigure({
  file,
  id: "site-stats-3-table",
  number: "Project page",
  title: "Samples by bias type and difficulty",
  kind: "table",
  needs: ["difficulties"],
  available: ["published", "simulated"],
  build: difficultyTable,
});
