import { exampleDrawing } from "../cards/example_card.ts";
import { scene } from "../cards/scene.ts";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { BIRCH_EXAMPLES } from "./examples.ts";
import { BIRCH_SCENES } from "./scenes.ts";

/** The paper's example cards, each with a drawing of ours or a picture of the user's own. */
export const exampleFigures: readonly FigureSpec[] = BIRCH_EXAMPLES.map((example) =>
  figure(`birch-fig${example.figure}`, {
    file: "examples",
    title: example.title,
    kind: "example",
    draw: async ({ picture }) => {
      const own = await picture(`birch-fig${example.figure}`);
      return exampleDrawing(
        { origin: example.benchmark, ...example },
        scene(example.scene, BIRCH_SCENES[example.scene], own),
        {
          caption: `${example.caption} Choices are as published.`,
          footnotes: example.footnotes,
        },
      );
    },
  })
);
