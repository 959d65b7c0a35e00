import { foodWeb } from "../cards/food_web.ts";
import { oval, rect, shape, stroke } from "../cards/scene.ts";

const SKY = "#d6e9f5",
  GREY = "#8d979f",
  DARK = "#39434d",
  WOOD = "#a9744a",
  WHITE = "#fdfdfb",
  INK = "#2c3640";
const RED = "#cf3b2e", BLUE = "#2e6da4", SKIN = "#e8b98a", BROWN = "#8a5a3b", GREEN = "#6fa65a";

const ground = (fill: string) => rect(0, 0, 200, 150, fill);
const times = (n: number, make: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => make(i)).join("");

/** A head with hair, and shoulders. */
const person = (x: number, y: number, { skin = SKIN, hair = INK, shirt = BLUE }) =>
  oval(x, y, 14, 16, skin) + shape(`M${x - 15} ${y - 3}c0-22 30-22 30 0-6-8-24-8-30 0z`, hair) +
  shape(`M${x - 26} ${y + 52}c0-26 10-34 26-34s26 8 26 34z`, shirt) + oval(x - 5, y, 1.6, 1.6, INK) +
  oval(x + 5, y, 1.6, 1.6, INK);

/** Points around a centre. */
const ring = (n: number, radius: number, make: (x: number, y: number) => string, turn = 0) =>
  times(n, (i) => {
    const angle = 2 * Math.PI * (i + turn) / n;
    return make(Math.round(100 + radius * Math.cos(angle)), Math.round(75 + radius * Math.sin(angle)));
  });

