/** Formats in which a figure can be written. */
export const FORMATS = ["svg", "png", "csv", "pdf", "tex"] as const;

/** Those that are written where none are named. */
export const USUAL_FORMATS: readonly FigureFormat[] = ["svg", "png", "csv"];

/** A format in which a figure can be written. */
export type FigureFormat = (typeof FORMATS)[number];
