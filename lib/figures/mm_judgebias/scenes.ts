import { foodWeb } from "../cards/food_web.ts";
import { label, oval, rect, shape, stroke } from "../cards/scene.ts";

const SKY = "#d6e9f5",
  GREY = "#8d979f",
  DARK = "#39434d",
  WOOD = "#a9744a",
  WHITE = "#fdfdfb",
  INK = "#2c3640";
const RED = "#cf3b2e", BLUE = "#2e6da4", PAPER = "#f6f1e4";

const ground = (fill: string) => rect(0, 0, 200, 150, fill);
const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i));

/** A T-shirt hung up at x, y. */
const shirt = (x: number, y: number, fill: string) =>
  shape(`M${x} ${y}l14-8h20l14 8 8 18-12 6-3-8v44h-34v-44l-3 8-12-6z`, fill) +
  rect(x + 21, y - 2, 6, 8, WHITE);

/** A dot grid with a polygon in it, as the corners of a lattice. */
const lattice = ground(WHITE) +
  times(9, (i) => times(7, (j) => oval(20 + 20 * i, 15 + 20 * j, 1.6, 1.6, GREY)).join("")).join("") +
  shape("M40 115L80 35L120 55L160 35L140 95L100 75z", "#bcd3ea", `stroke="${BLUE}" stroke-width="2"`) +
  oval(20, 135, 3.5, 3.5, RED);

/** Two distributions over each other, with their ticks below. */
const distributions = ground(WHITE) + stroke("M20 112h164M20 14v98", GREY, 1) +
  times(
    7,
    (i) =>
      rect(
        34 + 14 * i,
        112 - [16, 34, 62, 74, 50, 26, 10][i],
        12,
        [16, 34, 62, 74, 50, 26, 10][i],
        "#9dc3e6",
      ),
  )
    .join("") +
  times(
    6,
    (i) =>
      rect(
        88 + 14 * i,
        112 - [12, 30, 54, 60, 36, 14][i],
        12,
        [12, 30, 54, 60, 36, 14][i],
        "#f4b183",
        'opacity="0.8"',
      ),
  )
    .join("") +
  stroke("M28 108q20-4 36-50t34-16 42 60", BLUE, 2) + stroke("M78 110q24-6 40-44t28 4 28 38", "#c55a11", 2) +
  times(14, (i) => rect(30 + 7 * i, 120, 1.4, 9, BLUE)).join("") +
  times(12, (i) => rect(92 + 7 * i, 133, 1.4, 9, "#c55a11")).join("");

/** A page of lines of text and columns of sums: the amounts are those of the response. */
const report = ground(PAPER) + label(100, 15, "Expenditures 1971–72", 10) + label(148, 30, "Budget", 9) +
  times(
    6,
    (i) => rect(14, 26 + 11 * i, 78 - 10 * (i % 3), 3, GREY) + rect(132, 37 + 9 * i, 32, 3, "#b9bfc5"),
  )
    .join("") +
  stroke("M116 94h70", INK, 1) + label(60, 105, "Total", 10) + label(150, 105, "$58,890", 10) +
  rect(10, 114, 180, 30, "#fffaf0", 'stroke="#cdbd96"') + label(100, 126, "Note 1: funded by", 9) +
  label(100, 139, "$55,140 and $3,750", 10);

/** Numbers along the spiral by their square: behind the last 5 stand 1, 2 and 3, as the response says; those before are ours. */
const SPIRAL: Record<number, number> = { 3: 2, 6: 5, 9: 3, 12: 1, 15: 5, 18: 2, 20: 5, 21: 1, 22: 2, 23: 3 };

/** The squares from the grey one outwards. */
const SQUARES: readonly (readonly [number, number])[] = [
  [96, 70],
  [112, 70],
  [112, 54],
  [96, 54],
  [80, 54],
  [80, 70],
  [80, 86],
  [96, 86],
  [112, 86],
  [128, 86],
  [128, 70],
  [128, 54],
  [128, 38],
  [112, 38],
  [96, 38],
  [80, 38],
  [64, 38],
  [64, 54],
  [64, 70],
  [64, 86],
  [64, 102],
  [80, 102],
  [96, 102],
  [112, 102],
];

/** Squares in a spiral around a grey one, with the line and the numbers. */
const spiral = ground(WHITE) + `<g transform="translate(-54,-37) scale(1.6)">` +
  SQUARES.map(([x, y], i) =>
    rect(x - 8, y - 8, 16, 16, i === 0 ? "#b8c0c7" : "#eef4fa", `stroke="${GREY}" stroke-width="0.6"`)
  ).join("") +
  stroke("M96 70h16v-16h-32v32h48v-48h-64v64h48", "#eea79f", 1.4) +
  SQUARES.map(([x, y], i) => i in SPIRAL ? label(x, y + 3.8, String(SPIRAL[i]), 10.5) : "").join("") + "</g>";

