import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { BIASES, type BiasType } from "@/papers/biases.ts";
import { level, plainImage, type Raster, readImage, toneCurve, writeImage } from "@/perturb/image_files.ts";
import { linesDone, readSamples } from "@/perturb/read_samples.ts";
import { drawTransformation, OPERATIONS } from "@/perturb/operations.ts";
import { perturb, type PerturbOptions, type TextFunctions } from "@/perturb/perturb.ts";
import { fileNames, perturbSet } from "@/perturb/perturb_set.ts";
import { pathBelow, type Sample, sampleSeed } from "@/perturb/sample.ts";
import { textureInsertion } from "@/perturb/texture_insertion.ts";
import { random } from "@/stats/random.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { upTo } from "../stats/golden.ts";
import ASKED from "./asked_of_perturbations.json" with { type: "json" };
import { Outcomes } from "./outcomes.ts";

/** What a call gives, or says in place of it, without the folder in which it was. */
const made = async (call: () => unknown, folder = "\0"): Promise<unknown> => {
  const found = await Promise.try(call).catch((error) => `${error}`);
  return JSON.parse(JSON.stringify(found ?? null).replaceAll(folder, ""));
};

/** A picture with slopes, an edge and noise. */
function picture(width: number, height: number, seed: number): Raster {
  const { uniform } = random(seed), data = new Uint8Array(3 * width * height);
  const edge = (i: number) => i % (3 * width) > width ? 90 : 0;
  const at = (i: number) => 40 * (i % 3) + 60 * ((Math.floor(i / 3) % width) / width) + edge(i);
  return { width, height, data: data.map((_, i) => at(i) + 9 * uniform()) };
}

/** A raster as far as it is the same with every build of sharp: its size, and the mean of each channel in nine parts to a level. */
function seen({ width, height, data }: Raster): unknown {
  const sums = upTo(27).map(() => [0, 0]);
  data.forEach((value, i) => {
    const x = Math.floor(i / 3) % width, y = Math.floor(i / 3 / width);
    const sum = sums[9 * (i % 3) + 3 * Math.floor(3 * y / height) + Math.floor(3 * x / width)];
    sum[0] += value;
    sum[1]++;
  });
  return [width, height, sums.map(([sum, n]) => Math.round(sum / n))];
}
const looked = async (bytes: Uint8Array) => {
  const { raster, ...said } = await readImage(bytes);
  return [seen(raster), said];
};

/** Computed here and not by sharp: the same to the last level. */
const OWN = ["autocontrast", "equalize", "gamma", "film_grain"];

Deno.test("operations and texts on pictures make what is kept of pictures of several sizes", async () => {
  const outcomes = new Outcomes("pictures");
  const pictures = [[1, 1], [5, 1], [31, 17], [64, 40]].map(([w, h], i) => picture(w, h, i));
  for (const [name, { draw, apply, ...said }] of Object.entries(OPERATIONS)) {
    const drawn = upTo(40).map((seed) => draw(random(seed))), ranges = Object.entries(said.ranges);
    const ends = [0, 1].map((end) => Object.fromEntries(ranges.map(([of, range]) => [of, range[end]])));
    const results = pictures.flatMap((one) =>
      [...drawn.slice(0, 3), ...ends].map(async (parameters) => {
        const found = await apply(one, parameters);
        return { found: OWN.includes(name) ? found : seen(found) };
      })
    );
    outcomes.of(name, [{ ...said, drawn }, ...await Promise.all(results)]);
  }
  outcomes.of("transformations", upTo(60).map((seed) => drawTransformation(random(seed))));
  outcomes.of("levels", [ASKED.levels.map(level), level(NaN), [...toneCurve((v) => 300 - v)]]);
  for (const text of [...ASKED.texts, ...[5000, 5001].map((length) => "a".padEnd(length, "\u200b"))]) {
    const shown = ASKED.sizes.map(([w, h], i) =>
      made(async () => seen(await textureInsertion(picture(w, h, i), text)))
    );
    outcomes.of(`text of ${text.length}: ${text.slice(0, 2)}`, await Promise.all(shown));
  }
  outcomes.hold();
});

/** Files of a picture in several formats, some of which must be changed before a judge sees them. */
function files(): Promise<Uint8Array[]> {
  const { data, ...raw } = picture(48, 30, 1), image = sharp(data, { raw: { ...raw, channels: 3 } });
  const made = ["png", "jpeg", "webp", "tiff", "gif"].map((format) =>
    image.clone().toFormat(format as "png")
  );
  const turned = [2, 6, 8].map((orientation) => image.clone().jpeg().withMetadata({ orientation }));
  const other = [image.clone().ensureAlpha(0.5).png(), image.clone().toColourspace("b-w").png()];
  return Promise.all(
    [...made, ...turned, ...other].map(async (file) => new Uint8Array(await file.toBuffer())),
  );
}

/** What models write or decide, and do not. */
const by = <T>(value: T) => () => Promise.resolve(value);
const TEXTS: (TextFunctions | undefined)[] = [
  ...[undefined, {}, { author: "m" }, { describe: by(" A text.\n"), author: "m" }, { describe: by("") }],
  ...[{ keywords: by("word") }, { needsImage: by(false) }, { needsImage: by(true), author: "m" }],
  { author: "n", needsImage: (_, { length }) => by(length % 3 > 0)(), keywords: (query) => by(query)() },
];

