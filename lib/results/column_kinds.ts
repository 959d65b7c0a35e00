/**
 * The columns of a table in one text, `model samples:count value:number`: names in their order, each with its kind where that is not
 * the usual one.
 */
export function columnKinds<Kind extends string>(columns: string, usual: Kind): Record<string, Kind> {
  return Object.fromEntries(
    columns.split(" ").map((column) => {
      const [name, kind = usual] = column.split(":");
      return [name, kind as Kind];
    }),
  );
}
