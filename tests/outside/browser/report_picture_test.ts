import assert from "node:assert/strict";
import { committedRecord, haveVerdicts, headOf, PICTURE, recordOf, reportPage } from "./report_picture.ts";

if (!haveVerdicts) console.warn("The test of the README's report is skipped: no ../shared/data/genai-bench");

Deno.test({
  name: "the README's picture of a report shows the page that today's code writes of the public verdicts",
  ignore: !haveVerdicts,
  async fn() {
    assert.deepEqual(
      committedRecord(),
      recordOf(await reportPage()),
      `${PICTURE} is stale: run \`deno run -A tests/outside/browser/report_picture.ts\`, look at it, and commit it with its record`,
    );
  },
});

Deno.test("the head of a report ends with the key of its picture", () => {
  const page = (words: string, after: string) =>
    `<style>a</style><h1>t</h1><section id="verdicts"><p>${words}</p></section><p class="soft key">k</p><table></table>${after}`;
  assert.equal(headOf(page("one", "<table/>")), headOf(page("one", "another table")));
  assert.notEqual(headOf(page("one", "")), headOf(page("two", "")));
  assert.throws(() => headOf("<style></style><section></section>"), /found none/);
});
