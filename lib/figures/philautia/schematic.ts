import { PHILAUTIA_FACTS, PHILAUTIA_MODELS, SETTING_NAMES } from "../../papers/philautia.ts";
import type { FigureSpec } from "../figure_spec.ts";

/** What the schematics of this paper have in common. */
export function philautiaSchematic(
  { file, ...spec }: Pick<FigureSpec, "id" | "number" | "title" | "build"> & { file: string },
): FigureSpec {
  return {
    ...spec,
    kind: "schematic",
    paper: "philautia",
    source: `lib/figures/philautia/${file}`,
    notebook: "notebooks/02_philautia.ipynb",
    frames: [],
    needs: [],
    available: ["published"],
  };
}

/** How many models, images, captions and scores the experiment has. */
export function experimentCounts() {
  const models = PHILAUTIA_MODELS.length, settings = Object.keys(SETTING_NAMES).length;
  return {
    models,
    images: PHILAUTIA_FACTS.images,
    captions: models * PHILAUTIA_FACTS.images,
    settings,
    scores: models * PHILAUTIA_FACTS.images * models * settings,
  };
}
