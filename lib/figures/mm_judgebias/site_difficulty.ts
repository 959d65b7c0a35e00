import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { themedPlot } from "../plot_document.ts";
import { counted, INK, INNER } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { provenanceNote } from "./score_rows.ts";
import { capital, countFrame, DIFFICULTIES, type SampleCount, sampleCounts, sum } from "./sample_tables.ts";

/** Colours of the page; further difficulties are grey. */
const COLORS: Record<string, string> = { easy: "#BFE5C9", moderate: "#FCE3A2", hard: "#F4B0B0" };

export const siteDifficulty = mmJudgebiasFigure({
  file: "site_difficulty.ts",
  id: "site-difficulty",
  number: "Project page",
  title: "Difficulty by bias type",
  kind: "chart",
  needs: ["difficulties"],
  available: ["published", "simulated"],
  build: async (context) => {
    const counts = await sampleCounts(context, "difficulties");
    if (counts.length === 0) throw new RangeError("figure: wanted results with difficulties, found none");
    const types = [...new Set(counts.map(({ group }) => group))];
    const labels = new Map<string, string>(BIAS_TAXONOMY.map(({ type, label }) => [type, label]));
    const found = new Set(counts.map(({ part }) => part));
    const parts = [
      ...DIFFICULTIES.filter((part) => found.has(part)),
      ...[...found].filter((part) => !DIFFICULTIES.includes(part)).sort(),
    ];
    const colorOf = (part: string) => COLORS[part] ?? INK.rule;
    const totals = types.map((group) => ({
      group,
      samples: sum(counts.filter((row) => row.group === group)),
    }));
    // Bars begin where those of the easier samples end.
    const bars = types.flatMap((group) => {
      let end = 0;
      return parts.flatMap((part) => {
        const own = counts.find((row) => row.group === group && row.part === part);
        if (!own) return [];
        const from = end;
        end += own.samples;
        return [{ ...own, from, to: end }];
      });
    });
    type Bar = SampleCount & { from: number; to: number };
    const widest = Math.max(...totals.map(({ samples }) => samples));
    const svg = await themedPlot((Plot) => ({
      width: INNER,
      height: 50 + 32 * types.length,
      marginLeft: 170,
      marginRight: 44,
      marginTop: 4,
      marginBottom: 36,
      y: {
        domain: types,
        label: null,
        tickSize: 0,
        tickFormat: (type: string) => labels.get(type) ?? type,
        padding: 0.2,
      },
      x: { domain: [0, widest], label: "Samples", labelArrow: false },
      marks: [
        Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8 }),
        Plot.barX(bars, {
          y: "group",
          x1: "from",
          x2: "to",
          fill: { value: ({ part }: Bar) => colorOf(part), scale: null },
          stroke: "white",
        }),
        Plot.text(bars.filter(({ from, to }) => (to - from) / widest > 0.04), {
          y: "group",
          x: ({ from, to }: Bar) => (from + to) / 2,
          text: ({ samples }: Bar) => counted(samples),
          fill: INK.text,
        }),
        Plot.text(totals, {
          y: "group",
          x: "samples",
          text: ({ samples }) => counted(samples),
          textAnchor: "start",
          dx: 6,
          fontWeight: "bold",
        }),
      ],
    }));
    return {
      body: { kind: "panels", panels: [{ svg }], columns: 1 },
      legend: parts.map((part) => ({ label: capital(part), color: colorOf(part) })),
      data: countFrame(counts, "bias_type", "difficulty"),
      caption: `Samples of each bias type by difficulty, with their sum. ${
        provenanceNote(counts.map(({ provenance }) => provenance), context)
      }`,
      alt: `Stacked bars of ${counted(sum(counts))} samples by difficulty in ${types.length} bias types.`,
    };
  },
});