/** Our drawings in place of the benchmark's pictures, by what they show. */
export const JUDGEBIAS_SCENES = {
  black: ground("#000000"),
  depot: ground(SKY) + rect(0, 112, 200, 38, "#b9bec3") + rect(18, 30, 164, 82, "#b5654a") +
    times(6, (i) => stroke(`M18 ${42 + 12 * i}h164`, "#9b5240", 1)).join("") +
    times(
      3,
      (i) =>
        rect(32 + 50 * i, 58, 36, 54, "#d5dade") +
        stroke(`M${32 + 50 * i} 70h36m-36 12h36m-36 12h36`, GREY, 1),
    )
      .join("") +
    rect(78, 94, 62, 26, WHITE) + rect(140, 100, 22, 20, RED) + oval(92, 122, 8, 8, INK) +
    oval(150, 122, 8, 8, INK),
  shirts: ground("#e9e2d6") + stroke("M10 34h180", WOOD, 3) + shirt(12, 52, "#d35f4d") +
    shirt(76, 52, "#5b8f6a") +
    shirt(140, 52, BLUE),
  circle: ground(WHITE) + oval(100, 75, 56, 56, "none", `stroke="${INK}" stroke-width="1.6"`) +
    stroke("M56 110L88 21L146 107L56 110L153 57L88 21", BLUE, 1.6) +
    [[56, 110], [88, 21], [146, 107], [153, 57], [100, 75]].map(([x, y], i) =>
      oval(x, y, 2.6, 2.6, INK) + label(x + [-9, -4, 9, 9, -9][i], y + [8, -5, 10, 2, 4][i], "ABCDE"[i], 11)
    ).join(""),
  foodWeb: foodWeb("#e6f1f6", ["gull", "crab", "fish", "snail", "shrimp", "worm", "algae"]),
  cat: ground("#b8327c") + shape("M0 120q60-20 100 0t100-6v36H0z", "#a0286a") +
    shape("M52 112c0-34 20-50 52-50s50 22 50 46c0 14-20 18-50 18s-52 2-52-14z", "#c9a26a") +
    oval(68, 72, 24, 22, "#d3ad75") + shape("M48 62l4-22 16 14zM74 52l16-12 2 22z", "#d3ad75") +
    oval(60, 70, 3, 4, INK) + oval(77, 70, 3, 4, INK) + shape("M66 78h6l-3 4z", "#b5654a") +
    stroke("M150 112q24-6 16-30", "#c9a26a", 8),
  photoBack: ground("#e8dcc0") + rect(8, 8, 184, 134, "#efe6cf", `stroke="#cdbd96"`) +
    rect(150, 18, 30, 36, "none", 'stroke="#b9a67a"') +
    stroke(
      "M28 50q8-8 14 0t14 0 14 0 14 0M28 70q10-8 18 0t18 0 18 0 18 0M28 90q8-7 16 0t16 0",
      "#5b6b8c",
      1.8,
    ) +
    stroke("M100 20v112", "#d9cba6", 1),
  ranges: ground(WHITE) + rect(8, 10, 184, 16, "#dfe5ea") + label(38, 21, "Singer", 9.5) +
    label(126, 21, "Vocal range", 9.5) +
    times(
      6,
      (i) =>
        stroke(`M8 ${44 + 18 * i}h184`, "#dfe5ea", 1) + label(38, 39 + 18 * i, `Singer ${i + 1}`, 9) +
        rect(78 + 6 * (i % 4), 31 + 18 * i, 84 - 12 * (i % 3), 6, ["#9dc3e6", "#f4b183", "#a9d18e"][i % 3]),
    ).join(""),
  phone: ground("#dfe6e2") + rect(0, 112, 200, 38, "#b58b63") +
    shape("M50 116h100l-8-44q-2-8-10-8H68q-8 0-10 8z", DARK) +
    times(4, (j) => times(3, (i) => rect(80 + 14 * i, 74 + 10 * j, 10, 7, "#d5dade")).join("")).join("") +
    shape("M40 58q0-20 24-20h72q24 0 24 20l-18 6-4-10H62l-4 10z", "#28313a"),
  lattice,
  latticeTurned: ground(WHITE) +
    `<g transform="translate(10,8) scale(0.9) rotate(180 100 75) skewX(1.5)">${lattice}</g>`,
  distributions,
  distributionsWithText: ground(WHITE) + `<g transform="translate(34,0) scale(0.66)">${distributions}</g>` +
    rect(20, 103, 160, 44, "#5f666c", 'rx="3"') +
    ["[Keywords]", "figure, subplot, histogram", "density, rug, show"].map((text, i) =>
      label(100, 116 + 13 * i, text, 10, WHITE)
    ).join(""),
  spiral,
  report,
  elephants: ground(SKY) + rect(0, 84, 200, 66, "#7fb1c9") + rect(0, 74, 200, 12, "#9cc08a") +
    [[56, 92, 1], [132, 96, 0.8]].map(([x, y, s]) =>
      `<g transform="translate(${x},${y}) scale(${s})">` + oval(0, 0, 36, 26, "#8b8f96") +
      oval(32, -16, 17, 18, "#8b8f96") +
      oval(24, -14, 9, 14, "#777c84") + stroke("M46 -10q10 18 2 34", "#8b8f96", 8) +
      oval(38, -20, 2, 2, INK) +
      stroke("M-18 20v16M14 20v16", "#777c84", 12) + "</g>"
    ).join("") + times(4, (i) => stroke(`M${10 + 48 * i} 134q8-5 16 0t16 0`, "#c9e2ee", 2)).join(""),
  suitcase: ground(WHITE) + shape("M66 66q0-8 8-8h52q8 0 8 8v68H66z", "#22272c") + rect(82, 12, 4, 48, GREY) +
    rect(114, 12, 4, 48, GREY) +
    rect(80, 8, 40, 6, DARK) + rect(56, 40, 88, 46, "#1f2a44", 'rx="3"') +
    times(5, (i) => shape(`M${68 + 16 * i} 50l8 8-8 8-8-8z`, i % 2 ? "#9dc3e6" : WHITE)).join("") +
    times(4, (i) => shape(`M${76 + 16 * i} 66l8 8-8 8-8-8z`, i % 2 ? WHITE : "#5b8fc4")).join("") +
    stroke("M80 40q20-16 40 0", INK, 3) + oval(76, 138, 5, 5, INK) + oval(124, 138, 5, 5, INK),
} satisfies Record<string, string>;
