import { contrast } from "@/figures/colors.ts";
import { rasterized } from "@/figures/render_pdf.ts";
import { type TextBox, textBoxes } from "./text_boxes.ts";

/** What text wants against its ground (WCAG 2, AA). */
const LEAST = 4.5;

/** Texts of a picture whose letters are too pale for what they stand on: most of the pixels below them without any text, or a halo. */
export async function paleTexts(svg: string, boxes?: readonly TextBox[], least = LEAST): Promise<string[]> {
  const bare = svg.replace(/<text[ >][\s\S]*?<\/text>/g, "");
  const { data, info } = await (await rasterized(bare, 1)).raw().toBuffer({ resolveWithObject: true });
  const [, width] = /<svg [^>]*width="([\d.]+)"/.exec(svg)!;
  const scale = info.width / Number(width);
  const groundAt = (x: number, y: number) => {
    const [px, py] = [x, y].map((value) => Math.round(value * scale));
    if (px < 0 || py < 0 || px >= info.width || py >= info.height) return null;
    const at = (py * info.width + px) * info.channels;
    return `#${[0, 1, 2].map((c) => data[at + c].toString(16).padStart(2, "0")).join("")}`;
  };
  return (boxes ?? await textBoxes(svg)).flatMap(({ text, left, right, top, bottom, fill, halo, turn }) => {
    if (text.trim() === "") return [];
    const middle = turn ? { x: turn.x, y: turn.y } : { x: (left + right) / 2, y: (top + bottom) / 2 };
    const points = turn
      ? [middle]
      : [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((share) =>
        [top, (top + bottom) / 2, bottom].map((y) => ({ x: left + share * (right - left), y }))
      );
    const grounds = points.map(({ x, y }) => groundAt(x, y)).filter((one) => one !== null);
    const counts = Map.groupBy(halo ? [halo] : grounds, (one) => one);
    const [ground] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] ?? ["#ffffff"];
    const found = contrast(fill, ground);
    return found >= least ? [] : [`"${text}" ${fill} on ${ground}: ${found.toFixed(2)}`];
  });
}
