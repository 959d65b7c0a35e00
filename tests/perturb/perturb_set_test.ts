import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { relative } from "node:path";
import { BIASES } from "@/papers/biases.ts";
import { fileNames, perturbSet } from "@/perturb/perturb_set.ts";
import { filledRaster, readImage, writeImage } from "@/perturb/image_files.ts";
import { readSamples } from "@/perturb/read_samples.ts";
import { jsonLines } from "../judge/study.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { pasteRaster } from "./paste_raster.ts";

/** A set of `count` samples with pictures and two of text alone, in a folder of its own. */
async function madeSet({ count = 10, side = 60 } = {}) {
  const { path: folder, [Symbol.dispose]: dispose } = tempFolder(), input = `${folder}/samples.jsonl`;
  Deno.mkdirSync(`${folder}/pictures`);
  const known = { response: "A box.", description: "A red box.", keywords: "red box", domain: "general" };
  const lines: Record<string, unknown>[] = [];
  for (let i = 0; i < count; i++) {
    const picture = filledRaster(2 * side, side, [20 * i % 256, 120, 200]);
    pasteRaster(picture, filledRaster(20, 10, [220, 60, 20]), i, 2 * i % 40);
    const image = `pictures/${i}.${i % 2 === 0 ? "png" : "jpg"}`;
    Deno.writeFileSync(`${folder}/${image}`, await writeImage(picture, i % 2 === 0 ? "png" : "jpeg"));
    lines.push({ id: `s/${i}`, query: `What is ${i}?`, image, ...known });
  }
  for (const id of ["t0", "t1"]) {
    lines.push({ id, query: `Is 7 prime, ${id}?`, image: null, response: "Yes." });
  }
  const write = () => Deno.writeTextFileSync(input, lines.map((line) => JSON.stringify(line)).join("\n"));
  write();
  // What two workers do is asked below; each costs a quarter of a second to start.
  const set = { input, out: `${folder}/pairs`, seed: 1, workers: 1 };
  return { folder, set, lines, write, [Symbol.dispose]: dispose };
}

/** All files below a folder with the hashes of their bytes. */
const filesOf = (folder: string) =>
  Object.fromEntries(
    globSync(`${folder}/**/*.*`).sort().map((path) => [
      relative(folder, path),
      createHash("sha256").update(Deno.readFileSync(path)).digest("hex"),
    ]),
  );

Deno.test("every bias type: pairs in the input's order under the release's names, with whole images", async () => {
  using at = await madeSet();
  const asGiven = {
    image: "image_dominance instruction_misalignment detail_description".split(" "),
    instruction: "text_dominance image_misalignment texture_insertion visual_transformation unnecessary_image"
      .split(" "),
  };
  for (const { type: bias } of BIASES) {
    const { path, written, passedOver, faults } = await perturbSet({ ...at.set, bias }),
      isText = bias === "unnecessary_image";
    assert.deepEqual([written, passedOver, faults], isText ? [2, 10, []] : [10, 2, []]);
    const pairs = jsonLines(path), ids = isText ? ["t0", "t1"] : at.lines.slice(0, 10).map(({ id }) => id);
    assert.deepEqual(pairs.map(({ id }) => id), ids);
    for (const pair of pairs) {
      assert.deepEqual([pair.bias_type, pair.domain], [bias, isText ? undefined : "general"]);
      for (const image of [pair.unbiased_image, pair.biased_image]) {
        if (image !== null) await readImage(Deno.readFileSync(`${at.set.out}/${image}`));
      }
      assert.equal(pair.unbiased_image === null, isText);
      const same = [
        pair.biased_image === pair.unbiased_image,
        pair.biased_instruction === pair.unbiased_instruction,
      ];
      assert.deepEqual(same, [asGiven.image.includes(bias), asGiven.instruction.includes(bias)], bias);
    }
  }
});

