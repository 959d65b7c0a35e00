import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { drawCalibration } from "../calibration/pictures.ts";
import { CalibrationRecord } from "../calibration/record.ts";
import { contrast } from "@/figures/colors.ts";
import { paleTexts } from "./contrast.ts";
import { normalisedSvg } from "./normalised_svg.ts";

const PICTURES = "figures/calibration", RECORDS = "data/calibration";
const grid = new CalibrationRecord(`${RECORDS}/grid.csv`).rows;

/** The texts of a committed picture. */
function textsOf(file: string): string[] {
  const svg = readFileSync(`${PICTURES}/${file}.svg`, "utf8");
  return [...svg.matchAll(/<t(?:ext|span)[^>]*>([^<]+)</g)].map(([, text]) =>
    text.replaceAll("&lt;", "<").replaceAll("&amp;", "&")
  );
}

Deno.test("the committed pictures of the calibration are those of its committed measurements", async () => {
  const out = await Deno.makeTempDir();
  await drawCalibration(RECORDS, out);
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

Deno.test("cells of a grid say on which side of the band they are where the record says so, and nowhere else", () => {
  const count = (file: string, word: string) =>
    textsOf(file).filter((text) => text === word || text === `${word} °`).length;
  const files = { "κ": "coverage-kappa", "accuracy": "coverage-accuracy", "IB": "coverage-ib" };
  for (const [procedure, file] of Object.entries(files)) {
    const off = grid.filter((row) => row.procedure === procedure && row.in_band !== "true");
    assert.equal(count(file, "below"), off.filter(({ rate }) => Number(rate) < 0.93).length, procedure);
    assert.equal(count(file, "above"), off.filter(({ rate }) => Number(rate) > 0.97).length, procedure);
  }
  assert.ok(count("coverage-kappa", "below") > 0 && count("coverage-kappa", "above") > 0);
});

Deno.test("what is outside 93 to 97 is seen to be, what is within is white, and letters can be read on all", async () => {
  for (const name of readdirSync(PICTURES)) {
    const svg = readFileSync(`${PICTURES}/${name}`, "utf8");
    const cells = [...svg.matchAll(/<rect fill="(#\w+)"[^>]*><title>[^<]*coverage: ([\d.]+)/g)];
    assert.ok(cells.length >= 27, name);
    for (const [title, fill, rate] of cells) {
      const wanted = Number(rate) >= 93 && Number(rate) <= 97;
      assert.ok(wanted ? fill === "#ffffff" : contrast(fill, "#ffffff") > 1.15, title);
    }
    assert.deepEqual(await paleTexts(svg), [], name);
  }
});
