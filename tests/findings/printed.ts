import printed from "./printed.json" with { type: "json" };

type Numbers = readonly number[];
type Printed = Readonly<Record<string, Numbers>>;

/** What sources print of their own rows; printed.json says where. */
export const VIESCORE: Readonly<Record<string, Printed>> = printed.VIESCORE;
export const VIESCORE_AVERAGES: Printed = printed.VIESCORE_AVERAGES;
export const GENAI_BENCH: Printed = printed.GENAI_BENCH;
export const WILDVISION: Printed = printed.WILDVISION;
