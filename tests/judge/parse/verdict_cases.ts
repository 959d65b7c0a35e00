/** Texts with a number that can be nothing but that number, where the scale goes to `high`. */
export function lone(number: number, high: number): string[] {
  const n = String(number);
  return [
    n,
    `${n}.`,
    `${n}。`,
    `(${n})`,
    `"${n}".`,
    `**${n}**`,
    `$${n}$.`,
    `$\\boxed{${n}}$.`,
    `${n}/${high}`,
    `${n} / ${high}.`,
    `${n} points`,
    `${n} points.`,
    `${n} out of ${high}`,
    `${n} points out of ${high}.`,
    `${n}/${high} points`,
    `${n} (good)`,
    `${n}. It names the sign.`,
    `${n}, because it names the sign.`,
    `${n}\n\nIt names 2 signs.`,
  ];
}

/** Texts with a number that could be another one, or none. */
export function ambiguous(number: number): string[] {
  const n = String(number);
  const ranges = "- ‐ ‑ ‒ – — ― − ﹣ － ~ ～ 〜 → … : ; ..".split(" ");
  return [
    ...ranges.flatMap((mark) => [`${n}${mark}90`, `${n} ${mark} 90`]),
    ...[",", "٫", "·", "'", "’", " ", "\u00a0", "\u202f", "_", "*", "`", "$"].map((mark) => `${n}${mark}5`),
    ...["e1", "e2", "E-1", "k", "%", "‰", "°", "½", "²", "５", "٥", "x", "!5"].map((mark) => `${n}${mark}`),
    ...[",000", ".5.5", ". 90", ".. 9", "?", " ?", " or so", " to 90", " or 90", " and 90", " vs 90", " of 9"]
      .map((more) => `${n}${more}`),
    ...["~", "≈", "<", "≥", "about ", "not ", "1,", "．"].map((before) => `${before}${n}`),
    ...["８５", "٨٥", "八", "eighty", "N", "", "IV"],
    `${n}. Correction: 9`,
    `${n} (I'd say seventy)`,
    `${n} (or rather ninety)`,
    `${n}. (Seventy.)`,
    `${n}. Wait, no: nine.`,
    `${n}\nCorrection: 9`,
    `${n}\nI would lower this to twenty.`,
    `${n}/1e2`,
    `${n}/10/2`,
  ];
}

/** Sentences around a label (`[[A]]`, `[[B]]`) that do not choose it alone. */
export function undecided(a: string, b: string): string[] {
  return [
    `not ${a}`,
    `Not: ${a}`,
    `neither ${a}`,
    `It isn't ${a}.`,
    `anything but ${a}`,
    `either ${a}`,
    `The loser is ${a}`,
    `I reject ${a}`,
    `${a} loses`,
    `${a} is worse`,
    `${a} is not better`,
    `${a}, not`,
    `${a}?`,
    `${a} if the sign counts`,
    `${a} or so`,
    `${a} Correction: I meant ${b}`,
    `${a}. Wait, no.`,
    `${a}\nCorrection: ${b}`,
    `${a} or ${b}`,
    `${a} and ${b}`,
    `${a} > ${b}`,
    ...(/[AB]/.test(a) ? rivals(a, b.replace(/[[\]]/g, "")) : []),
    `I prefer the other over ${a}`,
    `The other one is better than ${a}`,
    `other > ${a}`,
    `Avoid ${a}`,
    `${a}, as the inferior one`,
    `${a} because it is worse`,
    `${a}, which is worse`,
    `${a}. Let me reconsider.`,
    `the incorrect one is ${a}`,
    `bad: ${a}`,
    `${a} (incorrect)`,
    `I dislike ${a}`,
    `Please answer with ${a}`,
    `The answer says: "${a}"`,
    `nicht ${a}`,
    `不是${a}`,
    `${a} (just kidding)`,
  ];
}

/** A label, and behind it that the other wins. */
function rivals(a: string, b: string): string[] {
  return [`${a} (${b} is better)`, `${a} - ${b} wins`, `${a}\nBut ${b} is clearly better.`]
    .concat([`${a}\nBut ${b} is the correct choice.`, `${a}\n\nFinal: ${b}`, `${a}\nHowever, I choose ${b}`])
    .concat(`${a}\nHmm, the better answer is ${b}.`);
}

/** Sentences around a label that choose it. */
export function decided(a: string): string[] {
  return [
    a,
    `${a}.`,
    `**${a}**`,
    `"${a}"`,
    `My verdict: ${a}`,
    `My final verdict is: ${a}.`,
    `It names the sign ${a}`,
    `The other one does not, so ${a}.`,
    `It is not close. ${a}`,
    `${a} is better.`,
    `One is better than the other: ${a}`,
    `${a}, as the other one is worse`,
    `${a} is slightly more accurate`,
    `${a} because the other one is not.`,
    `${a}, as it names the sign`,
    `${a} (it names the sign)`,
    `${a} - it names the sign`,
    `${a}. The other one does not.`,
    `${a}\n\nIt is not a tie.`,
  ];
}
