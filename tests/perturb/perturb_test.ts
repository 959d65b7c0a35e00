import assert from "node:assert/strict";
import { BIASES } from "@/papers/biases.ts";
import { publishedTable } from "@/papers/published_tables.ts";
import { perturb, type TextFunctions } from "@/perturb/perturb.ts";
import { filledRaster, type Raster, readImage, writeImage } from "@/perturb/image_files.ts";
import type { Sample } from "@/perturb/sample.ts";
import { textureInsertion } from "@/perturb/texture_insertion.ts";
import { applyTransformation, drawTransformation, OPERATIONS } from "@/perturb/operations.ts";
import { random } from "@/stats/random.ts";
import { pasteRaster } from "./paste_raster.ts";

function scene(shade: number): Raster {
  const picture = filledRaster(120, 90, [shade, 120, 200]);
  pasteRaster(picture, filledRaster(30, 20, [220, 60, 20]), 20, 50);
  return picture;
}

const pool: Sample[] = await Promise.all(Array.from({ length: 12 }, async (_, i) => ({
  id: `s${i}`,
  query: `What is in picture ${i}?`,
  // Three samples about each picture.
  image: await writeImage(scene(40 + 10 * Math.floor(i / 3)), i % 2 === 0 ? "png" : "jpeg"),
  imageId: `picture ${Math.floor(i / 3)}`,
  response: "A box.",
  description: "A red box on a blue ground.",
  keywords: "red box",
})));
const [sample] = pool;
const text: Sample = { id: "t", query: "Is 7 prime?", image: null, response: "Yes." };

/** The same whatever the machine: what a record says, and which bytes. */
const bytes = (one: { sample: Sample }) => one.sample.image as Uint8Array;

Deno.test("integrality: null image, null query, both; the rest as it was", async () => {
  const noImage = await perturb(sample, "text_dominance", { seed: 1 }), black = noImage.sample.image;
  const { width, height, data } = (await readImage(black!)).raster;
  assert.deepEqual([width, height, data.every((value) => value === 0)], [224, 224, true]);
  assert.equal(noImage.record.bias_type, "text_dominance");
  const noQuery = await perturb(sample, "image_dominance", { seed: 1 });
  const neither = await perturb(sample, "response_dominance", { seed: 1 });
  const { query, image, response } = sample;
  assert.deepEqual(
    [noImage, noQuery, neither].map(({ sample }) => [sample.query, sample.image, sample.response]),
    [[query, black, response], ["", image, response], ["", black, response]],
  );
});

Deno.test("misalignment: never the sample's own picture or query, every other one equally often", async () => {
  // Each picture that is drawn is read whole, so that fewer are drawn; one donor twice as likely, or left out, shows in these.
  for (const [bias, each] of [["instruction_misalignment", 200], ["image_misalignment", 50]] as const) {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 9 * each; seed++) {
      const { record, sample: changed } = await perturb(sample, bias, { seed, pool });
      assert.notEqual(record.donor!.image_id, sample.imageId);
      counts.set(record.donor!.id, (counts.get(record.donor!.id) ?? 0) + 1);
      const donor = pool.find(({ id }) => id === record.donor!.id)!;
      assert.equal(changed.query, bias === "instruction_misalignment" ? donor.query : sample.query);
      assert.equal(changed.image, bias === "instruction_misalignment" ? sample.image : donor.image);
    }
    // Nine donors; standard deviation √(9 each · 1/9 · 8/9) = 13.3 and 6.7.
    assert.equal(counts.size, 9);
    const deviation = Math.sqrt(each * 8 / 9);
    for (const [id, count] of counts) {
      assert.ok(Math.abs(count - each) < 4.5 * deviation, `${bias}, ${id}: ${count}`);
    }
  }
});

Deno.test("misalignment: the same bytes under another name, the same query, and what cannot be read are no donors", async () => {
  const query = "WHAT is in  picture 0? ", twin = { ...sample, id: "twin", imageId: "another name", query };
  const broken = { ...pool[4], image: new Uint8Array([1, 2, 3]) };
  const cases: ["image_misalignment" | "instruction_misalignment", Sample[] | undefined, RegExp][] = [
    ["image_misalignment", [sample, twin], /found none among 2/],
    ["instruction_misalignment", [twin], /found none among 1/],
    ["image_misalignment", undefined, /found none among 0/],
    ["image_misalignment", [broken], /another image that can be read .*none among 1/],
  ];
  for (const [bias, pool, message] of cases) {
    await assert.rejects(perturb(sample, bias, { seed: 1, pool }), { name: "RangeError", message });
  }
});

