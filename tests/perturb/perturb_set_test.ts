import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { command } from "@/cli/perturb.ts";
import { BIASES } from "@/papers/biases.ts";
import { fileNames } from "@/perturb/file_names.ts";
import { perturbSet } from "@/perturb/perturb_set.ts";
import { filledRaster, readImage, writeImage } from "@/perturb/image_files.ts";
import { readSamples } from "@/perturb/read_samples.ts";
import { inProcess } from "../cli/in_process.ts";
import { pasteRaster } from "./paste_raster.ts";

/** A set of `count` samples with pictures and two of text alone, in a folder of its own. */
async function madeSet({ count = 10, side = 60 } = {}) {
  const folder = Deno.makeTempDirSync();
  Deno.mkdirSync(`${folder}/pictures`);
  const lines: Record<string, unknown>[] = [];
  for (let i = 0; i < count; i++) {
    const picture = filledRaster(2 * side, side, [20 * i % 256, 120, 200]);
    pasteRaster(picture, filledRaster(20, 10, [220, 60, 20]), i, 2 * i % 40);
    const kind = i % 2 === 0 ? "png" : "jpeg";
    const image = `pictures/${i}.${kind === "png" ? "png" : "jpg"}`;
    Deno.writeFileSync(`${folder}/${image}`, await writeImage(picture, kind));
    lines.push({
      id: `s/${i}`,
      query: `What is ${i}?`,
      image,
      response: "A box.",
      description: "A red box.",
      keywords: "red box",
      domain: "general",
    });
  }
  for (const id of ["t0", "t1"]) {
    lines.push({ id, query: `Is 7 prime, ${id}?`, image: null, response: "Yes." });
  }
  const write = () =>
    Deno.writeTextFileSync(`${folder}/samples.jsonl`, lines.map((line) => JSON.stringify(line)).join("\n"));
  write();
  return { folder, input: `${folder}/samples.jsonl`, lines, write };
}

