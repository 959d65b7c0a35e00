import assert from "node:assert/strict";
import { pictureList } from "@/figures/gallery/picture_list.ts";
import { figures } from "@/figures/registry.ts";
import { testFigures } from "./test_figures.ts";

/** Papers with so many pictures that they have a file of their own, so that both cores have work. */
const OWN_FILE = ["birch", "mm-judgebias", "philautia"];

testFigures((paper) => !OWN_FILE.includes(paper));

Deno.test("the committed pictures are those of the figures, and the page that lists them is up to date", () => {
  for (const paper of new Set(figures.map(({ paper }) => paper))) {
    const wanted = figures.filter((figure) => figure.paper === paper).map(({ id }) => `${id}.svg`).sort();
    const found = [...Deno.readDirSync(`figures/${paper}`)].map(({ name }) => name)
      .filter((name) => name.endsWith(".svg") && !/\.(reference|dark)\.svg$/.test(name)).sort();
    assert.deepEqual(found, wanted);
  }
  assert.equal(Deno.readTextFileSync("figures/README.md"), pictureList(figures), "run `deno task reproduce`");
});
