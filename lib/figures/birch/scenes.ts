import { oval, rect, shape, stroke } from "../cards/scene.ts";

const SKY = "#d6e9f5",
  GRASS = "#a9cf94",
  GREY = "#8d979f",
  DARK = "#39434d",
  WOOD = "#a9744a",
  RED = "#cf3b2e";

const sky = (fill = SKY) => rect(0, 0, 200, 150, fill);
const ground = (fill = GRASS, from = 100) => rect(0, from, 200, 150 - from, fill);

/** A flag on its pole. */
const flag = (x: number, y: number, size: number) =>
  stroke(`M${x} ${y}v${2 * size}`, DARK, 1) + rect(x, y, size, Math.round(0.6 * size), RED) +
  rect(x, y, Math.round(size / 2), Math.round(size / 3), "#2e4f9e");

/** A car seen from the side, its wheels at y. */
const car = (x: number, y: number, fill: string) =>
  shape(`M${x} ${y}v-14h14l10-13h28l12 13h12v14z`, fill) + oval(x + 17, y, 8, 8, DARK) +
  oval(x + 60, y, 8, 8, DARK);

const tree = (x: number, y: number) => rect(x - 4, y - 20, 8, 22, WOOD) + oval(x, y - 38, 22, 25, "#6fa65a");

const sign = (x: number, y: number) =>
  stroke(`M${x} ${y}v60`, GREY, 4) + oval(x, y, 17, 17, RED) + rect(x - 11, y - 4, 22, 8, "#ffffff");

