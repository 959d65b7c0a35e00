import { mistaken, refusing } from "../results/said.ts";
import type { Drawing, FigureSpec } from "./figure_spec.ts";
import { drawLegend } from "./legend.ts";
import type { Provenance } from "./provenance.ts";
import { serializeSvg } from "./plot_document.ts";
import { element, escapeXml, round, textElement } from "./svg_text.ts";
import { drawTable } from "./table_drawing.ts";
import { leastWidth, tableWidth } from "./table_layout.ts";
import { plain, textWidth, wrapText } from "./text_width.ts";
import { BADGE, INK, INNER, PADDING, type Page, pageOf, SIZE, type Width } from "./theme.ts";

/** What is left out or changed of a figure's frame. */
export interface ComposeOptions {
  /** Another title; none at all with `false`. */
  title?: string | false;
  /** Another caption instead of caption and footnotes; neither with `false`. */
  caption?: string | false;
  /** Without the badge that says where the numbers come from. */
  badge?: false;
  /** In pixels, by default 760 (in a notebook 600, and fewer panels beside each other), or what a table needs where that is less; or as it is printed: `"85mm"`. */
  width?: Width;
}

export const COMPOSE_OPTIONS = "title caption badge width";

export interface Box {
  /** Left edge. */
  x: number;
  /** Upper edge. */
  y: number;
  /** From the left edge to the right one. */
  width: number;
  /** From the upper edge to the lower one. */
  height: number;
}

