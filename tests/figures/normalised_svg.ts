/**
 * An SVG as lines that a snapshot can hold and a reader can compare: one element per line, attributes sorted, numbers to one
 * decimal (a pixel's hundredth may change with a release of Plot's without being seen).
 */
export function normalisedSvg(svg: string): string {
  return svg
    .replace(/<([\w]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g, (_, name, attributes, end) => {
      const sorted = [...attributes.matchAll(/[\w:-]+="[^"]*"/g)].map(([one]) => one).sort();
      return `<${[name, ...sorted].join(" ")}${end}>`;
    })
    .replace(/(?<![\w#.-])-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10 + 0))
    .replace(/></g, ">\n<");
}
