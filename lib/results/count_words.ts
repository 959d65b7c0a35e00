export function countWords(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : text.match(/\S+/g)?.length ?? 0;
}
