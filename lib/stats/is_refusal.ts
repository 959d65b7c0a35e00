/**
 * Whether an error is a refusal of ours, which says what was wanted or found: too little data to test, a column that is missing. JavaScript
 * throws errors of the same classes where a program is at fault (a property of undefined, an array of a length that cannot be, a stack that
 * overflows); these are none, and must be seen.
 */
export function isRefusal(error: unknown): error is RangeError | TypeError {
  return (error instanceof RangeError || error instanceof TypeError) &&
    /\b(wanted|found)\b/.test(error.message);
}
