/** How much of a file readers take in: what lies beyond is a broken or hostile file more often than a study. */
export interface ReadLimits {
  /** Columns of a table; 10,000 by default. */
  columns: number;
  /** Bytes of one cell of a CSV file, one line of JSON or one entry of a packed log; 64 MiB by default. */
  cellBytes: number;
  /** Blank lines of a CSV file; 1,000,000 by default. */
  blankLines: number;
  /** Lists and objects inside one another in a line of JSON; 1,000 by default. */
  depth: number;
  /** Bytes of a file that is unpacked from gzip, of all entries of a packed log, or of a JSON document over several lines; 4 GiB by default. */
  unpackedBytes: number;
}

/** The limits of readers where the option `limits` does not name others. */
export const READ_LIMITS: Readonly<ReadLimits> = {
  columns: 10_000,
  cellBytes: 2 ** 26,
  blankLines: 1_000_000,
  depth: 1000,
  unpackedBytes: 2 ** 32,
};
