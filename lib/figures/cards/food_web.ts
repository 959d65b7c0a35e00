import { label, rect, shape, stroke } from "./scene.ts";

/** A food web: what eats stands above what it eats; arrows go from the eaten to the eater. Names from the top down. */
export function foodWeb(ground: string, names: readonly string[] = []): string {
  const places: [x: number, y: number, fill: string][] = [
    [100, 22, "#8fa9c4"],
    [44, 58, "#d6a768"],
    [150, 58, "#c98b8b"],
    [30, 98, "#a9bf8a"],
    [96, 94, "#d6a768"],
    [166, 98, "#b7a4cf"],
    [100, 132, "#6fa65a"],
  ];
  const eaten = [[6, 3], [6, 4], [6, 5], [3, 1], [4, 1], [4, 2], [5, 2], [1, 0], [2, 0]];
  const arrows = eaten.map(([from, to]) => {
    const [x1, y1] = places[from], [x2, y2] = places[to];
    const length = Math.hypot(x2 - x1, y2 - y1), [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y] = [x2 - 17 * ux, y2 - 17 * uy];
    const side = (sign: number) =>
      `${(x - 6 * ux - sign * 3.5 * uy).toFixed(1)} ${(y - 6 * uy + sign * 3.5 * ux).toFixed(1)}`;
    return stroke(`M${x1} ${y1}L${x.toFixed(1)} ${y.toFixed(1)}`, "#5a6775", 1.2) +
      shape(`M${x.toFixed(1)} ${y.toFixed(1)}L${side(1)}L${side(-1)}z`, "#5a6775");
  });
  const boxes = places.map(([x, y, fill]) => rect(x - 17, y - 9, 34, 18, fill, 'rx="5"'));
  const texts = names.map((name, i) => label(places[i][0], places[i][1] + 3, name, 8.5));
  return rect(0, 0, 200, 150, ground) + arrows.join("") + boxes.join("") + texts.join("");
}
