import { exampleBars } from "./example_bars.ts";

const file = "examples.ts";

export const fig5 = exampleBars({
  file,
  number: "Figure 5",
  title: "A mistaken caption that its writer rates highest",
  story:
    "The picture shows stacked wood in a garage; the caption takes it for parts of beehives and adds a beekeeper.",
});

export const figB = exampleBars({
  file,
  number: "Figure B",
  title: "A weapon mistaken, and its writer’s score of the caption",
  story: "The picture shows a woman with a long bow and an arrow; the caption makes the bow a blowgun.",
});

export const figC = exampleBars({
  file,
  number: "Figure C",
  title: "Sweets mistaken, and their writer’s score of the caption",
  story: "The picture shows balls of puffed rice in a tray; the caption takes them for marshmallows.",
});
