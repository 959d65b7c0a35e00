/**
 * A text for a terminal: names come from files, and a control or direction character in one could rewrite what stands on the screen.
 * Line breaks stay, tabs become a blank, everything else of that kind `�`.
 */
export function printable(text: string): string {
  return text.replace(/\t/g, " ").replace(
    /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    "�",
  );
}
