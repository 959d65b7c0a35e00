import { namesLike, requireOneOf } from "../progress/require.ts";
import { told } from "../progress/told.ts";

/** What each metric's design must say. */
const FIELDS: Record<string, readonly string[]> = {
  ib: ["accIds", "accCds", "cdsShare"],
  lb: ["accLonger", "accShorter", "shorterShare"],
  irs: ["accImage", "accNoImage", "correlation"],
  ib_difference: ["first", "second", "cdsShare", "correlation"],
  bd: ["difference", "sd"],
};

/** What a design may say besides. */
const OTHERS = ["metric", "pairsPerImage", "icc", "subsetsWithinImage"];

/** Throws for a design without what its metric needs, or with names that no design has: options of `power` among them. */
export function requireDesign(design: { metric: string }): void {
  requireOneOf("power", "the metric", design.metric, Object.keys(FIELDS));
  const needed = FIELDS[design.metric], given: Record<string, unknown> = { ...design };
  const lacks = needed.filter((name) => given[name] === undefined);
  const unknown = Object.keys(given).filter((name) => ![...needed, ...OTHERS].includes(name));
  if (lacks.length === 0 && unknown.length === 0) return;
  const option = unknown.find((name) => ["n", "power", "alpha", "equivalence"].includes(name));
  throw new RangeError(
    `power: wanted ${needed.join(", ")} of a design of ${design.metric} (and ${
      OTHERS.slice(1).join(", ")
    }), found ` +
      [namesLike(unknown, [...lacks, ...OTHERS]), lacks.length > 0 ? `no ${lacks.join(", ")}` : ""]
        .filter(Boolean).join(" and ") +
      (option
        ? `; options stand after the design: power(design, { ${option}: ${told(given[option])} })`
        : ""),
  );
}
