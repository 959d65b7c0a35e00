import assert from "node:assert/strict";
import { holds } from "@/results/read_bytes.ts";

Deno.test("holds: one byte anywhere in a piece of any length that begins anywhere, and no neighbour of it", () => {
  for (const [wanted, others] of [[0, [1, 128, 255]], [34, [33, 35, 162]]] as const) {
    for (const other of others) {
      for (let start = 0; start < 6; start++) {
        for (let length = 0; length < 14; length++) {
          const piece = new Uint8Array(24).fill(wanted).subarray(start, start + length).fill(other);
          assert.equal(holds(piece, wanted), false, `${wanted} among ${length} of ${other} from ${start}`);
          for (let place = 0; place < length; place++) {
            piece[place] = wanted;
            assert.equal(holds(piece, wanted), true, `${wanted} at ${place} of ${length} from ${start}`);
            piece[place] = other;
          }
        }
      }
    }
  }
});
