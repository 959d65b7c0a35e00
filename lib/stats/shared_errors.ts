import { mean } from "./grouped.ts";

/** A variance as small as this is what rounding leaves of none. */
const ROUNDING = 1e-12;

/**
 * V/S of errors by unit and judge: V the variance over units of the judges' mean error, S the mean of the judges' own error variances; what each
 * unit moves it by, times their number; and why it cannot be told (it is NaN then).
 */
export function sharedErrors(errors: readonly (readonly number[])[], judges: number) {
  const means = Array.from({ length: judges }, (_, j) => mean(errors.map((own) => own[j])));
  const centred = errors.map((own) => own.map((error, j) => error - means[j]));
  const own = centred.map((list) => mean(list.map((d) => d * d))),
    joint = centred.map((list) => mean(list) ** 2);
  const S = mean(own), V = mean(joint);
  const untold = judges < 2
    ? "fewer than two judges"
    : errors.length === 0
    ? "no pair that all judges judged and people decided"
    : !(S > ROUNDING)
    ? "every judge is always right or always wrong: no errors to compare"
    : V / S > ROUNDING
    ? ""
    : "the judges' errors cancel on every pair: no number of votes is worth as much";
  return {
    ratio: untold === "" ? V / S : NaN,
    influence: joint.map((square, i) => square / S - V * own[i] / (S * S)),
    untold,
  };
}
