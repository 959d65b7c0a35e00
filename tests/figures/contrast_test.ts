import { contrast } from "@/figures/colors.ts";
import { darkTheme } from "@/figures/dark_theme.ts";
import assert from "node:assert/strict";
import { textElement } from "@/figures/svg_text.ts";
import { paleTexts } from "./contrast.ts";

const picture = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="200" height="60" fill="#ffffff"/>${content}</svg>`;

Deno.test("text that is too pale for its ground is found, on white and on colours; a halo is a ground", async () => {
  const word = (color: string) => textElement("word", { x: 20, y: 30, size: 12, color });
  assert.deepEqual(await paleTexts(picture(word("#1c2733"))), []);
  assert.equal((await paleTexts(picture(word("#999fa6")))).length, 1);
  const dark = '<rect x="10" y="10" width="100" height="40" fill="#0b4f8a"/>';
  assert.equal((await paleTexts(picture(dark + word("#1c2733")))).length, 1);
  assert.deepEqual(await paleTexts(picture(dark + word("#ffffff"))), []);
  const halo = word("#1c2733").replace("<text ", '<text stroke="#ffffff" ');
  assert.deepEqual(await paleTexts(picture(dark + halo)), []);
});

Deno.test("dark: letters can be read in every cell of a heatmap, pale or strong, and beside it", async () => {
  for (
    const picture of ("real/real-matrix multi-crit/multi-crit-fig8 multi-crit/multi-crit-fig9 " +
      "mm-judgebias/mm-judgebias-fig4 philautia/philautia-fig4 philautia/philautia-figD").split(" ")
  ) {
    const svg = darkTheme(Deno.readTextFileSync(`figures/${picture}.svg`));
    // White is 17.8 against the dark paper, black 21 against the white one: the strongest cells lose a little.
    assert.deepEqual(await paleTexts(svg, undefined, 3.75), [], picture);
  }
});

Deno.test("dark: words that are marked as wrong, right or soft can be read on their grounds", async () => {
  for (
    const picture of [
      "mm-judgebias/mm-judgebias-fig14-better",
      "mm-judgebias/site-examples-3",
      "birch/birch-fig7",
    ]
  ) {
    assert.deepEqual(
      await paleTexts(darkTheme(Deno.readTextFileSync(`figures/${picture}.svg`))),
      [],
      picture,
    );
  }
});

Deno.test("dark: colours stand out from the paper as much as they did from the white one", () => {
  for (const color of ["#0b4f8a", "#3aa58a", "#cfe1ee", "#5a6775"]) {
    const [, dark] = /fill="(#\w{6})"/.exec(darkTheme(`<rect fill="${color}"/>`))!;
    const [before, after] = [contrast(color, "#ffffff"), contrast(dark, "#14181d")];
    assert.ok(Math.abs(after / before - 1) < 0.03, `${color}: ${before} and ${after}`);
  }
});
