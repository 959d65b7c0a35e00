/**
 * The address of an endpoint as a part of what makes a call this one: scheme, host, port and path, nothing that could be a
 * key. The same model's name at another server may be another model.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { endpointOf } from "@/judge/store/endpoint_of.ts";
 *
 * assert.equal(endpointOf("http://LOCALHOST:8000/v1/?version=2"), "http://localhost:8000/v1");
 * ```
 */
export function endpointOf(baseURL: string): string {
  const { protocol, host, pathname } = new URL(baseURL);
  return `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
}
