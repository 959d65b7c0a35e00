import type pl from "nodejs-polars";
import { type Philautia, philautia } from "../../metrics/philautia.ts";
import { philautiaIntervals } from "../../metrics/philautia_intervals.ts";
import { PHILAUTIA_FACTS, philautiaScores } from "../../papers/philautia.ts";
import { captionCodes } from "../../results/caption_codes.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { orderedModels } from "./philautia_figure.ts";

/** An entry of Φ̃: published, simulated or from results. */
export interface PreferenceValue {
  setting: string;
  generator: string;
  evaluator: string;
  /** As printed where published, else the entry as the paper computes it. */
  value: number;
  printed: string | null;
  /** Interval over images, of the computed entry; `spread_provenance` says of what frame. */
  low: number;
  high: number;
  phi: number;
  n: number;
  noisy: boolean;
  provenance: Provenance;
  spread_provenance: Provenance;
}

/** The matrix of a setting in the paper's order of models, with its values by cell. */
export interface PreferenceValues extends Pick<Philautia, "setting"> {
  generators: string[];
  evaluators: string[];
  values: PreferenceValue[];
  images: number;
  matrix: Philautia;
}

/** The settings of a frame, that with references first. */
export function settingsOf(captionScores: pl.DataFrame): string[] {
  return captionCodes(captionScores).setting.levels.map(String).sort();
}

/**
 * Φ̃ of a setting with intervals over images. From the source `published` printed entries take the place of computed ones.
 */
export async function preferenceValues(
  captionScores: pl.DataFrame,
  setting: string,
  { source, origin, once }: Pick<FigureContext, "source" | "origin" | "once">,
  /** What tells these scores from the context's own, where they are others. */
  name = "",
): Promise<PreferenceValues> {
  const { matrix, table } = await once(`preferences ${setting} ${name}`, () => ({
    matrix: philautia(captionScores, { setting }),
    table: philautiaIntervals(captionScores, { setting }),
  }));
  const printed = source === "published" ? printedEntries(setting) : new Map<string, string>();
  const rows = table.toRecords() as unknown as (PreferenceValue & { n_clusters: number })[];
  return {
    setting,
    generators: orderedModels(matrix.generators),
    evaluators: orderedModels(matrix.evaluators),
    images: rows[0].n_clusters,
    matrix,
    values: rows.map(({ generator, evaluator, value, low, high, phi, n, noisy }) => {
      const text = printed.get(`${generator}\n${evaluator}`) ?? null;
      return {
        setting,
        generator,
        evaluator,
        value: text === null ? value : Number(text),
        printed: text,
        low,
        high,
        phi,
        n,
        noisy,
        provenance: text === null ? origin : "published",
        spread_provenance: origin,
      };
    }),
  };
}

/** Entries of Φ̃ as the paper prints them, by generator and evaluator. */
function printedEntries(setting: string): Map<string, string> {
  return new Map([
    ...philautiaScores().filter((score) => score.setting === setting)
      .map(({ model, printed }) => [`${model}\n${model}`, printed] as const),
    ...PHILAUTIA_FACTS.entries.filter(([where]) => where === setting)
      .map(([, generator, evaluator, value]) => [`${generator}\n${evaluator}`, value.toFixed(2)] as const),
  ]);
}
