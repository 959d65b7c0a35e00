import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { drawCalibration, inPictures } from "../calibration/pictures.ts";
import { CalibrationRecord } from "../calibration/record.ts";
import { normalisedSvg } from "./normalised_svg.ts";

const PICTURES = "figures/calibration", RECORDS = "data/calibration";
const grid = new CalibrationRecord(`${RECORDS}/grid.csv`).rows;
const rows = new CalibrationRecord(`${RECORDS}/scenarios.csv`).rows;

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

Deno.test("every scenario stands in one picture, in a family, under a name of its own that fits a page", () => {
  const pictures = inPictures(rows);
  const shown = pictures.flatMap(({ scenarios }) => scenarios.map(({ row }) => row.scenario));
  assert.deepEqual(shown.toSorted(), rows.map(({ scenario }) => scenario).toSorted());
  for (const { picture, scenarios } of pictures) {
    const names = scenarios.map(({ family, name }) => `${family}\n${name}`);
    assert.equal(new Set(names).size, names.length, `${picture.file}: two rows of one name`);
    assert.ok(names.length <= 30, `${picture.file}: ${names.length} rows`);
    assert.ok(scenarios.every(({ family, name }) => family !== "Others" && !name.includes("audit:")));
    for (const { family } of scenarios) assert.ok(textsOf(picture.file).includes(family), family);
  }
  // What belongs to none is not lost.
  const strange = { ...rows[0], scenario: "something new" };
  const [{ picture, scenarios: [{ family }] }] = inPictures([strange]);
  assert.deepEqual([picture.kind, family], [strange.kind, "Others"]);
});

Deno.test("rates of 0 and 100% have their interval, and rows their number of data sets", () => {
  const tips = (file: string) =>
    [...readFileSync(`${PICTURES}/${file}.svg`, "utf8").matchAll(/<title>([^<]+)</g)].map(([, text]) => text);
  for (const { picture, scenarios } of inPictures(rows)) {
    const own = tips(picture.file);
    for (const { row } of scenarios.filter(({ row }) => ["0.0000", "1.0000"].includes(row.rate))) {
      const n = Number(row.simulations);
      // Wilson's limits of none or all: z²/(n + z²) from the end; `statsmodels.stats.proportion.proportion_confint(0, 50, method="wilson")`: 0 to 0.0713.
      const far = 100 * 1.959964 ** 2 / (n + 1.959964 ** 2), none = row.rate === "0.0000";
      const limits = none ? `0.0 to ${far.toFixed(1)}` : `${(100 - far).toFixed(1)} to 100.0`;
      assert.ok(
        own.some((tip) => tip.includes(`(95% interval ${limits}; n = ${n}; simulated)`)),
        row.scenario,
      );
    }
    const texts = textsOf(picture.file);
    for (const { name, row } of scenarios) {
      const count = `(${Number(row.simulations).toLocaleString("en")})`;
      assert.ok([`${name} ${count}`, `${name}* ${count}`].some((text) => texts.includes(text)), name);
    }
  }
});
