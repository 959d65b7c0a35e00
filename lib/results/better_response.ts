import { isDenied, takesBack } from "./lone_verdict.ts";
import { plainLine } from "./plain_line.ts";

/** The sentence of the verdict, alone on its line or the line's last sentence. */
const VERDICT =
  /(?:^|[.!?:)]\s+)(?:(?:so|therefore|thus|hence|overall|in conclusion),? )?["'“]?response \[?([12AB])\]? is (?:the )?better(?: than response \[?([12AB])\]?| one| response)?["'”]?[.!]?["'”]?$/i;

/** The words of a verdict wherever they stand. */
const NAMED = /\bresponse \[?([12AB])\]? is (?:the )?better\b/gi;

/** The same, of a response that is not named by its number. */
const OTHER =
  /\b(?:first|second|other|former|latter)\b[^.!?\n]{0,200}\b(?:wins|is (?:the )?(?:better|best|stronger|superior))\b/i;

/**
 * The response that a text names as the better one, `1` or `2` (`A` or `B` where it has letters): in the last line that is or
 * ends with `Response X is better.`, as the prompt of Multi-Crit wants its last line. The same words within a sentence are no
 * verdict. Null where there is none, where that line or one behind it names the other response, or takes the verdict back.
 */
export function betterResponse(text: string): string | null {
  const lines = text.split(/\r\n|\r|\n/).map(plainLine);
  for (let i = lines.length - 1; i >= 0; i--) {
    const match = VERDICT.exec(lines[i]);
    if (!match || match[1] === match[2]) continue;
    const named = new Set(
      [...lines.slice(i).join("\n").matchAll(NAMED)].map(([, name]) => name.toUpperCase()),
    );
    const isNegated = lines[i][match.index] === ":" && isDenied(lines[i].slice(0, match.index));
    const behind = lines.slice(i + 1).join("\n");
    const isOpen = named.size > 1 || isNegated || takesBack(behind) || OTHER.test(behind);
    return isOpen ? null : match[1].toUpperCase();
  }
  return null;
}