Deno.test("samples are perturbed, or refused, as is kept with every option", async () => {
  const outcomes = new Outcomes("perturbations"), pictures = await files();
  for (const [i, bytes] of pictures.entries()) {
    const { bytes: plain, changes } = await plainImage(bytes), found: unknown[] = [];
    for (const kind of ["png", "jpeg"] as const) {
      const written = await writeImage(picture(9, 7, i), kind);
      // The tables of quantisation of a JPEG file, and what a PNG file begins with.
      found.push(await looked(written), [...written.slice(0, kind === "png" ? 26 : 160)]);
    }
    outcomes.of(`file ${i}`, [await looked(bytes), await looked(plain), changes, found]);
  }
  const wrong = [0, 20_000_000, 20_000_001].map((length) => made(() => readImage(new Uint8Array(length))));
  outcomes.of("wrong files", await Promise.all(wrong));
  const known = { response: "So.", description: "A description.", keywords: " red box " };
  const fails = (name: string) => () =>
    Promise.reject(new (name === "RangeError" ? RangeError : TypeError)("x"));
  const sample = ({ i, image = i, ...more }: { i: number; image?: number | string | null }): Sample => ({
    ...{ id: `s${i}`, query: `What is ${i}?`, ...known, ...more },
    image: typeof image === "string"
      ? fails(image)
      : image === null
      ? null
      : pictures[image % pictures.length],
  });
  const pools = [undefined, ...ASKED.pools.map((pool) => pool.map(sample))];
  const ways = Object.entries(ASKED.ways).flatMap(([kind, some]) =>
    some.map(({ pool = 0, texts = 0, ...way }: { pool?: number; texts?: number }) => ({
      ...{ kind, seed: 9, pool: pools[pool], texts: TEXTS[texts], ...way },
    }))
  );
  for (const bias of [...BIASES.map(({ type }) => type), "none" as BiasType]) {
    const kinds = /^(detail|texture)/.test(bias)
      ? /plain|texts/
      : /^(un|.*_mis)/.test(bias)
      ? /pool|texts/
      : /any/;
    const asked = ways.filter(({ kind }) => kinds.test(kind) || kind === "any");
    const results = ASKED.samples.map(sample).flatMap((one) =>
      asked.map(({ kind: _, ...way }) =>
        made(async () => {
          const { sample: { image, ...rest }, record } = await perturb(one, bias, way as PerturbOptions);
          return [image && await looked(image), rest, { ...record, made_with: undefined }];
        })
      )
    );
    outcomes.of(bias, await Promise.all(results));
  }
  outcomes.hold();
});

Deno.test("samples of files, pairs of earlier runs and names of files are read and refused as is kept", async () => {
  const outcomes = new Outcomes("perturbed_sets");
  using folder = tempFolder();
  const { path } = folder, input = `${path}/samples.jsonl`, images = `${path}/images`;
  mkdirSync(`${images}/a`, { recursive: true });
  for (const name of ["a/1.png", "2.png"]) {
    writeFileSync(`${images}/${name}`, await writeImage(picture(8, 8, 1), "png"));
  }
  const write = (lines: readonly unknown[]) =>
    writeFileSync(
      input,
      lines.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join(""),
    );
  const { plain, lines, line, pairs, wrong } = ASKED;
  for (const [i, one] of lines.entries()) {
    write([{ ...plain, id: "first", image: i % 2 ? "a/1.png" : null }, one]);
    outcomes.of(`line ${i}`, [await made(() => readSamples(input, { images }), path)]);
  }
  outcomes.of("paths", ASKED.below.map((name) => pathBelow(images, name)?.replaceAll(path, "") ?? null));
  outcomes.of("names", ASKED.ids.map((ids) => fileNames(ids)));
  write([{ ...plain, id: "first" }]);
  const bias = "texture_insertion", own = { seed: sampleSeed(1, bias, "first") };
  const of = { samples: readSamples(input, { images }), out: images, bias, seed: 1 } as const;
  const pair = { ...line, perturbation: own };
  for (const more of pairs) {
    write([pair, { ...pair, perturbation: { ...own, ...more } }]);
    const said = ([undefined, "random", "keywords", "query"] as const).flatMap((content) =>
      TEXTS.map((texts) => made(() => [...linesDone(input, { ...of, content, texts })], path))
    );
    outcomes.of(`pair ${JSON.stringify(more)}`, await Promise.all(said));
  }
  for (const [i, one] of wrong.entries()) {
    write([pair, typeof one === "object" && one ? { ...pair, ...one } : one, pair]);
    outcomes.of(`odd pair ${i}`, [await made(() => [...linesDone(input, of)], path)]);
  }
  writeFileSync(input, JSON.stringify(pair));
  outcomes.of("torn and none", [[...linesDone(input, of), ...linesDone(`${path}/none`, of)]]);
  for (const { type: bias } of BIASES) {
    write(
      ["0", "1", "2", "text"].map((id) => ({
        ...plain,
        id,
        image: id === "text" ? null : id < "1" ? "a/1.png" : "2.png",
      })),
    );
    const set = () => perturbSet({ input, images, out: `${path}/out`, bias, seed: 2, workers: 2 });
    const said = [
      await made(set, path),
      await made(set, path),
      readFileSync(`${path}/out/${bias}.jsonl`, "utf8"),
    ];
    outcomes.of(bias, [JSON.stringify(said).replaceAll(path, "").replace(/sharp [\w., ]+/g, "")]);
  }
  outcomes.hold();
});
