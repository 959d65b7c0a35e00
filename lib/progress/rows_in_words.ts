/**
 * A number of rows in words, thousands apart.
 */
export function rowsInWords(count: number): string {
  return count === 1 ? "1 row" : `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} rows`;
}
