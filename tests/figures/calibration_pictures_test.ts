import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { drawCalibration } from "../calibration/pictures.ts";
import { normalisedSvg } from "./normalised_svg.ts";

const PICTURES = "figures/calibration";

Deno.test("the committed pictures of the calibration are those of its committed measurements", async () => {
  const out = await Deno.makeTempDir();
  await drawCalibration("data/calibration", out);
  const svgs = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".svg")).sort();
  assert.deepEqual(svgs(PICTURES), svgs(out));
  for (const name of svgs(out)) {
    const [committed, drawn] = [PICTURES, out].map((folder) =>
      normalisedSvg(readFileSync(`${folder}/${name}`, "utf8"))
    );
    assert.ok(
      committed === drawn,
      `${PICTURES}/${name} is stale: run \`deno task calibrate --draw\` and commit it`,
    );
  }
  await Deno.remove(out, { recursive: true });
});
