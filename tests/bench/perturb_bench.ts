import { OPERATIONS } from "@/perturb/operations.ts";
import { filledRaster, type Raster } from "@/perturb/raster.ts";
import { readImage, writeImage } from "@/perturb/image_files.ts";
import { textureInsertion } from "@/perturb/texture_insertion.ts";
import { visualTransformation } from "@/perturb/visual_transformation.ts";
import { random } from "@/stats/random.ts";

/** A picture of 640 × 480 with edges, slopes and noise. */
function scene(): Raster {
  const picture = filledRaster(640, 480);
  const { uniform } = random(1);
  for (let i = 0; i < picture.data.length; i++) {
    const x = Math.floor(i / 3) % 640, y = Math.floor(i / 1920);
    picture.data[i] = 120 + 80 * Math.sin((x + 40 * (i % 3)) / 30) * Math.cos(y / 25) + 30 * uniform();
  }
  return picture;
}

const picture = scene();
const file = await writeImage(picture, "jpeg");

Deno.bench("read a JPEG of 640 × 480", { group: "files" }, async () => {
  await readImage(file);
});
Deno.bench("write it", { group: "files" }, async () => {
  await writeImage(picture, "jpeg");
});

let seed = 0;
Deno.bench(
  "visual transformation, from file to file",
  { group: "perturbations", baseline: true },
  async () => {
    const { raster } = await readImage(file);
    await writeImage((await visualTransformation(raster, seed++)).picture, "jpeg");
  },
);
Deno.bench("texture insertion", { group: "perturbations" }, async () => {
  await textureInsertion(picture, "[QUESTION]\nWhich of the two boats is farther from the lighthouse?");
});

for (const [name, { draw, apply }] of Object.entries(OPERATIONS)) {
  const parameters = draw(random(1));
  Deno.bench(name, { group: "operations" }, async () => {
    await apply(picture, parameters);
  });
}

/** Unsharp mask by its definition: the blur of every pixel as a sum over its whole neighbourhood. */
function textbookUnsharp({ width, height, data }: Raster, sigma: number, amount: number): Raster {
  const radius = Math.ceil(3 * sigma), out = new Uint8ClampedArray(data.length);
  const grey = (x: number, y: number) => {
    const i = 3 * (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x)));
    return 0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2];
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0, total = 0;
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const weight = Math.exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
          sum += weight * grey(x + dx, y + dy);
          total += weight;
        }
      }
      const lost = grey(x, y) - sum / total;
      for (let k = 0, i = 3 * (y * width + x); k < 3; k++) out[i + k] = data[i + k] + amount * lost;
    }
  }
  return { width, height, data: new Uint8Array(out.buffer) };
}

Deno.bench("unsharp mask", { group: "unsharp mask against its definition", baseline: true }, async () => {
  await OPERATIONS.unsharp_mask.apply(picture, { sigma: 1, amount: 1, threshold: 0 });
});
Deno.bench("its definition", { group: "unsharp mask against its definition" }, () => {
  textbookUnsharp(picture, 1, 1);
});
