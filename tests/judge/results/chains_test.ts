import assert from "node:assert/strict";
import { writeResults } from "@/judge/results/write_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { simulatedServer } from "../simulated_server.ts";
import { runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

Deno.test("what one protocol writes is data for the next, failed replies included", async () => {
  using folder = tempFolder();
  // Some replies are malformed: their lines must not stop the next protocol.
  await using server = await simulatedServer({ traits: { malformed: 0.3 } });
  const { pairs, images } = studyIn(folder.path, 12);
  const run = (protocol: string, data: string | readonly unknown[]) =>
    runJudge(runOf({ data, images }, server.url, folder.path, protocol));
  const written = async (protocol: string) =>
    (await writeResults(folder.path)).find(({ path }) => path.includes(`/${protocol}--`))!.path;
  const lines = (path: string): Record<string, unknown>[] =>
    Deno.readTextFileSync(path).trim().split("\n").map((line) => JSON.parse(line));

  const sources = pairs.map(({ image_id, image }) => ({
    image_id,
    image,
    category: "Math",
    source: "CoSyn",
  }));
  const pictures = pairs.map(({ image_id, image }) => ({ image_id, image, references: ["A red circle."] }));
  const uneven = pairs.map((pair) => ({
    ...pair,
    answer_b: `${pair.answer_b} And more of it, all in all and by and large.`,
  }));
  const chains: [string, readonly unknown[], string, (line: Record<string, unknown>) => boolean][] = [
    ["query_generation", sources, "query_selection", ({ status }) => status === "ok"],
    ["caption_generation", pictures, "caption_ref_based", ({ status }) => status === "ok"],
    ["length_equalizing", uneven, "base", ({ kept }) => kept === true],
  ];
  for (const [first, data, second, usable] of chains) {
    await run(first, data);
    const made = lines(await written(first));
    assert.equal(made.length, 12, first);
    // Pairs of equal length are kept without a call, so that the study at equal length is whole.
    if (first === "length_equalizing") {
      assert.ok(made.some(({ status, kept }) => status === "unasked" && kept));
    }
    const summary = await run(second, await written(first));
    assert.equal(summary.done, made.filter(usable).length, `${first} → ${second}`);
    assert.ok(summary.done > 0, `${first} → ${second}`);
    assert.deepEqual(summary.failures, []);
  }
});
