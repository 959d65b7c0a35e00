import { FEEDS, testFigures } from "./any_figure.ts";

for (const feed of FEEDS.filter((feed) => feed === "pairs")) testFigures(feed);
