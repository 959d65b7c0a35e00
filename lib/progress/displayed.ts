import { bundle } from "./show.ts";

/**
 * Gives an object the face that notebooks ask for where it is the last line of a cell, without listing that among its fields: copies and
 * comparisons see data only.
 *
 * @param face what stands for it (a picture, rows of a table); made when it is asked for
 */
export function displayed<T extends object>(value: T, face: (value: T) => unknown): T {
  return Object.defineProperty(value, Symbol.for("Jupyter.display"), {
    value: () => bundle(face(value)),
    enumerable: false,
  });
}
