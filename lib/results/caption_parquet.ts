import pl from "nodejs-polars";
import { type PlainCaptions, plainCaptions } from "./plain_captions.ts";

/** A Parquet file of caption scores that needs no conversion (`plainCaptions`); null for any other. */
export function readCaptionParquet(path: string): PlainCaptions | null {
  try {
    return plainCaptions(pl.readParquet(path));
  } catch {
    return null;
  }
}
