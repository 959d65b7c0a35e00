import { tint } from "./colors.ts";
import type { LegendEntry } from "./figure_spec.ts";
import { element, round, textElement } from "./svg_text.ts";
import { textWidth, wrapText } from "./text_width.ts";
import { INK, PADDING, SIZE } from "./theme.ts";

export function drawLegend(entries: LegendEntry[], top: number, width: number, padding: number = PADDING) {
  const parts: string[] = [];
  let x = padding, y = top;
  for (const entry of entries) {
    const { ramp } = entry;
    const beside = ramp ? RAMP + textWidth(ramp.low + ramp.high, SIZE.legend) + 12 : 22;
    const word = Math.max(...entry.label.split(" ").map((one) => textWidth(one, SIZE.legend)));
    // No word is broken beside a ramp: the label then stands below.
    const isBelow = ramp !== undefined && word + 8 > width - 2 * padding - beside,
      lead = isBelow ? 0 : beside;
    const lines = wrapText(entry.label, SIZE.legend, width - 2 * padding - lead);
    const own = lead + Math.max(...lines.map((line) => textWidth(line, SIZE.legend))) + 18;
    if (x > padding && x + own - 18 > width - padding) {
      x = padding;
      y += 19;
    }
    parts.push(glyph(entry, x, y));
    if (isBelow) y += 18;
    lines.forEach((line, l) => {
      if (l > 0) y += 15;
      parts.push(textElement(line, { x: x + lead, y: y + 11, size: SIZE.legend }));
    });
    x += own;
  }
  return { svg: parts.join(""), height: y - top + 16 };
}

const RAMP = 132;

function rampOf({ ramp }: LegendEntry, x: number, y: number): string {
  const { colors, low, high, ticks = [] } = ramp!, step = (RAMP - 6) / colors.length;
  const from = x + textWidth(low, SIZE.legend) + 5, box = { y: y + 1, width: RAMP - 6, height: 11 };
  const word = { y: y + 11, size: SIZE.legend, color: INK.soft };
  const small = { y: y + 10.5, size: SIZE.note, anchor: "middle" } as const;
  return [
    ...colors.map((fill, i) => element("rect", { x: from + i * step, ...box, width: step + 0.3, fill })),
    element("rect", { x: from, ...box, fill: "none", stroke: INK.soft, "stroke-width": 0.6 }),
    ...ticks.map(([share, text]) => textElement(text, { ...small, x: from + share * (RAMP - 6) })),
    textElement(low, { ...word, x }),
    textElement(high, { ...word, x: from + RAMP - 1 }),
  ].join("");
}

function glyph(entry: LegendEntry, left: number, y: number): string {
  const { color, glyph = "bar", fill: share = 1 } = entry, x = round(left), middle = round(x + 8);
  const fill = share < 1 ? { fill: tint(color, share), stroke: color, "stroke-width": 1.3 } : { fill: color };
  const line = (width: number, dash?: string) =>
    element("line", {
      ...{ x1: x, x2: x + 16, y1: y + 6.5, y2: y + 6.5, stroke: color, "stroke-width": width },
      "stroke-dasharray": dash,
    });
  const path = (d: string) => element("path", { d, ...fill });
  const open = (d: string) => element("path", { d, fill: "none", stroke: color, "stroke-width": 1.4 });
  // The bound, and the arrow out of the scale at its left or right end.
  const beyond = (way: 1 | -1) => {
    const [bound, tip] = way < 0 ? [x + 16, x] : [x, x + 16], back = -4 * way;
    const head = `m${back} -3.5l${-back} 3.5l${back} 3.5`;
    return open(`M${round(bound)} ${y + 2}v9M${round(tip - 10 * way)} ${y + 6.5}H${round(tip)}${head}`);
  };
  const at = { cx: middle, cy: y + 6.5 };
  const drawn: Record<typeof glyph, () => string> = {
    bar: () => element("rect", { x, y, width: 16, height: 13, fill: color }),
    line: () => line(2),
    dashed: () => line(1.5, "4 3"),
    range: () => line(1.6),
    dot: () => element("circle", { ...at, r: share < 1 ? 4.6 : 5, ...fill }),
    circle: () => element("circle", { ...at, r: 4.5, fill: "white", stroke: color, "stroke-width": 1.6 }),
    tick: () => element("path", { d: `M${middle} ${y}v13`, stroke: color, "stroke-width": 2 }),
    rhombus: () => path(`M${middle} ${y}l4.5 6.5l-4.5 6.5l-4.5 -6.5Z`),
    square: () => element("rect", { x: middle - 4.2, y: y + 2.3, width: 8.4, height: 8.4, ...fill }),
    triangle: () => path(`M${middle} ${y + 1}l5.4 10h-10.8Z`),
    plus: () => path(`M${round(x + 6)} ${y + 0.7}h4v3.8h3.8v4h-3.8v3.8h-4v-3.8h-3.8v-4h3.8Z`),
    star: () => path(star(middle, y + 6.9, 6.4)),
    bounds: () => open(`M${x} ${y + 2}v9m0 -4.5H${round(x + 16)}m0 -4.5v9`),
    below: () => beyond(-1),
    above: () => beyond(1),
    ramp: () => rampOf(entry, left, y),
  };
  return drawn[glyph]();
}

function star(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const r = i % 2 === 0 ? radius : 0.42 * radius, angle = Math.PI * (i / 5 - 0.5);
    return `${round(x + r * Math.cos(angle))} ${round(y + r * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}
