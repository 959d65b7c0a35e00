import { philautiaCoverage } from "./philautia_coverage.ts";

// What the flag `noisy` is worth: `deno run -A tests/calibration/noise_rule.ts 200 1000` prints, per setting of the first evaluator (here of 1,000 images; a third argument picks settings by name), how often
// columns are flagged and what their intervals cover (in percent, ± a Monte-Carlo error over data sets), as a table.
const simulations = Number(Deno.args[0] ?? 40),
  wanted = Deno.args[2] ?? "",
  sizes = (Deno.args[1] ?? "100,200,1000").split(",").map(Number);
const CASES = [
  ["all alike", {}],
  ["noise × 2", { noise: 2 }],
  ["noise × 4", { noise: 4 }],
  [
    "differences × .5",
    { discriminates: 0.5 },
  ],
  ["differences × .25", { discriminates: 0.25 }],
  [
    "differences × .1",
    { discriminates: 0.1 },
  ],
  ["on 15% of images", { images: 0.15 }],
] as const;

console.log(
  "images,single score,first evaluator,data sets,all entries,first flagged,first covers,others flagged,flagged cover,unflagged cover",
);
for (const images of sizes) {
  for (const noise of [0.07, 0.2, 0.4]) {
    for (const [name, first] of CASES.filter(([one]) => one.includes(wanted))) {
      const found = philautiaCoverage({ images, noise, first, method: "jackknife", simulations, seed: 5 });
      const others = (12 * found.flaggedShare - found.firstFlagged) / 11;
      console.log([
        images,
        noise,
        name,
        simulations,
        ...[
          found.entries,
          found.firstFlagged,
          found.first,
          others,
          found.flagged,
          found.unflagged,
        ].map((share) => (100 * share).toFixed(1)),
      ].join(","));
    }
  }
}