Deno.test("one worker or three, and pairs read back: the same files; half-written ones of a process that ended go, those of one that runs stay", async () => {
  using at = await madeSet();
  const images = `${at.folder}/3/images/unbiased`, own = `b.png.${Deno.pid}-0a1b2c3d.tmp`;
  Deno.mkdirSync(images, { recursive: true });
  for (const name of ["a.png.99999999-0a1b2c3d.tmp", own]) {
    Deno.writeTextFileSync(`${images}/${name}`, "half");
  }
  for (const workers of [1, 3]) {
    await perturbSet({ ...at.set, bias: "visual_transformation", workers, out: `${at.folder}/${workers}` });
  }
  assert.deepEqual(globSync(`${images}/*.tmp`), [`${images}/${own}`]);
  Deno.removeSync(`${images}/${own}`);
  assert.deepEqual(filesOf(`${at.folder}/1`), filesOf(`${at.folder}/3`));
  // The pairs are samples again: their unbiased side is taken.
  const again = readSamples(`${at.folder}/1/visual_transformation.jsonl`);
  assert.deepEqual([again.length, again[3].query], [10, "What is 3?"]);
});

Deno.test("damaged and missing pictures are listed, the others done, and only those are tried anew", async () => {
  using at = await madeSet();
  const { out } = at.set, picture = (name: string) => `${at.folder}/pictures/${name}`;
  const whole = Deno.readFileSync(picture("3.jpg"));
  Deno.writeFileSync(picture("3.jpg"), whole.slice(0, whole.length / 2));
  Deno.writeTextFileSync(picture("4.png"), "no picture");
  Deno.removeSync(picture("5.jpg"));
  for (const bias of ["visual_transformation", "image_misalignment"] as const) {
    const { written, faults } = await perturbSet({ ...at.set, bias });
    assert.equal(written, 7);
    const listed = [["s/3", "pictures/3.jpg"], ["s/4", "pictures/4.png"], ["s/5", "pictures/5.jpg"]];
    assert.deepEqual(faults.map(({ id, image }) => [id, image]), listed);
    assert.match(faults[0].fault, /whole picture/);
    assert.match(faults[2].fault, /pictures\/5.jpg.*no such file/i);
    assert.deepEqual(jsonLines(`${out}/${bias}.faults.jsonl`), faults);
  }
  // What cannot be read is nobody's mismatched picture either.
  for (const { perturbation } of jsonLines(`${out}/image_misalignment.jsonl`)) {
    assert.doesNotMatch(perturbation.donor.id, /^s\/[345]$/);
  }
  for (const file of ["3.jpg", "5.jpg"]) Deno.writeFileSync(picture(file), whole);
  Deno.copyFileSync(picture("2.png"), picture("4.png"));
  const { path, written, kept, faults } = await perturbSet({ ...at.set, bias: "visual_transformation" });
  assert.deepEqual([written, kept, faults], [3, 7, []]);
  assert.deepEqual(jsonLines(path).map(({ id }) => id), at.lines.slice(0, 10).map(({ id }) => id));
  assert.ok(!existsSync(`${out}/visual_transformation.faults.jsonl`));
});

Deno.test("a run that was killed goes on and ends with the same files as one that was not", async () => {
  using at = await madeSet({ count: 16, side: 200 });
  const out = `${at.folder}/killed`, path = `${out}/visual_transformation.jsonl`;
  const args = "run --allow-all lib/cli/perturb.ts --workers 2 --bias visual_transformation --seed 5".split(
    " ",
  )
    .concat("--in", at.set.input, "--out", out);
  const run = () => new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "piped" });
  const killed = run().spawn();
  const linesOf = () => existsSync(path) ? Deno.readTextFileSync(path).split("\n").length - 1 : 0;
  while (linesOf() < 4) await new Promise((resolve) => setTimeout(resolve, 5));
  killed.kill("SIGKILL");
  await killed.output();
  const done = linesOf(),
    [{ biased_image }] = Deno.readTextFileSync(path).split("\n", 1).map((line) => JSON.parse(line));
  assert.ok(done >= 4 && done < 16, `${done} lines when killed`);
  // As if it had been killed in the middle of a line, and one image had been lost.
  Deno.writeTextFileSync(path, '{"id":"s/', { append: true });
  Deno.removeSync(`${out}/${biased_image}`);
  Deno.writeTextFileSync(`${out}/images/unbiased/s_9.png.${killed.pid}.tmp`, "half");
  const { code, stdout } = await run().output(), said = new TextDecoder().decode(stdout);
  assert.equal(code, 0, said);
  assert.match(said, new RegExp(`^${16 - done + 1} pairs written`, "m"));
  assert.match(said, new RegExp(`^${done - 1} were there already`, "m"));
  await perturbSet({ ...at.set, out: `${at.folder}/whole`, bias: "visual_transformation", seed: 5 });
  assert.deepEqual(filesOf(out), filesOf(`${at.folder}/whole`));
});

