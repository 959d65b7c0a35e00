import type { Drawing, FigureSpec, LegendEntry } from "./figure_spec.ts";
import type { Provenance } from "./provenance.ts";
import { serializeSvg } from "./serialize_svg.ts";
import { escapeXml, round, textElement } from "./svg_text.ts";
import { drawTable } from "./table_drawing.ts";
import { plain, textWidth, wrapText } from "./text_width.ts";
import { BADGE, hatch, INK, INNER, PADDING, SIZE, WIDTH } from "./theme.ts";

/**
 * Puts a figure together as one standalone SVG: number and title, badge of provenance, legend, charts or table, caption and
 * footnotes; all placed by measured text, on white, with a title and a description for screen readers.
 */
export function composeFigure(
  { id, number, title }: Pick<FigureSpec, "id" | "number" | "title">,
  drawing: Drawing,
  sources: readonly Provenance[],
): string {
  const parts: string[] = [];
  const named = drawing.title ?? title;
  const heading = number === "" ? named : `${number} · ${named}`;
  let y = PADDING;
  const badge = drawBadge(sources, WIDTH - PADDING, y);
  parts.push(badge.svg);
  const titleLines = wrapText(heading, SIZE.title, INNER - badge.width - 16, { bold: true });
  titleLines.forEach((line) => {
    parts.push(textElement(line, { x: PADDING, y: y + 15, size: SIZE.title, bold: true }));
    y += 21;
  });
  y += 8;
  if (drawing.legend?.length) {
    const legend = drawLegend(drawing.legend, y);
    parts.push(legend.svg);
    y += legend.height + 8;
  }
  const body = drawBody(drawing, y);
  parts.push(body.svg);
  y += body.height + 12;
  for (const [text, size, color] of captions(drawing)) {
    for (const line of wrapText(text, size, INNER)) {
      parts.push(textElement(line, { x: PADDING, y: y + size, size, color }));
      y += size * 1.4;
    }
    y += 4;
  }
  const height = Math.ceil(y + PADDING - 8);
  const colors = [...new Set(parts.join("").match(/url\(#hatch-[0-9a-f]{6}\)/g) ?? [])].map((url) =>
    `#${url.slice(11, 17)}`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" ` +
    `role="img" aria-labelledby="${id}-title ${id}-desc" color="${INK.text}">` +
    `<title id="${id}-title">${escapeXml(plain(heading))}</title>` +
    `<desc id="${id}-desc">${escapeXml(plain(drawing.alt))}</desc>` +
    `<defs>${colors.map(hatchPattern).join("")}</defs>` +
    `<rect width="${WIDTH}" height="${height}" fill="${INK.paper}"/>${parts.join("")}</svg>\n`;
}

function captions({ caption, footnotes = [] }: Drawing): [string, number, string][] {
  return [
    [caption, SIZE.caption, INK.text],
    ...footnotes.map((note): [string, number, string] => [note, SIZE.note, INK.soft]),
  ];
}

function hatchPattern(color: string): string {
  return `<pattern id="hatch-${
    color.slice(1)
  }" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect width="6" height="6" fill="${color}" fill-opacity="0.25"/><rect width="2.6" height="6" fill="${color}"/></pattern>`;
}

function drawBadge(sources: readonly Provenance[], right: number, y: number): { svg: string; width: number } {
  // A schematic or a prompt has no numbers, and nothing to say of where they come from.
  if (sources.length === 0) return { svg: "", width: 0 };
  const text = sources.join(" + ");
  const { ink, fill } = BADGE[sources.includes("simulated") ? "simulated" : sources[0]];
  const width = textWidth(text, SIZE.subtitle, { bold: true }) + 20;
  return {
    width,
    svg:
      `<rect x="${round(right - width)}" y="${y}" width="${
        round(width)
      }" height="20" rx="10" fill="${fill}" stroke="${ink}" stroke-width="0.75"/>` +
      textElement(text, {
        x: right - width / 2,
        y: y + 14,
        size: SIZE.subtitle,
        bold: true,
        anchor: "middle",
        color: ink,
      }),
  };
}

function drawLegend(entries: LegendEntry[], top: number): { svg: string; height: number } {
  const parts: string[] = [];
  let x = PADDING, y = top;
  for (const entry of entries) {
    const lines = wrapText(entry.label, SIZE.legend, INNER - 22);
    const width = 22 + Math.max(...lines.map((line) => textWidth(plain(line), SIZE.legend))) + 18;
    if (x > PADDING && x + width - 18 > WIDTH - PADDING) {
      x = PADDING;
      y += 19;
    }
    parts.push(glyph(entry, x, y));
    lines.forEach((line, l) => {
      if (l > 0) y += 15;
      parts.push(textElement(line, { x: x + 22, y: y + 11, size: SIZE.legend }));
    });
    x += width;
  }
  return { svg: parts.join(""), height: y - top + 16 };
}

function glyph({ color, glyph = "bar" }: LegendEntry, left: number, y: number): string {
  const x = round(left), middle = x + 8;
  const stroke = `stroke="${color}"`;
  switch (glyph) {
    case "bar":
      return `<rect x="${x}" y="${y}" width="16" height="13" fill="${color}"/>`;
    case "hatched":
      return `<rect x="${x}" y="${y}" width="16" height="13" fill="${hatch(color)}" ${stroke}/>`;
    case "line":
      return `<line x1="${x}" x2="${x + 16}" y1="${y + 6.5}" y2="${y + 6.5}" ${stroke} stroke-width="2"/>`;
    case "dashed":
      return `<line x1="${x}" x2="${x + 16}" y1="${y + 6.5}" y2="${
        y + 6.5
      }" ${stroke} stroke-width="1.5" stroke-dasharray="4 3"/>`;
    case "dot":
      return `<circle cx="${middle}" cy="${y + 6.5}" r="5" fill="${color}"/>`;
    case "interval":
      return `<line x1="${middle}" x2="${middle}" y1="${y}" y2="${y + 13}" ${stroke} stroke-width="1"/>`;
    case "spread":
      return `<line x1="${middle}" x2="${middle}" y1="${y}" y2="${y + 13}" ${stroke} stroke-width="2.5"/>`;
    case "diamond":
      return `<path d="M${middle} ${y}l4.5 6.5l-4.5 6.5l-4.5 -6.5Z" fill="white" ${stroke} stroke-width="1.4"/>`;
    case "circle":
      return `<circle cx="${middle}" cy="${y + 6.5}" r="4.5" fill="white" ${stroke} stroke-width="1.6"/>`;
  }
}

function drawBody({ body }: Drawing, top: number): { svg: string; height: number } {
  if (body.kind === "table") {
    const { svg, height } = drawTable(body.table, INNER);
    return { svg: `<g transform="translate(${PADDING},${round(top)})">${svg}</g>`, height };
  }
  if (body.kind === "picture") {
    return { svg: `<g transform="translate(${PADDING},${round(top)})">${body.svg}</g>`, height: body.height };
  }
  const parts: string[] = [];
  const column = INNER / body.columns;
  let y = top, rowHeight = 0;
  body.panels.forEach(({ title, svg }, i) => {
    if (i > 0 && i % body.columns === 0) {
      y += rowHeight + 10;
      rowHeight = 0;
    }
    const x = PADDING + column * (i % body.columns);
    const lines = title ? wrapText(title, SIZE.panel, column - 12, { bold: true }) : [];
    lines.forEach((line, l) =>
      parts.push(textElement(line, { x: x + 4, y: y + 12 + 16 * l, size: SIZE.panel, bold: true }))
    );
    const offset = lines.length > 0 ? 16 * lines.length + 4 : 0;
    const width = Number(svg.getAttribute("width")), height = Number(svg.getAttribute("height"));
    // With a legend, title or caption of its own Plot returns a figure element, which no SVG can hold.
    if (svg.localName !== "svg" || !(width > 0 && height > 0)) {
      throw new TypeError(
        `composeFigure: wanted an svg with width and height as panel ${i + 1}, found a ${svg.localName}`,
      );
    }
    if (width > column + 0.5) {
      throw new RangeError(`composeFigure: wanted panels of at most ${column} pixels, found ${width}`);
    }
    svg.setAttribute("x", String(round(x)));
    svg.setAttribute("y", String(round(y + offset)));
    parts.push(serializeSvg(svg, `panel${i + 1}`));
    rowHeight = Math.max(rowHeight, offset + height);
  });
  return { svg: parts.join(""), height: y - top + rowHeight };
}