Deno.test("detail description: appended behind a blank; a function's text comes before the supplied one", async () => {
  const supplied = await perturb(sample, "detail_description", { seed: 1 });
  assert.equal(supplied.sample.query, "What is in picture 0? A red box on a blue ground.");
  const texts: TextFunctions = { describe: (image) => Promise.resolve(` ${image.length} bytes.\n`) };
  const written = await perturb(sample, "detail_description", { seed: 1, texts });
  assert.equal(written.record.text!.by, "function");
  assert.equal(written.sample.query, `What is in picture 0? ${(sample.image as Uint8Array).length} bytes.`);
  const { description: _, ...bare } = sample;
  await assert.rejects(perturb(bare, "detail_description", { seed: 1 }), /wanted a description of s0/);
  const silent = { describe: () => Promise.resolve(" ") };
  await assert.rejects(perturb(sample, "detail_description", { seed: 1, texts: silent }), RangeError);
});

Deno.test("unnecessary image: drawn until the check says that it is not needed; unchecked is recorded", async () => {
  const unchecked = await perturb(text, "unnecessary_image", { seed: 1, pool });
  assert.equal(unchecked.record.needs_image, "unchecked");
  assert.ok(unchecked.sample.image && unchecked.sample.query === text.query);
  let asked = 0;
  const texts: TextFunctions = { needsImage: () => Promise.resolve(++asked < 3) };
  const third = await perturb(text, "unnecessary_image", { seed: 1, pool, texts });
  assert.deepEqual(third.record.needs_image, [true, true, false]);
  const always: TextFunctions = { needsImage: () => Promise.resolve(true) };
  await assert.rejects(perturb(text, "unnecessary_image", { seed: 1, pool, texts: always }), /need all 8/);
});

Deno.test("visual transformation: one geometric and seven to nine different aesthetic operations", () => {
  const counts: Record<string, number> = {};
  for (let seed = 0; seed < 600; seed++) {
    const steps = drawTransformation(random(seed));
    const groups = steps.map(({ operation }) => OPERATIONS[operation].group);
    assert.equal(groups[0], "geometric");
    assert.equal(groups.filter((group) => group === "geometric").length, 1);
    assert.ok(steps.length >= 8 && steps.length <= 10);
    assert.equal(new Set(steps.map(({ operation }) => operation)).size, steps.length);
    for (const what of [steps[0].operation, `${steps.length - 1} aesthetic`]) {
      counts[what] = (counts[what] ?? 0) + 1;
    }
    for (const { operation, parameters } of steps) {
      const { degrees = 0, quality = 70 } = parameters;
      assert.ok(Math.abs(degrees) <= 7 && quality >= 65 && quality <= 88, operation);
    }
  }
  // 150 of each geometric operation (sd 10.6), 200 of each count (sd 11.5).
  assert.equal(Object.keys(counts).length, 7);
  for (const [what, count] of Object.entries(counts)) {
    assert.ok(Math.abs(count - (/aesthetic/.test(what) ? 200 : 150)) < 50, `${what}: ${count}`);
  }
});

Deno.test("visual transformation: its operations are those of Table 11, in its groups", () => {
  const published = publishedTable("mm-judgebias-table11-perturbations")
    .filter(({ bias_type, group }) => bias_type === "Visual-Transformation" && group !== "logic");
  const groups = (rows: { group: unknown }[]) => rows.map(({ group }) => group).sort();
  assert.deepEqual(groups(Object.values(OPERATIONS)), groups(published));
});

Deno.test("visual transformation: the record repeats the picture; the sample's own seed decides, not its place", async () => {
  const png = pool[2];
  const once = await perturb(png, "visual_transformation", { seed: 5 });
  const again = await perturb(png, "visual_transformation", { seed: 5, pool });
  assert.deepEqual(bytes(once), bytes(again));
  assert.deepEqual(once.record, again.record);
  const { raster } = await readImage(png.image as Uint8Array);
  const repeated = await applyTransformation(raster, JSON.parse(JSON.stringify(once.record.steps)));
  assert.deepEqual(repeated, (await readImage(bytes(once))).raster);
  assert.match(String(once.record.made_with), /^sharp \d+\.\d+\.\d+, libvips \d+/);
  const other = await perturb(png, "visual_transformation", { seed: 6 });
  assert.notDeepEqual(bytes(once), bytes(other));
  await assert.rejects(applyTransformation(raster, [{ operation: "melt", parameters: {} }]), /found "melt"/);
});