/** Our drawings in place of the benchmark's pictures, by what they show. */
export const MULTI_CRIT_SCENES = {
  garden: ground(SKY) + rect(0, 96, 200, 54, "#a9cf94") + rect(24, 56, 60, 48, "#e4d3b3") +
    shape("M18 58l36-28 36 28z", RED) +
    rect(46, 78, 16, 26, WOOD) + rect(146, 84, 6, 26, WOOD) + oval(149, 66, 24, 28, GREEN) +
    times(7, (i) => oval(14 + 28 * i, 128 + 6 * (i % 2), 4, 4, ["#e08a1e", RED, "#cc79a7"][i % 3])),
  logo: ground(WHITE) + oval(100, 64, 42, 42, BLUE) + shape("M80 76c8-34 32-34 40 0-10-8-30-8-40 0z", WHITE) +
    oval(100, 46, 6, 6, "#f7d154") +
    rect(62, 118, 76, 8, INK) + rect(76, 131, 48, 4, GREY),
  office: ground("#e9e4da") + rect(0, 116, 200, 34, "#b58b63") + rect(112, 60, 62, 42, DARK) +
    rect(117, 65, 52, 32, "#9dc3e6") +
    rect(138, 102, 10, 14, DARK) + person(62, 72, { shirt: "#5b8f6a" }) + stroke("M84 110l26-4", SKIN, 6) +
    rect(20, 20, 44, 30, SKY),
  comic: ground("#f4e7b8") + rect(0, 0, 200, 150, "none", `stroke="${INK}" stroke-width="4"`) +
    person(54, 92, { hair: "#f2cf3e", shirt: "#8a9a5b" }) + person(148, 92, { shirt: "#b9b2a3" }) +
    shape("M14 12h78v34H62l-8 14-4-14H14z", WHITE, `stroke="${INK}"`) +
    shape("M124 18h60v28h-26l-6 12-4-12h-24z", WHITE, `stroke="${INK}"`) +
    times(3, (i) => rect(22, 18 + 8 * i, 60 - 14 * i, 3.5, GREY)) +
    times(2, (i) => rect(132, 25 + 8 * i, 42 - 12 * i, 3.5, GREY)) +
    rect(32, 130, 44, 12, WHITE, `stroke="${GREY}"`) + rect(126, 130, 44, 12, WHITE, `stroke="${GREY}"`),
  bill: ground("#dfe6e2") +
    shape("M50 8h100v130l-10-7-10 7-10-7-10 7-10-7-10 7-10-7-10 7-10-7-10 7z", WHITE, `stroke="${GREY}"`) +
    rect(76, 18, 48, 6, INK) +
    times(
      6,
      (i) => rect(60, 36 + 12 * i, 46 - 8 * (i % 3), 3.5, GREY) + rect(124, 36 + 12 * i, 16, 3.5, INK),
    ) + rect(60, 110, 80, 1.5, INK) +
    rect(112, 116, 28, 5, INK),
  city: ground(SKY) +
    times(
      6,
      (i) => rect(8 + 32 * i, 40 + 14 * ((i * 3) % 4), 26, 110, ["#9aa7b3", "#c2b49c", "#7f8d99"][i % 3]),
    ) +
    times(
      6,
      (i) =>
        times(
          4,
          (j) =>
            rect(13 + 32 * i, 92 + 14 * j, 6, 7, "#e8eef3") + rect(24 + 32 * i, 92 + 14 * j, 6, 7, "#e8eef3"),
        ),
    ) +
    shape("M12 40l9-32 9 32z", GREY),
  parabola: ground(WHITE) + stroke("M20 120h160M100 8v132", GREY, 1) +
    stroke("M38 120Q100 -84 162 120", BLUE, 2.2) +
    rect(64, 52, 72, 68, "#bcd3ea", `stroke="${BLUE}" stroke-width="1.5" opacity="0.7"`),
  foodWeb: foodWeb("#eef3e2"),
  molecule: ground(WHITE) +
    stroke("M60 52l36-20 36 20v42l-36 20-36-20z", INK, 2.4) + stroke("M66 57v32M97 39l29 16", INK, 2) +
    stroke("M132 94l34 18M60 52L28 34", INK, 2.4) + stroke("M96 114v22", GREY, 2) +
    oval(166, 112, 9, 9, RED) + oval(28, 34, 9, 9, BLUE),
  puzzle: ground(WHITE) + times(4, (i) => {
    const x = 14 + 46 * i;
    return shape(
      `M${x} 30h34v14l-10 10 10 10v${8 + 6 * i}H${x}v-12l${6 + 2 * i}-10-${6 + 2 * i}-10z`,
      ["#9dc3e6", "#f4b183", "#a9d18e", "#d9b3e6"][i],
    );
  }) + rect(66, 96, 68, 44, "none", `stroke="${GREY}" stroke-dasharray="4 3"`),
  analogy: ground(WHITE) +
    times(
      2,
      (r) =>
        rect(20, 14 + 64 * r, 52, 52, "none", `stroke="${GREY}"`) +
        rect(124, 14 + 64 * r, 52, 52, "none", `stroke="${GREY}"`) +
        stroke(`M80 ${40 + 64 * r}h34m-8-6l8 6-8 6`, INK, 2),
    ) +
    oval(46, 40, 16, 16, BLUE) + oval(150, 40, 16, 16, "none", `stroke="${BLUE}" stroke-width="3"`) +
    rect(32, 90, 28, 28, RED) +
    stroke("M143 96q0-9 8-9t8 8-8 10v5", GREY, 3) + oval(151, 118, 2.2, 2.2, GREY),
  plot: ground(WHITE) + stroke("M24 12v114h164", GREY, 1.2) +
    times(
      6,
      (i) =>
        rect(34 + 25 * i, 126 - [40, 66, 52, 88, 72, 100][i], 16, [40, 66, 52, 88, 72, 100][i], "#9dc3e6"),
    ) +
    stroke("M42 80l25-22 25 12 25-34 25 14 25-30", "#c55a11", 2.2),
  bottlePool: ground("#4b5058") + shape("M0 120q100-26 200 0v30H0z", "#3c4047") +
    `<g transform="rotate(58 60 44)">${
      rect(38, 22, 60, 40, "#7a4a1e", 'rx="8"') + rect(96, 33, 26, 18, "#7a4a1e", 'rx="4"')
    }</g>` +
    oval(118, 120, 66, 18, "#d9a441") + stroke("M86 94q6 12 16 22", "#d9a441", 7) +
    oval(104, 96, 6, 7, SKIN) + rect(98, 102, 13, 16, RED) +
    oval(146, 96, 6, 7, SKIN) + rect(140, 102, 13, 16, BLUE) + stroke("M98 118h-10M153 118h12", SKIN, 4),
  children: ground("#dfe4e8") + times(11, (i) => stroke(`M${10 + 18 * i} 0v108`, "#8fa08f", 1.4)) +
    times(4, (i) => stroke(`M0 ${20 + 24 * i}h200`, "#b3bfb3", 1)) +
    person(72, 74, { hair: BROWN, shirt: "#5a6068" }) +
    person(128, 72, { skin: "#7a4b2e", shirt: "#dbc7a4" }) +
    stroke("M108 110q-20-14-42-4", "#7a4b2e", 8) + rect(0, 124, 200, 26, "#a7adb3"),
  pie: ground(WHITE) + oval(100, 75, 68, 68, RED) + ring(11, 54, (x, y) => oval(x, y, 9, 9, "#5aa469")) +
    ring(11, 36, (x, y) => oval(x, y, 5, 5, "#9fb0a3"), 0.5) +
    ring(11, 20, (x, y) => rect(x - 4, y - 4, 8, 8, "#e08a1e")),
  vehicles: ground("#e6edf2") + rect(96, 96, 92, 34, "#4f9a57", 'rx="5"') +
    times(4, (i) => rect(104 + 20 * i, 102, 14, 10, "#dcebf4")) +
    oval(116, 132, 8, 8, INK) + oval(168, 132, 8, 8, INK) +
    oval(26, 92, 11, 11, "none", `stroke="${INK}" stroke-width="4"`) +
    oval(66, 92, 11, 11, "none", `stroke="${INK}" stroke-width="4"`) + shape("M28 90l14-16h16l8 16z", GREY) +
    oval(78, 44, 10, 10, "none", `stroke="${INK}" stroke-width="4"`) +
    oval(112, 44, 10, 10, "none", `stroke="${INK}" stroke-width="4"`) +
    shape("M80 42l10-12h16l6 12z", "#d5a021") + shape("M134 30l46-10 12 4-10 8-42 8z", "#b8c0c7") +
    shape("M154 28l-6-16 8 0 10 14z", BLUE) +
    rect(16, 116, 52, 22, "#f2cf3e", 'rx="3"') + times(3, (i) => rect(22 + 15 * i, 120, 10, 8, "#dcebf4")) +
    oval(28, 140, 6, 6, INK) +
    oval(56, 140, 6, 6, INK),
  portrait: ground("#d9cdb8") + rect(30, 6, 140, 138, "#b7a88d") +
    shape("M44 144c0-40 24-52 56-52s56 12 56 52z", "#3d3a38") +
    shape("M86 94l14 22 14-22-14-6z", WHITE) + shape("M97 104h6l3 30h-12z", "#6e2f2a") +
    oval(100, 62, 27, 32, SKIN) +
    shape("M72 56c-4-36 58-42 56 0-6-14-14-18-26-16-12 0-24 2-30 16z", "#4a3121") +
    oval(90, 62, 2.4, 2.4, INK) + oval(110, 62, 2.4, 2.4, INK) +
    stroke("M93 80q7 3 14 0", "#9b5b45", 2),
} satisfies Record<string, string>;
