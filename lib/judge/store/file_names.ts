import { hashOf } from "./call_key.ts";

const LONGEST = 80;

/**
 * Names as parts of files' names that stand side by side. One with characters that file systems dislike, too long, or like another
 * but for its case gets a few digits of its hash, so that no two share a file.
 */
export function fileNameParts(names: readonly string[]): string[] {
  const plain = names.map((name) => name.replace(/[^\w.-]+/g, "-").slice(0, LONGEST));
  const folded = names.map((name, i) => withHash(name, plain[i]).toLowerCase());
  return names.map((name, i) => {
    const alone = folded.indexOf(folded[i]) === folded.lastIndexOf(folded[i]);
    return alone ? withHash(name, plain[i]) : `${withHash(name, plain[i])}-${hashOf(name).slice(0, 6)}`;
  });
}

function withHash(name: string, plain: string): string {
  return plain === name ? plain : `${plain}-${hashOf(name).slice(0, 6)}`;
}

/** File name of the study of a protocol and a judge, which no other judge's shares, not in another case either. */
export function studyName({ protocol, judge }: { protocol: { name: string }; judge: string }): string {
  const [name] = fileNameParts([judge]);
  const suffix = name === judge && judge !== judge.toLowerCase() ? `-${hashOf(judge).slice(0, 6)}` : "";
  return `${protocol.name}--${name}${suffix}`;
}