Deno.test("texture insertion: keywords or the query by chance, below the untouched picture", async () => {
  const contents = new Set<string>();
  for (let seed = 0; seed < 12; seed++) {
    const { sample: changed, record } = await perturb(pool[0], "texture_insertion", { seed });
    contents.add(record.text!.content);
    const { raster } = await readImage(changed.image!);
    assert.ok(raster.height > 90 && raster.width === 240); // 120 pixels are too narrow for text
    const { raster: original } = await readImage(pool[0].image as Uint8Array);
    for (let y = 0; y < 90; y++) {
      const line = raster.data.slice(3 * (240 * y + 60), 3 * (240 * y + 180));
      assert.deepEqual(line, original.data.slice(360 * y, 360 * (y + 1)));
    }
  }
  assert.deepEqual([...contents].sort(), ["keywords", "query"]);
  const { keywords: _, ...bare } = pool[0];
  const lacking = perturb(bare, "texture_insertion", { seed: 1, content: "keywords" });
  await assert.rejects(lacking, /wanted keywords of s0/);
  const query = await perturb(bare, "texture_insertion", { seed: 1, content: "query" });
  assert.equal(query.record.text!.text, bare.query);
});

Deno.test("texture insertion: white letters with black edges on 135 grey, wrapped inside the canvas", async () => {
  const long = `${"A rather long question about the picture above. ".repeat(6)}${"unbreakable".repeat(12)}`;
  for (const [width, height] of [[1, 1], [640, 480], [2000, 10]]) {
    const given = filledRaster(width, height, [9, 9, 9]);
    const { width: wide, height: high, data } = await textureInsertion(given, long);
    assert.equal(wide, Math.max(240, width));
    const below = data.slice(3 * wide * height);
    const share = (of: number) => below.filter((value) => value === of).length / below.length;
    const [grey, black, white] = [135, 0, 255].map(share);
    assert.ok(grey > 0.2 && black > 0.005 && white > 0.1, `${grey}, ${black}, ${white}`);
    // The margins stay white: nothing is cut off at the sides or below.
    for (let y = height; y < high; y++) {
      for (const x of [0, wide - 1]) assert.equal(data[3 * (y * wide + x)], 255);
    }
    assert.ok(below.slice(-3 * wide).every((value) => value === 255));
  }
});

Deno.test("texture insertion: markup is text, right-to-left works, blank, endless and undrawable text is refused", async () => {
  const picture = filledRaster(300, 20, [255, 255, 255]);
  const plain = await textureInsertion(picture, "<b>a</b> & <i>");
  const bold = await textureInsertion(picture, "a &");
  assert.ok(plain.data.length >= bold.data.length);
  for (const script of ["Größe", "размер", "μέγεθος", "שלום עולם", "مرحبا بالعالم", "😀", "⬡"]) {
    assert.ok((await textureInsertion(picture, script)).height > 40, script);
  }
  const refused: [text: string, words: RegExp][] = [
    [" \n ", /found 0/],
    ["a".repeat(5001), /found 5001/],
    ["a\u{10fffd}", /a font at hand has, found .* \(U\+10FFFD\)/],
    ["x \ue0f1\ue0f2\ue0f3\ue0f4\ue0f5\ue0f6\ue0f7 y", /U\+E0F1.*\(U\+E0F5\) and 2 more/],
  ];
  for (const [text, words] of refused) await assert.rejects(textureInsertion(picture, text), words);
});

Deno.test("every bias type says what it lacks", async () => {
  for (const { type } of BIASES) {
    const wrong = type === "unnecessary_image" ? sample : text;
    await assert.rejects(perturb(wrong, type, { seed: 1, pool }), /wants a sample with/, type);
    const right = type === "unnecessary_image" ? text : sample;
    await assert.rejects(perturb({ ...right, query: " " }, type, { seed: 1, pool }), /wanted a query/, type);
  }
  // @ts-expect-error: not a bias type
  await assert.rejects(perturb(sample, "blank_image", { seed: 1 }), /found "blank_image"/);
});
