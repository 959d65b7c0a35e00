import assert from "node:assert/strict";
import { plotDocument, serializeSvg } from "@/figures/plot_document.ts";

async function parsed(svg: string): Promise<Element> {
  const holder = (await plotDocument()).createElement("div");
  holder.innerHTML = svg;
  return holder.firstElementChild!;
}

Deno.test("text and attributes are escaped, style sheets and classes left out", async () => {
  const document = await plotDocument();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-label", `a<b & "c"`);
  svg.setAttribute("class", "plot");
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = ":where(.plot) { color: red }";
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  text.textContent = "Acc_{IDS} < 1 & rest";
  svg.append(style, text);
  assert.equal(
    serializeSvg(svg),
    '<svg aria-label="a&lt;b &amp; &quot;c&quot;"><text>Acc<tspan dy="0.25em" font-size="75%">IDS</tspan>' +
      '<tspan dy="-0.19em" xml:space="preserve"> &lt; 1 &amp; rest</tspan></text></svg>',
  );
});

Deno.test("numbers have at most two decimals, colours and font names are left alone", async () => {
  const svg = await parsed(
    '<svg><path d="M0.12345,-0.00001L3.999999,1e3" fill="#0072b2" fill-opacity="0.33333" font-family="F 1.23456"/></svg>',
  );
  assert.equal(
    serializeSvg(svg),
    '<svg><path d="M0.12,0L4,1e3" fill="#0072b2" fill-opacity="0.33" font-family="F 1.23456"/></svg>',
  );
});

Deno.test("ids are renumbered in order of appearance, and references follow, those outside stay", async () => {
  const make = (n: number) =>
    parsed(
      `<svg><g clip-path="url(#clip-${n})"/><clipPath id="clip-${n}"/><g id="m-${n}"/><use href="#m-${n}"/>` +
        `<rect fill="url(#hatch-0072b2)"/></svg>`,
    );
  const first = serializeSvg(await make(7), "panel1");
  assert.equal(
    first.toLowerCase(),
    '<svg><g clip-path="url(#panel1-1)"/><clippath id="panel1-1"/><g id="panel1-2"/><use href="#panel1-2"/>' +
      '<rect fill="url(#hatch-0072b2)"/></svg>',
  );
  // Plot counts ids through the whole process: the number must not show.
  assert.equal(serializeSvg(await make(4711), "panel1"), first);
});
