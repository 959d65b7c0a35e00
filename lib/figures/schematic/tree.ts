import { refusing } from "../../results/said.ts";
import { z } from "zod";
import { TEXT } from "../cards/read_cards.ts";
import { fixed } from "../../progress/told.ts";
import type { FigureContext } from "../figure_spec.ts";
import { element, textElement } from "../svg_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import {
  arrow,
  art,
  type Block,
  card,
  labelled,
  photo,
  readScene,
  row,
  rule,
  scene,
  space,
  stack,
  words,
} from "./layout.ts";

const GROUND = { plain: INK.paper, faint: INK.faint, good: "#e3f3ea", bad: "#fdf1ef", made: "#eef5fb" };

/** A picture that we may not show: a simple drawing (`data/scenes`), or words that say what is to be seen. */
export const PICTURE = z.union([
  z.strictObject({ scene: TEXT }),
  /** `as`: what it is, where it is no photograph. */
  z.strictObject({ shows: TEXT, as: TEXT.optional() }),
]);
export type Picture = z.output<typeof PICTURE>;

/** A drawing as data: texts, and lists of what stands below each other, in boxes, rows and columns. */
export type Tree =
  | string
  | readonly Tree[]
  | {
    text: string;
    size?: keyof typeof SIZE;
    bold?: boolean;
    soft?: boolean;
    color?: string;
    middle?: boolean;
  }
  | { label: string; text: string }
  | {
    row: readonly Tree[];
    /** Widths in pixels, where not null; the others share what is left by weight. */
    widths?: readonly (number | null)[];
    weights?: number[];
    gap?: number;
  }
  | { stack: readonly Tree[]; gap: number }
  /** `edge`: false without a line around it. */
  | { box: Tree; title?: string; ground?: keyof typeof GROUND; padding?: number; edge?: false }
  | { arrow: string; to?: "right"; length?: number }
  | { space: number }
  | { bar: number; color: string }
  | "---"
  | { shapes: string }
  /** A picture that is there only where the user has one of this name. */
  | { own: string }
  /** `own`: the name of the file with which a user's picture takes its place, where not that of the scene; `id` of a scene that is shown twice; `width` of a scene or a frame of words, the least `height` of a frame. */
  | Picture & { own?: string; id?: string; label?: string; width?: number; height?: number };

export type Given = Pick<FigureContext, "picture">;

export async function blockOf(tree: Tree, given: Given): Promise<Block> {
  const all = (trees: readonly Tree[]) => Promise.all(trees.map((one) => blockOf(one, given)));
  if (tree === "---") return rule();
  if (typeof tree === "string") return words(tree);
  if ("row" in tree) {
    const { widths = [], weights, gap } = tree;
    const blocks = (await all(tree.row)).map((block, b) => ({ ...block, width: widths[b] ?? block.width }));
    return row(blocks, { gap, weights, top: widths.length > 0 });
  }
  if ("stack" in tree) return stack(await all(tree.stack), tree);
  if ("box" in tree) {
    const { title, ground = "plain", padding, edge } = tree, fill = GROUND[ground];
    const stroke = edge === false ? fill : undefined;
    return card(await blockOf(tree.box, given), { title, fill, padding, stroke });
  }
  if ("arrow" in tree) return arrow(tree.to ?? "down", { label: tree.arrow, length: tree.length });
  if ("space" in tree) return space(tree.space);
  if ("bar" in tree) return bar(tree.bar, tree.color);
  if ("shapes" in tree) {
    const { markup, width, height } = readScene(tree.shapes);
    return art(markup, width, height);
  }
  if ("label" in tree && "text" in tree) return labelled(tree.label, tree.text);
  if ("text" in tree) {
    const { text, size = "caption", bold, soft, color = soft ? INK.soft : INK.text, middle } = tree;
    return words(text, { size: SIZE[size], bold, color, align: middle ? "middle" : "start" });
  }
  if ("scene" in tree || "shows" in tree) return await pictureBlock(tree, given);
  if ("own" in tree) {
    const own = await given.picture(tree.own);
    return own === null ? space(0) : photo(own, 200, 150);
  }
  if (Array.isArray(tree)) return stack(await all(tree));
  throw refusing("drawing_part", { found: JSON.stringify(tree) });
}

const BAR = 150;

function bar(value: number, color: string): Block {
  const text = { x: BAR + 10, y: 13, size: SIZE.panel, bold: true };
  const rect = (width: number, fill: string) => element("rect", { x: 0, y: 2, width, height: 14, fill });
  const bars = rect(BAR, INK.faint) + rect(value * BAR, color);
  return art(bars + textElement(fixed(value, 2), text), BAR + 44, 18);
}

/** A picture under its label: the user's own, else a drawing, else a frame that says in words what it shows. */
async function pictureBlock(tree: Extract<Tree, Picture>, given: Given): Promise<Block> {
  const name = tree.own ?? ("scene" in tree ? tree.scene : undefined);
  const own = name === undefined ? null : await given.picture(name);
  const block = "scene" in tree
    ? scene(tree.scene, own, { id: tree.id ?? name, width: tree.width })
    : own === null
    ? frame(tree)
    : photo(own, 200, 150);
  if (tree.label === undefined) return block;
  return stack([
    words(tree.label, { size: SIZE.note, bold: true, color: INK.soft }),
    row([block, ...block.width === undefined ? [] : [space(0)]], { gap: 0, top: true }),
  ], { gap: 4 });
}

function frame({ as = "Photograph", shows, width, height = 0 }: Extract<Tree, { shows: string }>): Block {
  const block = card(labelled(as, shows), { fill: INK.faint, stroke: INK.faint });
  const whole = Math.max(textWidth(as, SIZE.note, { bold: true }), textWidth(shows, SIZE.caption));
  const own = (room: number) => Math.min(room, width ?? Math.ceil(whole) + 20);
  const high = (room: number) => Math.max(height, block.height(own(room)));
  return {
    height: high,
    draw: ({ x, y, width }) => block.draw({ x, y, width: own(width), height: high(width) }),
  };
}
