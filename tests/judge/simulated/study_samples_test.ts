import assert from "node:assert/strict";
import { readScorePairs, reliability, selfEnhancement } from "judgebias";
import { PROTOCOLS, runJudge, simulatedServer, writeResults } from "judgebias/judge";
import { simulatedStudy } from "@/judge/simulated/simulated_study.ts";
import { studySamples } from "@/judge/simulated/study_samples.ts";
import { tempFolder } from "../temp_folder.ts";

Deno.test("a simulated study gives every protocol samples that it takes", () => {
  using folder = tempFolder();
  const pairs = simulatedStudy({ pairs: 8, seed: 3, folder: folder.path });
  for (const [name, protocol] of Object.entries(PROTOCOLS)) {
    const ids = studySamples(name, pairs).map((sample) => protocol.sampleId(protocol.sample.parse(sample)));
    assert.equal(new Set(ids).size, 8, name);
  }
});

Deno.test("a score study over HTTP: a judge that looks notices what is missing, a blind one does not; own style counts", async () => {
  using folder = tempFolder();
  const data = studySamples("score", simulatedStudy({ pairs: 60, seed: 5, folder: folder.path }));
  const judges = { fair: {}, blind: { blindness: 1 }, vain: { selfPreference: 0.2 } };
  await using server = await simulatedServer({ judges });
  for (const judge of Object.keys(judges)) {
    await runJudge({
      ...{
        protocol: "score",
        data,
        images: folder.path,
        judge,
        baseURL: server.url,
        out: folder.path,
        silent: true,
      },
      concurrency: 16,
    });
  }
  await writeResults(folder.path);
  const frame = readScorePairs(`${folder.path}/results`);
  const rows = reliability(frame).toRecords() as {
    judge: string;
    bias_type: string;
    value: number;
    n: number;
  }[];
  const value = (judge: string, type: string) =>
    rows.find((row) => row.judge === judge && row.bias_type === type)!.value;
  // All claims right: 1 + 9 · (0.2 + 0.6) = 8.2 → 8. Nothing asked about the picture: 1 + 9 · 0.2 = 2.8 → 3.
  // BD = (8 − 3) / (8 − 1).
  for (const type of ["image_dominance", "instruction_misalignment"]) {
    assert.ok(Math.abs(value("fair", type) - 5 / 7) < 1e-12);
    assert.equal(value("blind", type), 0);
  }
  assert.ok(value("fair", "image_misalignment") > 0.4);
  assert.deepEqual([value("fair", "detail_description"), value("blind", "detail_description")], [1, 1]);
  const means = selfEnhancement(frame).toRecords() as { judge: string; generator: string; mean: number }[];
  const mean = (generator: string) =>
    means.find((row) => row.judge === "vain" && row.generator === generator)!.mean;
  // The judge's own style adds 0.2 of the scale: 1 + 9 · (0.8 + 0.2) = 10.
  assert.deepEqual([mean("generator-1"), mean("generator-2"), mean("generator-3")], [10, 8, 8]);
});
