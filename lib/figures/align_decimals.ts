import { plain } from "./text_width.ts";

/** As wide as a digit, as a point and as a mark: numbers of fewer decimals, or without a mark, end where the others do. */
const DIGIT = "\u2007", POINT = "\u2008", MARK = "\u2002";

/** What of a number's place is left blank where it ends earlier than the others of its column. */
export const BLANKS: RegExp = /[\u2002\u2007\u2008]+$/;

/** A number, with its sign, with what it counts, and with a mark: `8.29B`, `+1.2`, `40%`, `0.36*`. */
const NUMBER = /^[+−]?\d[\d,]*(?:\.(\d+))?[A-Za-z%]?([*°†]?)$/;

/** Numbers of a column with as many places behind the point, the lacking ones as blanks; what is no number stays as it is. */
export function alignDecimals(texts: readonly string[]): string[] {
  const places = (text: string) => {
    const number = NUMBER.exec(plain(text));
    return number ? number[1]?.length ?? -1 : NaN;
  };
  const most = Math.max(...texts.map(places).filter((n) => !Number.isNaN(n)), -1);
  const marked = (text: string) => Boolean(NUMBER.exec(plain(text))?.[2]), marks = texts.some(marked);
  return texts.map((text) => {
    const own = places(text);
    if (Number.isNaN(own)) return text;
    const lacking = own === most ? "" : (own < 0 ? POINT : "") + DIGIT.repeat(most - Math.max(0, own));
    return text + lacking + (marks && !marked(text) ? MARK : "");
  });
}
