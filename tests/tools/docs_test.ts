import assert from "node:assert/strict";
import { writeDocs } from "./docs.ts";

Deno.test("documentation: home by question, usage from the real doors", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const home = await Deno.readTextFile(await writeDocs(folder));
    assert.match(home, /Does it look at the image\?<\/strong><br><a href="\.\/~\/imageReliance\.html">/);
    assert.match(home, /href="\.\/judge\/~\/runJudge\.html"/);
    assert.doesNotMatch(home, /READ_LIMITS<\/a>/);
    const page = await Deno.readTextFile(`${folder}/judge/~/runJudge.html`);
    assert.match(page, /import \{ runJudge \} from &quot;judgebias\/judge&quot;;/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
