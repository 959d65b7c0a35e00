/**
 * Whether VL-RewardBench's harnesses showed two responses in reverse: where the number of their characters together is odd
 * (code points, as Python counts them).
 */
export function oddLength(one: string, other: string): boolean {
  return ([...one].length + [...other].length) % 2 === 1;
}

/** The answer that a reply to VL-RewardBench's prompt names as the better one, in the order shown; null without one. */
export function overallJudgment(reply: string): "A" | "B" | null {
  const [, number] = /Overall Judg(?:e)?ment\W{0,10}(?:\*\*)?\s{0,3}Answer ([12])\b/i.exec(reply) ??
    /\bAnswer ([12])\b is (?:slightly |much |clearly )?(?:the )?better/i.exec(reply) ?? [];
  return number === "1" ? "A" : number === "2" ? "B" : null;
}
