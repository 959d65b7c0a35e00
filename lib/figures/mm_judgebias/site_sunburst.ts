import pl from "nodejs-polars";
import { publishedTable } from "../../papers/published_table.ts";
import type { Provenance } from "../provenance.ts";
import { escapeXml, round, textElement } from "../svg_text.ts";
import { plain, textWidth, wrapText } from "../text_width.ts";
import { counted, INK, INNER } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { provenanceNote } from "./score_rows.ts";
import { sampleCounts, sum } from "./sample_tables.ts";

/** A segment of the sunburst. */
interface Segment {
  ring: 1 | 2;
  task: string;
  name: string;
  label: string;
  samples: number;
  start: number;
  end: number;
  color: string;
  provenance: Provenance;
}

/** Colours of the page; further tasks take the others in turn. */
const COLORS = ["#A8C5F0", "#F4C29C", "#A4DFC4", "#D4B5EE", "#e8d98a", "#f0b6c4", "#b9d8e0", "#cfcfcf"];
const CENTRE = "#9ca3af";

const RADII = { centre: 66, first: 142, second: 232 }, SIZE = 11;

/** How far a domain's colour is from its task's to white. */
const PALER = 0.4;

function pale(color: string): string {
  const channel = (at: number) => {
    const value = parseInt(color.slice(at, at + 2), 16);
    return Math.round(value + PALER * (255 - value)).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** A segment of a ring as a path; angles in turns from the top, clockwise. */
function arc({ start, end }: Segment, inner: number, outer: number): string {
  const point = (turn: number, radius: number) => {
    const angle = 2 * Math.PI * turn;
    return `${round(radius * Math.sin(angle))},${round(-radius * Math.cos(angle))}`;
  };
  // A whole ring would begin where it ends and be drawn as nothing.
  const stop = Math.min(end, start + 0.9999), large = stop - start > 0.5 ? 1 : 0;
  return `M${point(start, outer)}A${outer},${outer} 0 ${large} 1 ${point(stop, outer)}L${
    point(stop, inner)
  }` +
    `A${inner},${inner} 0 ${large} 0 ${point(start, inner)}Z`;
}

function drawSegment(segment: Segment): string {
  const [inner, outer] = segment.ring === 1 ? [RADII.centre, RADII.first] : [RADII.first, RADII.second];
  const parts = [
    `<path d="${arc(segment, inner, outer)}" fill="${segment.color}" stroke="white" stroke-width="1.5">` +
    `<title>${escapeXml(`${segment.name}: ${counted(segment.samples)}`)}</title></path>`,
  ];
  const middle = Math.PI * (segment.start + segment.end), radius = (inner + outer) / 2;
  const x = radius * Math.sin(middle), y = -radius * Math.cos(middle);
  const lines = [...wrapText(segment.label, SIZE, outer - inner - 8), counted(segment.samples)];
  const height = 14 * lines.length;
  // A label stands level: it needs room along the ring as well as across it.
  const along = 2 * Math.PI * radius * (segment.end - segment.start);
  const width = Math.max(...lines.map((line) => textWidth(plain(line), SIZE)));
  const need = Math.abs(Math.cos(middle)) * width + Math.abs(Math.sin(middle)) * height;
  if (need > along + 4) return parts.join("");
  lines.forEach((line, i) =>
    parts.push(
      textElement(line, {
        x,
        y: y - height / 2 + 14 * i + 11,
        size: SIZE,
        anchor: "middle",
        bold: segment.ring === 1 && i < lines.length - 1,
      }),
    )
  );
  return parts.join("");
}

export const siteSunburst = mmJudgebiasFigure({
  file: "site_sunburst.ts",
  id: "site-sunburst",
  number: "Project page",
  title: "Samples by task and domain",
  kind: "chart",
  needs: ["score_domains"],
  available: ["published", "simulated"],
  build: async (context) => {
    const counts = await sampleCounts(context, "domains");
    if (counts.length === 0) {
      throw new RangeError("figure: wanted results with task types and domains, found none");
    }
    const total = sum(counts);
    const short = new Map<string, string>(
      publishedTable("mm-judgebias-site-sunburst").map((
        { name, label_shown },
      ) => [name.replaceAll(" / ", "/"), label_shown]),
    );
    const tasks = [...new Set(counts.map(({ group }) => group))];
    let turn = 0;
    const segments = tasks.flatMap((task, t): Segment[] => {
      const own = counts.filter(({ group }) => group === task), color = COLORS[t % COLORS.length];
      const start = turn;
      const domains = own.map(({ part, samples, provenance }): Segment => {
        const from = turn;
        turn += samples / total;
        return {
          ring: 2,
          task,
          name: part,
          label: short.get(part.replaceAll(" / ", "/")) ?? part,
          samples,
          start: from,
          end: turn,
          color: pale(color),
          provenance,
        };
      });
      return [
        {
          ring: 1,
          task,
          name: task,
          label: task.replace("Perception / Understanding", "Perception").replace(
            "Information Extraction",
            "Info. Extraction",
          ),
          samples: sum(own),
          start,
          end: turn,
          color,
          provenance: context.source === "published" ? "published" : context.origin,
        },
        ...domains,
      ];
    });
    const height = 2 * RADII.second + 4;
    return {
      body: {
        kind: "picture",
        height,
        svg: `<g transform="translate(${INNER / 2},${height / 2})">${segments.map(drawSegment).join("")}` +
          `<circle r="${RADII.centre - 2}" fill="${CENTRE}"/>` +
          textElement(counted(total), {
            x: 0,
            y: 0,
            size: 17,
            bold: true,
            anchor: "middle",
            color: INK.text,
          }) +
          textElement("samples", { x: 0, y: 17, size: SIZE, anchor: "middle", color: INK.text }) + "</g>",
      },
      data: pl.DataFrame([
        pl.Series("ring", Int32Array.from(segments, ({ ring }) => ring), pl.Int32),
        pl.Series("task_type", segments.map(({ task }) => task), pl.Utf8),
        pl.Series("name", segments.map(({ name }) => name), pl.Utf8),
        pl.Series("samples", Int32Array.from(segments, ({ samples }) => samples), pl.Int32),
        pl.Series("share", segments.map(({ samples }) => samples / total), pl.Float64),
        pl.Series("provenance", segments.map(({ provenance }) => provenance), pl.Utf8),
      ]),
      caption: `Inner ring: task types; outer ring: domains; angle: number of samples. ${
        provenanceNote(segments.map(({ provenance }) => provenance), context)
      }`,
      alt: `Sunburst of ${
        counted(total)
      } samples in ${tasks.length} task types and ${counts.length} domains.`,
    };
  },
});