/** Puts a figure together as one SVG, placed by measured text; `box` is where in it legend and chart stand, `heading` what stands above them. */
export function composeFigure(
  { id, number, title }: Pick<FigureSpec, "id" | "number" | "title">,
  drawing: Drawing,
  sources: readonly Provenance[],
  options: ComposeOptions = {},
): { svg: string; box: Box; heading: string } {
  const named = options.title || (drawing.title ?? title);
  const heading = number === "" || options.title ? named : `${number} · ${named}`;
  const said = options.badge === false ? undefined : badgeOf(sources),
    texts = captions(drawing, options.caption);
  const page = pageOf(
    options.width ?? canvasWidth(drawing, options.title === false ? "" : heading, said?.text),
  );
  const { width, padding } = page, inner = width - 2 * padding;
  const parts: string[] = [];
  let y = padding;
  const badge = drawBadge(said, width - padding, y);
  parts.push(badge.svg);
  if (options.title !== false) {
    const word = Math.max(...heading.split(" ").map((one) => textWidth(one, SIZE.title, { bold: true })));
    // No word is broken for the badge: it then stands above.
    const beside = word <= inner - badge.width - 16 || badge.width === 0;
    if (!beside) y += 28;
    const room = inner - (beside ? badge.width + 16 : 0);
    const titleLines = wrapText(heading, SIZE.title, room, { bold: true });
    titleLines.forEach((line) => {
      parts.push(textElement(line, { x: padding, y: y + 15, size: SIZE.title, bold: true }));
      y += 21;
    });
    y += 8;
  } else if (badge.width > 0) y += 28;
  const top = y;
  if (drawing.legend?.length) {
    const legend = drawLegend(drawing.legend, y, width, padding);
    parts.push(legend.svg);
    y += legend.height + 8;
  }
  const body = drawBody(drawing, y, page);
  parts.push(body.svg);
  const box = { x: 0, y: Math.floor(top - 4), width, height: Math.ceil(y + body.height - top + 10) };
  y += body.height + (texts.length > 0 || padding === PADDING ? 12 : 0);
  for (const { text, size, color } of texts) {
    for (const line of wrapText(text, size, inner)) {
      parts.push(textElement(line, { x: padding, y: y + size, size, color }));
      y += size * 1.4;
    }
    y += 4;
  }
  const height = Math.ceil(y + Math.max(0, padding - 8));
  const root = {
    ...{ xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${round(width)} ${height}` },
    ...{ role: "img", "aria-labelledby": `${id}-title ${id}-desc`, color: INK.text },
  };
  const inside = [
    element("title", { id: `${id}-title` }, escapeXml(plain(heading || drawing.alt))),
    element("desc", { id: `${id}-desc` }, escapeXml(plain(drawing.alt))),
    element("rect", { width, height, fill: INK.paper }),
    ...parts,
  ];
  return { svg: `${element("svg", root, inside.join(""))}\n`, box, heading };
}

function captions({ caption, footnotes = [] }: Drawing, own: string | false | undefined) {
  if (own === false) return [];
  const large = { text: own ?? caption, size: SIZE.caption, color: INK.text };
  if (own !== undefined) return [large];
  const small = footnotes.map((text) => ({ text, size: SIZE.note, color: INK.soft }));
  return caption === "" ? small : [large, ...small];
}

const LEAST = 300, TITLE_LINE = 310;

function canvasWidth({ body, width = INNER }: Drawing, heading: string, badge = ""): number {
  if (body.kind !== "table") return width + 2 * PADDING;
  const whole = textWidth(heading, SIZE.title, { bold: true });
  const title = Math.min(whole, Math.max(TITLE_LINE, 0.56 * whole));
  const wanted = Math.max(LEAST, tableWidth(body.table), title + (badge === "" ? 0 : badgeWidth(badge) + 16));
  const usual = Math.min(wanted, INNER);
  return Math.ceil(Math.max(usual, leastWidth(body.table, usual))) + 2 * PADDING;
}

const badgeWidth = (text: string) => textWidth(text, SIZE.subtitle, { bold: true }) + 20;

function drawBadge(badge: ReturnType<typeof badgeOf>, right: number, y: number) {
  if (!badge) return { svg: "", width: 0 };
  const { text, tone } = badge, { ink, fill } = BADGE[tone], width = badgeWidth(text);
  const box = { x: right - width, y, width, height: 20, rx: 10, fill, stroke: ink, "stroke-width": 0.75 };
  const word = { x: right - width / 2, y: y + 14, size: SIZE.subtitle, bold: true, color: ink };
  return { width, svg: element("rect", box) + textElement(text, { ...word, anchor: "middle" }) };
}

function drawBody(drawing: Drawing, top: number, page: Page): { svg: string; height: number } {
  const { body } = drawing, inner = page.width - 2 * page.padding;
  const drawn = drawing.width ??
    (body.kind === "table" ? Math.max(inner, leastWidth(body.table, inner)) : INNER);
  const scale = inner / drawn;
  if (scale * SIZE.note < page.readable) {
    const least = page.said(Math.ceil(drawn * page.readable / SIZE.note) + 2 * page.padding);
    const found = page.said(page.width).replace(" pixels", "");
    throw refusing("letters_high", { least, letters: page.letters, found });
  }
  const { svg, height } = bodyOf(drawing, drawn);
  const transform = `translate(${page.padding},${round(top)})` +
    (scale === 1 ? "" : ` scale(${round(1000 * scale) / 1000})`);
  return { svg: element("g", { transform }, svg), height: height * scale };
}

function bodyOf({ body }: Drawing, inner: number): { svg: string; height: number } {
  if (body.kind === "table") return drawTable(body.table, inner);
  if (body.kind === "picture") return body;
  const parts: string[] = [];
  const column = inner / body.columns;
  const titles = body.panels.map(({ title }) =>
    title ? wrapText(title, SIZE.panel, column - 12, { bold: true }) : []
  );
  let y = 0, rowHeight = 0, offset = 0;
  body.panels.forEach(({ svg }, i) => {
    const place = i % body.columns, lines = titles[i];
    if (place === 0) {
      if (i > 0) y += rowHeight + 10;
      rowHeight = 0;
      // Panels side by side stand at one height, whatever their titles take.
      const most = Math.max(...titles.slice(i, i + body.columns).map(({ length }) => length));
      offset = most > 0 ? 16 * most + 4 : 0;
    }
    const x = column * place;
    lines.forEach((line, l) =>
      parts.push(textElement(line, { x: x + 4, y: y + 12 + 16 * l, size: SIZE.panel, bold: true }))
    );
    const width = Number(svg.getAttribute("width")), height = Number(svg.getAttribute("height"));
    // With a legend, title or caption of its own Plot returns a figure element, which no SVG can hold.
    if (svg.localName !== "svg" || !(width > 0 && height > 0)) {
      throw mistaken("panel_svg", { panel: i + 1, found: svg.localName });
    }
    if (width > column + 0.5) throw refusing("panel_width", { column, width });
    svg.setAttribute("x", String(round(x)));
    svg.setAttribute("y", String(round(y + offset)));
    parts.push(serializeSvg(svg, `panel${i + 1}`));
    rowHeight = Math.max(rowHeight, offset + height);
  });
  return { svg: parts.join(""), height: y + rowHeight };
}

export function badgeOf(said: readonly Provenance[]): { text: string; tone: Provenance } | undefined {
  if (said.length === 0) return undefined;
  return {
    text: said.map((one) => one === "redrawn" ? "in our words" : one).join(" + "),
    tone: said.includes("simulated") ? "simulated" : said[0],
  };
}
