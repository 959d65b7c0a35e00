import type { Buffer } from "node:buffer";

/** Files and batches of a simulated endpoint, kept in memory. */
export interface BatchDesk {
  handle(
    method: string,
    path: string,
    type: string,
    body: Buffer,
  ): Promise<{ status: number; body: string } | null>;
}

interface Batch {
  id: string;
  polls: number;
  record: Record<string, unknown>;
}

/** A batch is done at the second look at it. */
const POLLS_UNTIL_DONE = 2;

/** The Batch API of OpenAI as far as judges use it: files, batches, their states, output and error files. */
export function batchDesk(complete: (body: unknown) => { status: number; body: string }): BatchDesk {
  const files = new Map<string, string>(), batches = new Map<string, Batch>();
  const keep = (text: string) => {
    const id = `file-${files.size + 1}`;
    files.set(id, text);
    return id;
  };
  const finish = (batch: Batch) => {
    const input = files.get(String(batch.record.input_file_id)) ?? "";
    const good: string[] = [], bad: string[] = [];
    for (const line of input.split("\n").filter(Boolean)) {
      const { custom_id, body } = JSON.parse(line);
      const answer = complete(body);
      const record = {
        id: `batch_req_${good.length + bad.length}`,
        custom_id,
        response: { status_code: answer.status, request_id: custom_id, body: JSON.parse(answer.body) },
        error: null,
      };
      (answer.status === 200 ? good : bad).push(JSON.stringify(record));
    }
    Object.assign(batch.record, {
      status: "completed",
      output_file_id: good.length > 0 ? keep(good.join("\n") + "\n") : null,
      error_file_id: bad.length > 0 ? keep(bad.join("\n") + "\n") : null,
      request_counts: { total: good.length + bad.length, completed: good.length, failed: bad.length },
    });
  };
  const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });

  return {
    async handle(method, path, type, body) {
      if (method === "POST" && path === "/files") {
        const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
          .formData();
        const file = form.get("file") as File, text = await file.text();
        const id = keep(text);
        return json({
          id,
          object: "file",
          bytes: text.length,
          filename: file.name,
          purpose: form.get("purpose"),
          created_at: 0,
        });
      }
      const content = /^\/files\/([^/]+)\/content$/.exec(path);
      if (content) {
        return files.has(content[1])
          ? { status: 200, body: files.get(content[1])! }
          : json({ error: { message: "no such file" } }, 404);
      }
      if (method === "POST" && path === "/batches") {
        const id = `batch_${batches.size + 1}`;
        const record = {
          ...JSON.parse(body.toString("utf8")),
          id,
          object: "batch",
          status: "in_progress",
          created_at: batches.size,
          output_file_id: null,
          error_file_id: null,
          errors: null,
        };
        batches.set(id, { id, polls: 0, record });
        return json(record);
      }
      if (method === "GET" && path === "/batches") {
        const data = [...batches.values()].map(({ record }) => record).reverse();
        return json({
          object: "list",
          data,
          has_more: false,
          first_id: data[0]?.id ?? null,
          last_id: data.at(-1)?.id ?? null,
        });
      }
      const batch = batches.get(/^\/batches\/([^/]+)$/.exec(path)?.[1] ?? "");
      if (!batch) return null;
      if (++batch.polls >= POLLS_UNTIL_DONE && batch.record.status === "in_progress") finish(batch);
      return json(batch.record);
    },
  };
}