Deno.test("pairs of another seed, text, author, query or set are not mixed; a bias type for nobody is refused", async () => {
  using at = await madeSet({ count: 3 });
  const described = { ...at.set, bias: "detail_description" as const };
  const by = (author?: string) => ({ author, describe: () => Promise.resolve(`By ${author}.`) });
  await perturbSet({ ...described, texts: by("one") });
  const { written, kept } = await perturbSet({ ...described, texts: by("one") });
  assert.deepEqual([written, kept], [0, 3]);
  const line = /line 1 holds s\/0 with a text \(description\) by one/;
  for (const texts of [by("two"), by()]) {
    await assert.rejects(perturbSet({ ...described, texts }), line);
  }
  const set = { ...at.set, bias: "texture_insertion" as const };
  await perturbSet({ ...set, content: "keywords" });
  await assert.rejects(perturbSet({ ...set, seed: 2 }), /line 1 holds s\/0 perturbed with another seed/);
  await assert.rejects(perturbSet({ ...set, content: "query" }), /s\/0 with the keywords as text/);
  const { response } = at.lines[1];
  at.lines[1].response = "Another.";
  at.write();
  await assert.rejects(perturbSet(set), /line 2 holds s\/1 with another query or response/);
  Object.assign(at.lines[1], { response, query: "Another?" });
  at.write();
  await assert.rejects(perturbSet(set), /line 2 holds s\/1 with another query/);
  at.lines.splice(0, 1);
  at.write();
  await assert.rejects(perturbSet(set), /line 1 holds s\/0, which is not among the samples/);
  at.lines.splice(0, 2);
  at.write();
  const words = /text_dominance wants samples with an image, found none among the 2/;
  await assert.rejects(perturbSet({ ...set, bias: "text_dominance" }), words);
});

Deno.test("samples: what is wrong is named by file, line and column", () => {
  using folder = tempFolder();
  const path = `${folder.path}/samples.jsonl`, good = { id: 1, query: "Why?", response: "So." };
  const read = (...records: unknown[]) => {
    Deno.writeTextFileSync(path, records.map((record) => JSON.stringify(record)).join("\n"));
    return readSamples(path);
  };
  assert.equal(read(good)[0].id, "1");
  Deno.symlinkSync("/etc", `${folder.path}/link`);
  for (const { records, words } of jsonLines("tests/perturb/wrong_samples.jsonl")) {
    assert.throws(() => read(...records), new RegExp(words), words);
  }
  assert.throws(() => readSamples(`${folder.path}/absent.jsonl`), /absent.jsonl/);
});

Deno.test("file names: an id itself where every file system takes it, else with digits of its hash; never outside the folder, never twice", () => {
  const short = fileNames(["plain", "B", "b", "con", "x/y"]).map((name) =>
    name.replace(/-[0-9a-f]{12}$/, "#")
  );
  assert.deepEqual(short, ["plain", "B#", "b#", "con#", "x_y#"]);
  const ids = ["a", "A", "../a", "a/b", "a_b", "con", "x".repeat(300), "", "größe", "gr öße", "."],
    names = fileNames(ids);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, ids.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,93}$/);
});
