import pl from "nodejs-polars";
import { meanScores } from "../../metrics/mean_scores.ts";
import { PHILAUTIA_EXAMPLES } from "../../papers/philautia.ts";
import { captionCodes } from "../../results/caption_codes.ts";
import type { FigureContext, FigureSpec } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { counted, fixed, signed } from "../theme.ts";
import { barLegend, type MeanScore } from "./fig2_mean_scores.ts";
import { orderedModels, philautiaFigure, provenanceNote, settingName } from "./philautia_figure.ts";
import { preferenceValues, settingsOf } from "./preference_values.ts";
import { type ScoreBar, scoreBars } from "./score_bars.ts";

/** What an example figure shows beside its scores. */
export interface ExampleFigure {
  /** `Figure 5`: also its number in `PHILAUTIA_EXAMPLES`. */
  number: string;
  title: string;
  file: string;
  /** What the caption gets wrong. */
  story: string;
}

/** A figure of the scores that one caption gets from all evaluators, beside what each gives on average. */
export function exampleBars({ number, title, file, story }: ExampleFigure): FigureSpec {
  const example = PHILAUTIA_EXAMPLES.find(({ figure }) => figure === number)!;
  return philautiaFigure({
    file,
    number,
    title,
    kind: "chart",
    available: ["published", "simulated"],
    build: async (context: FigureContext) => {
      const frame = await context.frame("caption scores");
      const isOwn = context.source === "results";
      const settings = settingsOf(frame);
      const setting = settings.includes(example.setting) ? example.setting : settings[0];
      const { image, writer } = isOwn ? await mostOverrated(frame, setting, example.model, context) : {
        image: example.image,
        writer: example.model,
      };
      const scores = scoresOf(frame, { setting, image, writer });
      const means = meanScores(frame, { setting }).toRecords() as unknown as MeanScore[];
      const published = context.source === "published";
      const bars = orderedModels(scores.keys()).map(
        (evaluator): ScoreBar & { mean_provenance: Provenance } => {
          const self = evaluator === writer, printed = published && self;
          return {
            evaluator,
            score: printed ? example.score : scores.get(evaluator)!,
            printed: printed ? example.score.toFixed(3) : null,
            low: NaN,
            high: NaN,
            mean: printed ? example.mean : means.find((row) => row.evaluator === evaluator)!.mean,
            self,
            provenance: printed ? "published" : context.origin,
            mean_provenance: printed ? "published" : context.origin,
          };
        },
      );
      const own = bars.find(({ self }) => self)!, others = bars.filter(({ self }) => !self);
      const below = others.filter(({ score, mean }) => score < mean).length;
      const surplus = own.score - own.mean;
      return {
        title: isOwn ? `A caption that ${writer} rates higher than others do` : undefined,
        body: {
          kind: "panels",
          columns: 1,
          panels: [{ svg: await scoreBars(bars, { label: "Score of this caption" }) }],
        },
        legend: barLegend(bars, { writer, simulated: false }),
        data: pl.DataFrame({
          setting: bars.map(() => setting),
          image_id: bars.map(() => image),
          generator: bars.map(() => writer),
          evaluator: bars.map(({ evaluator }) => evaluator),
          score: bars.map(({ score }) => score),
          mean_score: bars.map(({ mean }) => mean),
          provenance: bars.map(({ provenance }) => provenance),
          mean_provenance: bars.map(({ mean_provenance }) => mean_provenance),
        }),
        caption: `${settingName(setting)}. ${
          isOwn
            ? `Image ${image}: the one whose caption the writer overrates most against the others.`
            : story
        } ${writer} gives ` +
          `its own caption ${fixed(own.score, 3)}, ${signed(surplus, 3)} against its mean; ${below} of ${
            counted(others.length)
          } ` +
          `others are below theirs (n = 1 caption). ${
            provenanceNote(
              bars.map(({ provenance }) =>
                provenance
              ),
              context,
              "The solid bar and its diamond",
            )
          }`,
        footnotes: isOwn ? [] : ["One caption shows what the matrices measure; it proves nothing by itself."],
        alt:
          `Bars of the scores of one caption by ${writer} from every evaluator, with diamonds for their means.`,
      };
    },
  });
}

/** The scores that a caption gets, by evaluator; means where there are several runs. */
function scoresOf(
  frame: pl.DataFrame,
  { setting, image, writer }: { setting: string; image: string; writer: string },
): Map<string, number> {
  const codes = captionCodes(frame);
  const at = (factor: { levels: readonly unknown[] }, name: string) =>
    factor.levels.findIndex((level) => String(level) === name);
  const wanted = [at(codes.setting, setting), at(codes.image, image), at(codes.generator, writer)];
  const found = new Map<string, number[]>();
  for (let i = 0; i < codes.height; i++) {
    if (codes.image.codes[i] !== wanted[1] || codes.generator.codes[i] !== wanted[2]) continue;
    if (codes.setting.codes[i] !== wanted[0] || Number.isNaN(codes.score[i])) continue;
    const name = String(codes.evaluator.levels[codes.evaluator.codes[i]]);
    found.set(name, [...found.get(name) ?? [], codes.score[i]]);
  }
  return new Map([...found].map(([name, values]) => [name, values.reduce((a, b) => a + b) / values.length]));
}

/**
 * The image whose caption a writer overrates most: its surplus over its own mean less the others' average surplus. The
 * paper's writer where it is in the results, else the one with the highest philautia score.
 */
async function mostOverrated(
  frame: pl.DataFrame,
  setting: string,
  model: string,
  context: FigureContext,
): Promise<{ image: string; writer: string }> {
  const { matrix } = await preferenceValues(frame, setting, context);
  const writer = model in matrix.scores
    ? model
    : Object.entries(matrix.scores).sort((a, b) => b[1] - a[1])[0]?.[0];
  if (writer === undefined) {
    throw new RangeError("example: wanted a model that is generator and evaluator, found none");
  }
  const codes = captionCodes(frame);
  const means = new Map(
    (meanScores(frame, { setting }).toRecords() as unknown as MeanScore[]).map((
      { evaluator, mean },
    ) => [evaluator, mean]),
  );
  const own = new Map<number, number>(), others = new Map<number, number[]>();
  for (let i = 0; i < codes.height; i++) {
    if (String(codes.generator.levels[codes.generator.codes[i]]) !== writer || Number.isNaN(codes.score[i])) {
      continue;
    }
    if (String(codes.setting.levels[codes.setting.codes[i]]) !== setting) continue;
    const evaluator = String(codes.evaluator.levels[codes.evaluator.codes[i]]), image = codes.image.codes[i];
    const surplus = codes.score[i] - means.get(evaluator)!;
    if (evaluator === writer) own.set(image, surplus);
    else others.set(image, [...others.get(image) ?? [], surplus]);
  }
  const most = Math.max(...[...others.values()].map((list) => list.length));
  const contrast = [...own].filter(([image]) => others.get(image)?.length === most).map((
    [image, surplus],
  ) => ({
    image,
    contrast: surplus - others.get(image)!.reduce((a, b) => a + b) / most,
  })).sort((a, b) => b.contrast - a.contrast);
  if (contrast.length === 0) {
    throw new RangeError(`example: wanted an image scored by ${writer} and all others, found none`);
  }
  return { image: String(codes.image.levels[contrast[0].image]), writer };
}
