/**
 * Where numbers come from: printed in the paper, made by the calibrated simulation, or computed from result files. In this
 * order of honesty: a figure that shows any simulated number counts as simulated.
 */
export type Provenance = "published" | "simulated" | "results";
