import { INK, SIZE } from "../theme.ts";
import { type Block, stack, words } from "./layout.ts";
import type { Run } from "./styled_text.ts";

/** A small label above a paragraph: who says it, or what it is. */
export function labelled(label: string, text: string | readonly Run[]): Block {
  return stack([words(label, { size: SIZE.note, bold: true, color: INK.soft }), words(text)], { gap: 2 });
}