/** All files below a folder with the hashes of their bytes. */
function filesOf(folder: string, below = ""): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${below}`)) {
    const path = `${below}${name}`;
    if (isDirectory) Object.assign(files, filesOf(folder, `${path}/`));
    else files[path] = createHash("sha256").update(Deno.readFileSync(`${folder}/${path}`)).digest("hex");
  }
  return files;
}

const jsonLines = (path: string) =>
  Deno.readTextFileSync(path).trim().split("\n").map((line) => JSON.parse(line));

Deno.test("every bias type: pairs in the input's order under the release's names, with whole images", async () => {
  const { folder, input } = await madeSet();
  const out = `${folder}/pairs`;
  for (const { type } of BIASES) {
    const { path, written, passedOver, faults } = await perturbSet({
      input,
      out,
      bias: type,
      seed: 1,
      // What two of them do is asked below; each costs a quarter of a second to start.
      workers: 1,
    });
    const concerned = type === "unnecessary_image" ? 2 : 10;
    assert.deepEqual([written, passedOver, faults], [concerned, 12 - concerned, []]);
    const pairs = jsonLines(path);
    assert.deepEqual(
      pairs.map(({ id }) => id),
      type === "unnecessary_image" ? ["t0", "t1"] : Array.from({ length: 10 }, (_, i) => `s/${i}`),
    );
    for (const pair of pairs) {
      assert.equal(pair.bias_type, type);
      assert.equal(pair.domain, type === "unnecessary_image" ? undefined : "general");
      for (const image of [pair.unbiased_image, pair.biased_image]) {
        if (image !== null) await readImage(Deno.readFileSync(`${out}/${image}`));
      }
      assert.equal(pair.unbiased_image === null, type === "unnecessary_image");
      assert.equal(
        pair.biased_image === pair.unbiased_image,
        ["image_dominance", "instruction_misalignment", "detail_description"].includes(type),
      );
      assert.equal(
        pair.biased_instruction === pair.unbiased_instruction,
        !["image_dominance", "response_dominance", "instruction_misalignment", "detail_description"].includes(
          type,
        ),
      );
    }
  }
});

Deno.test("one worker or three, and pairs read back: the same files", async () => {
  const { folder, input } = await madeSet();
  const runs = [1, 3].map((workers) => ({ workers, out: `${folder}/${workers}` }));
  for (const run of runs) await perturbSet({ input, bias: "visual_transformation", seed: 3, ...run });
  assert.deepEqual(filesOf(runs[0].out), filesOf(runs[1].out));
  // The pairs are samples again: their unbiased side is taken.
  const again = readSamples(`${runs[0].out}/visual_transformation.jsonl`);
  assert.deepEqual([again.length, again[3].query], [10, "What is 3?"]);
});

Deno.test("damaged and missing pictures are listed, the others done, and only those are tried anew", async () => {
  const { folder, input, lines } = await madeSet();
  const out = `${folder}/pairs`;
  const whole = Deno.readFileSync(`${folder}/pictures/3.jpg`);
  Deno.writeFileSync(`${folder}/pictures/3.jpg`, whole.slice(0, whole.length / 2));
  Deno.writeTextFileSync(`${folder}/pictures/4.png`, "no picture");
  Deno.removeSync(`${folder}/pictures/5.jpg`);
  for (const bias of ["visual_transformation", "image_misalignment"] as const) {
    const { written, faults } = await perturbSet({ input, out, bias, seed: 1 });
    assert.equal(written, 7);
    assert.deepEqual(
      faults.map(({ id, image }) => [id, image]),
      [["s/3", "pictures/3.jpg"], ["s/4", "pictures/4.png"], ["s/5", "pictures/5.jpg"]],
    );
    assert.match(faults[0].fault, /whole picture/);
    assert.match(faults[2].fault, /pictures\/5.jpg.*no such file/i);
    assert.deepEqual(jsonLines(`${out}/${bias}.faults.jsonl`), faults);
  }
  // What cannot be read is nobody's mismatched picture either.
  for (const { perturbation } of jsonLines(`${out}/image_misalignment.jsonl`)) {
    assert.ok(!["s/3", "s/4", "s/5"].includes(perturbation.donor.id));
  }
  for (const file of ["3.jpg", "5.jpg"]) Deno.writeFileSync(`${folder}/pictures/${file}`, whole);
  Deno.copyFileSync(`${folder}/pictures/2.png`, `${folder}/pictures/4.png`);
  const { written, kept, faults } = await perturbSet({ input, out, bias: "visual_transformation", seed: 1 });
  assert.deepEqual([written, kept, faults], [3, 7, []]);
  assert.deepEqual(
    jsonLines(`${out}/visual_transformation.jsonl`).map(({ id }) => id),
    lines.slice(0, 10).map(({ id }) => id),
  );
  assert.throws(() => Deno.statSync(`${out}/visual_transformation.faults.jsonl`), Deno.errors.NotFound);
});

Deno.test("a run that was killed goes on and ends with the same files as one that was not", async () => {
  const { folder, input } = await madeSet({ count: 16, side: 200 });
  const run = (out: string) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "lib/cli/perturb.ts", "--in", input, "--out", out, "--workers", "2"]
        .concat(["--bias", "visual_transformation", "--seed", "5"]),
      stdout: "piped",
      stderr: "piped",
    });
  const killed = run(`${folder}/killed`).spawn();
  const path = `${folder}/killed/visual_transformation.jsonl`;
  const linesOf = () => {
    try {
      return Deno.readTextFileSync(path).split("\n").length - 1;
    } catch {
      return 0;
    }
  };
  while (linesOf() < 4) await new Promise((resolve) => setTimeout(resolve, 5));
  killed.kill("SIGKILL");
  await killed.output();
  const done = linesOf();
  assert.ok(done >= 4 && done < 16, `${done} lines when killed`);
  // As if it had been killed in the middle of a line, and one image had been lost.
  Deno.writeTextFileSync(path, '{"id":"s/', { append: true });
  Deno.removeSync(`${folder}/killed/${jsonLinesHead(path).biased_image}`);
  Deno.writeTextFileSync(`${folder}/killed/images/unbiased/s_9.png.${killed.pid}.tmp`, "half");
  const { code, stdout } = await run(`${folder}/killed`).output();
  const said = new TextDecoder().decode(stdout);
  assert.equal(code, 0, said);
  assert.match(said, new RegExp(`^${16 - done + 1} pairs written`, "m"));
  assert.match(said, new RegExp(`^${done - 1} were there already`, "m"));
  await perturbSet({ input, out: `${folder}/whole`, bias: "visual_transformation", seed: 5 });
  assert.deepEqual(filesOf(`${folder}/killed`), filesOf(`${folder}/whole`));
});

const jsonLinesHead = (path: string) => JSON.parse(Deno.readTextFileSync(path).split("\n")[0]);

Deno.test("pairs of another seed, query or set are not mixed; a bias type for nobody is refused", async () => {
  const { folder, input, lines, write } = await madeSet({ count: 3 });
  const set = { input, out: `${folder}/pairs`, bias: "texture_insertion", seed: 1 } as const;
  await perturbSet({ ...set, content: "keywords" });
  await assert.rejects(perturbSet({ ...set, seed: 2 }), /line 1 holds s\/0 perturbed with another seed/);
  await assert.rejects(perturbSet({ ...set, content: "query" }), /s\/0 with the keywords as text/);
  lines[1].query = "Another?";
  write();
  await assert.rejects(perturbSet(set), /line 2 holds s\/1 with another query/);
  lines.splice(0, 1);
  write();
  await assert.rejects(perturbSet(set), /line 1 holds s\/0, which is not among the samples/);
  lines.splice(0, 2);
  write();
  await assert.rejects(
    perturbSet({ ...set, bias: "text_dominance" }),
    /text_dominance wants samples with an image, found none among the 2/,
  );
});

Deno.test("texts of another author are not mixed", async () => {
  const { folder, input } = await madeSet({ count: 2 });
  const by = (author?: string) => ({ author, describe: () => Promise.resolve(`By ${author}.`) });
  const set = { input, out: `${folder}/pairs`, bias: "detail_description", seed: 1 } as const;
  await perturbSet({ ...set, texts: by("one") });
  const again = await perturbSet({ ...set, texts: by("one") });
  assert.deepEqual([again.written, again.kept], [0, 2]);
  const line = /line 1 holds s\/0 with a text \(description\) by one, not /;
  for (const texts of [by("two"), by(), undefined]) await assert.rejects(perturbSet({ ...set, texts }), line);
});

Deno.test("samples: what is wrong is named by file, line and column", () => {
  const folder = Deno.makeTempDirSync();
  const read = (...records: unknown[]) => {
    const path = `${folder}/samples.jsonl`;
    Deno.writeTextFileSync(path, records.map((record) => JSON.stringify(record)).join("\n"));
    return readSamples(path);
  };
  const good = { id: 1, query: "Why?", response: "So." };
  assert.equal(read(good)[0].id, "1");
  assert.throws(() => read(good, { query: "Why?", response: "" }), /samples.jsonl, line 2, column id/);
  assert.throws(() => read(good, { ...good, id: null }), /line 2, column id/);
  assert.throws(() => read(good, good), /line 2, column id: wanted ids that differ \(line 1 has the same\)/);
  assert.throws(() => read({ ...good, query: "" }), /line 1, column query/);
  assert.throws(() => read({ id: 1, response: "So." }), /line 1, column query: wanted this column/);
  for (const image of ["../up.png", "/etc/passwd", "https://example.org/a.png"]) {
    assert.throws(() => read({ ...good, image }), /line 1, column image/);
  }
  Deno.symlinkSync("/etc", `${folder}/link`);
  assert.throws(() => read({ ...good, image: "link/passwd" }), /not a link that leads out of it/);
  assert.throws(
    () => read(good, { ...good, id: 2, image: "gone.png" }),
    /line 2, .*where none of the images is/,
  );
  assert.throws(() => readSamples(`${folder}/absent.jsonl`), /absent.jsonl/);
});

Deno.test("file names: never outside the folder, never twice", () => {
  const ids = ["a", "A", "../a", "a/b", "a_b", "con", "x".repeat(300), "", "größe", "gr öße", "."];
  const names = fileNames(ids);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, ids.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,93}$/);
});

Deno.test("the task: wrong options are named", async () => {
  // 2: a wrong option; 1: the command was right and its work failed.
  for (
    const [args, text, status] of [
      [[], /wanted --in, found nothing/, 2],
      [
        ["--in", "a.jsonl", "--out", "b", "--bias", "colour"],
        /wanted text_dominance, .* for --bias, found colour/,
        2,
      ],
      [
        ["--in", "a.jsonl", "--out", "b", "--bias", "text_dominance", "--seed", "x"],
        /wanted a number for --seed, found x/,
        2,
      ],
      [["--in", "absent.jsonl", "--out", "b", "--bias", "text_dominance"], /absent.jsonl/, 1],
    ] as const
  ) {
    const { code, stderr } = await inProcess(command, ...args);
    assert.equal(code, status);
    assert.match(stderr, text);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});

Deno.test("half-written files of a process that ended go, those of one that runs stay", async () => {
  const { folder, input } = await madeSet();
  const images = `${folder}/pairs/images/unbiased`, own = `b.png.${Deno.pid}-0a1b2c3d.tmp`;
  Deno.mkdirSync(images, { recursive: true });
  for (const name of ["a.png.99999999-0a1b2c3d.tmp", own]) {
    Deno.writeTextFileSync(`${images}/${name}`, "half");
  }
  await perturbSet({ input, out: `${folder}/pairs`, bias: "image_dominance", seed: 1 });
  const left = [...Deno.readDirSync(images)].map(({ name }) => name).filter((name) => name.endsWith(".tmp"));
  assert.deepEqual(left, [own]);
});
