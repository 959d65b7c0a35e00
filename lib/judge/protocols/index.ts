import type { Protocol } from "../protocol.ts";

/** Every protocol by name. */
export const PROTOCOLS: Record<string, Protocol> = {};
