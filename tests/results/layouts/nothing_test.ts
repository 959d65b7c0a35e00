import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readResults } from "@/results/read_results.ts";
import { tried } from "../../outcomes/outcomes.ts";
import { letGo } from "../../property/rules.ts";
import { inFolder } from "../in_folder.ts";

/** What an engine says of nothing. */
const RAW = /propert|iterable|is not a|operator/;

const shape = (value: unknown) =>
  JSON.stringify(value, (_, part) => typeof part === "object" ? part : typeof part);

/** A value with each of its parts, however deep, made null in turn: of a list the first two, of the second as a whole where both are of one shape. */
function* withoutParts(value: unknown): Generator<unknown> {
  yield null;
  const parts = Object.entries(typeof value === "object" ? value ?? {} : {});
  for (const [key, part] of parts.filter(([key]) => !(Number(key) > 1))) {
    const isAlike = Array.isArray(value) && key === "1" && shape(part) === shape(value[0]);
    for (const less of isAlike ? [null] : withoutParts(part)) {
      yield Array.isArray(value) ? value.with(Number(key), less) : { ...value as object, [key]: less };
    }
  }
}

Deno.test("an object, list or field that is null in a tool's file is read, or an error that names the file", async () => {
  const faults: string[] = [];
  for (const folder of globSync(`data/examples/{layouts/*,m{llm,ulti,m}_*,vl*}`)) {
    const names = globSync("**/*.{json,jsonl,tsv,xlsx}", { cwd: folder });
    const files = Object.fromEntries(names.map((name) => [name, Deno.readFileSync(`${folder}/${name}`)]));
    for (const name of names.filter((name) => /\.jsonl?$/.test(name)).slice(0, 3)) {
      const text = new TextDecoder().decode(files[name]).trimEnd().replaceAll(":NaN", ":1");
      const lines = text.split("\n"), last = lines.pop()!;
      for (const less of withoutParts(JSON.parse(last))) {
        inFolder({ ...files, [name]: [...lines, JSON.stringify(less)].join("\n") }, (place) => {
          const found = tried(() => readResults(place)), said = String(found).replace(place, "…");
          const isRaw = !said.startsWith("ResultsError: …") || RAW.test(said);
          if (found instanceof Error && isRaw) faults.push(`${folder}/${name}: ${said}`);
        });
        await letGo();
      }
    }
  }
  assert.deepEqual(faults, []);
});