/** Our drawings in place of the benchmarks' pictures, by what they show. */
export const BIRCH_SCENES = {
  bench: sky() + ground() + tree(32, 108) + tree(172, 106) +
    rect(60, 76, 80, 7, WOOD) + rect(60, 88, 80, 7, WOOD) + rect(54, 102, 92, 8, WOOD) +
    stroke("M64 76v48M136 76v48", DARK, 4),
  airliner: sky() + oval(40, 34, 26, 9, "#ffffff") + oval(150, 124, 32, 10, "#ffffff") +
    shape("M30 78c0-8 12-12 30-12h92c18 0 30 8 30 13s-12 11-30 11H48c-12 0-18-4-18-12z", "#f4f6f8") +
    shape("M36 68L24 40h14l22 27z", "#2e6da4") + shape("M98 84l-34 40h18l52-38z", "#c3ccd4") +
    [...Array(9).keys()].map((i) => oval(76 + 9 * i, 74, 2, 2, DARK)).join("") +
    stroke("M164 72h12", DARK, 4),
  plate: sky("#e9dcc9") + oval(100, 78, 86, 58, "#ffffff") + oval(100, 78, 68, 45, "#eef1f4") +
    shape("M112 60c18-14 44 0 40 18s-30 24-42 12-10-22 2-30z", "#8a4b2d") +
    oval(72, 74, 24, 18, "#fffdf5", `stroke="${GREY}"`) + oval(60, 84, 8, 6, "#fffdf5", `stroke="${GREY}"`) +
    oval(94, 108, 20, 9, "#6fa65a"),
  carAndFlag: sky() + ground("#c9cdd1") + car(104, 118, RED) + flag(36, 52, 30),
  flags: sky() + ground("#c9cdd1", 112) + rect(88, 24, 22, 88, "#d7c6a5") +
    shape("M84 26l15-20 15 20z", "#6b7680") +
    oval(99, 44, 7, 7, "#ffffff", `stroke="${DARK}"`) +
    [...Array(9).keys()].map((i) => flag(4 + 22 * i, 66 + 5 * (i % 3), 16)).join(""),
  snow: sky() + ground("#f7fafc", 46) + shape("M0 60L60 20l50 34 50-30 40 30v20H0z", "#dfe9f0") +
    [0, 1, 2, 3].map((i) => stroke(`M${30 + 34 * i} 150q${20 - 8 * i} -40 ${34 - 14 * i} -80`, "#b9c8d4", 3))
      .join("") +
    oval(118, 68, 5, 5, "#f0c9a4") + shape("M112 74h12l4 20h-20z", RED) + stroke("M104 104l28-6", DARK, 3),
  book: sky("#e4d8c6") +
    shape("M100 34C80 22 40 22 20 30v92c20-8 60-8 80 4z", "#ffffff", `stroke="${GREY}"`) +
    shape("M100 34c20-12 60-12 80-4v92c-20-8-60-8-80 4z", "#ffffff", `stroke="${GREY}"`) +
    rect(30, 38, 58, 6, DARK) + rect(36, 52, 46, 34, "#b6bec6") + oval(59, 70, 14, 8, WOOD) +
    [0, 1, 2, 3, 4, 5, 6].map((i) => rect(112, 42 + 10 * i, 56 - 6 * (i % 3), 3, GREY)).join("") +
    rect(30, 94, 58, 3, GREY) + rect(30, 102, 46, 3, GREY),
  motorcycle: sky() + ground("#c9cdd1", 112) + oval(52, 112, 22, 22, DARK) + oval(150, 112, 22, 22, DARK) +
    oval(52, 112, 10, 10, "#c9cdd1") + oval(150, 112, 10, 10, "#c9cdd1") +
    shape("M60 98h46l22-22h16l6 36H92z", RED) + stroke("M132 78l12-18", DARK, 5) +
    shape("M78 92c0-24 6-42 22-42s18 16 14 44z", "#5c6b78") + oval(104, 36, 15, 16, "#f0c9a4") +
    shape("M88 34c0-16 30-20 32-2z", DARK) + stroke("M106 58l34 4", "#f0c9a4", 6) +
    rect(116, 41, 16, 3, "#ffffff", `stroke="${GREY}"`) + oval(133, 42, 2, 2, RED),
  cat: sky("#efe6da") + shape("M44 92l16-70h96l-10 70z", "#23282d") + rect(66, 30, 76, 52, "#3f7fbf") +
    shape("M28 92h136l16 34H14z", "#23282d") + oval(94, 100, 52, 16, "#101315") +
    oval(92, 108, 24, 6, "#f7f7f5") +
    oval(148, 88, 17, 15, "#101315") + shape("M134 82l-1-18 12 10zM152 74l12-9-1 16z", "#101315") +
    oval(143, 87, 2, 2, "#c6d84a") + oval(153, 87, 2, 2, "#c6d84a") +
    stroke("M44 102q-26 6-24-16", "#101315", 7),
  signs: sky() + ground("#b9bec3", 104) + rect(0, 36, 44, 70, "#d7c6a5") + rect(160, 26, 40, 80, "#c9b08d") +
    shape("M84 104h32l40 46H44z", "#8d979f") + sign(58, 66) + sign(142, 66),
  map: sky("#bfdcec") +
    shape(
      "M20 66l16-26 24-8 8-10 18 4 6 14 8-14 10 6 6 22 18 20-6 28-22 14-20-4-14-12-24 6-22 2-8-20z",
      "#4f9a57",
    ) +
    shape("M112 132l12 0-6 12z", "#4f9a57") +
    shape("M166 96l12 10 6-2-8 18-8 2zM156 122l10 2-18 22-10-2z", "#4f9a57") +
    shape("M76 0l22 10 40-6 20 12h40V0z", "#cfd5da"),
  charging: sky() + ground("#b9bec3", 106) + car(16, 122, "#f4f6f8") + rect(150, 58, 26, 64, "#5c6b78") +
    rect(155, 64, 16, 14, "#bfe5c9") + stroke("M150 84q-26 34-48 20", DARK, 3) + oval(92, 108, 3, 3, DARK),
  boar: sky("#232b30") + ground("#3a3f36", 104) +
    [14, 48, 176].map((x) => rect(x, 0, 9, 110, "#15191c")).join("") + rect(136, 66, 44, 8, WOOD) +
    stroke("M142 74v46M174 74v46", WOOD, 4) + shape("M130 66h56l-28-20z", "#6d5137") +
    shape("M30 96c0-24 30-34 54-28 20 4 30 20 44 26l2 8c-16 4-24 10-36 10H42c-8 0-12-6-12-16z", "#5b4a3c") +
    stroke("M46 108v18M60 110v16M88 110v16M100 108v18", "#40342a", 6) + oval(110, 90, 2, 2, "#ffffff") +
    stroke("M122 98l4-8", "#f4f6f8", 2),
  bars: sky("#ffffff") +
    [92, 76, 62, 51, 38].map((width, i) => rect(64, 20 + 24 * i, width, 15, "#cc79a7")).join("") +
    [0, 1, 2, 3, 4].map((i) => oval(44, 27 + 24 * i, 9, 9, "#d9dee3")).join("") +
    stroke("M62 12v126", GREY, 1),
  balloon: sky() + ground() + oval(128, 44, 24, 30, "#ffffff", `stroke="${GREY}"`) +
    oval(119, 33, 5, 9, "#eef1f4") +
    stroke("M128 74q-14 20-36 30", GREY, 1) + oval(78, 74, 12, 13, "#f0c9a4") +
    shape("M66 70c0-14 24-14 24 0z", WOOD) +
    shape("M66 90h24l4 36H62z", "#2e6da4") + stroke("M86 94l8 9", "#f0c9a4", 5),
  noStop: sky() + ground("#b9bec3", 112) + stroke("M128 22v96", GREY, 5) +
    oval(128, 40, 22, 22, "#2e4f9e", `stroke="${RED}" stroke-width="6"`) +
    stroke("M114 26l28 28M142 26l-28 28", RED, 5) +
    rect(18, 48, 76, 64, "#d7c6a5") + rect(30, 60, 18, 20, "#9db8c9") + rect(62, 60, 18, 20, "#9db8c9") +
    rect(46, 90, 20, 22, WOOD),
} satisfies Record<string, string>;
