/** A public collection of judges' verdicts, pinned. */
export interface DataSource {
  title: string;
  repository: string;
  commit: string;
  licence: string;
  /** What it holds, for the one who is about to fetch it. */
  rows: string;
  /** Folders of the repository that hold the verdicts. */
  folders: readonly string[];
  /** Paths below them that are copies, failed runs or other people's. */
  leaveOut?: RegExp;
  /** The same facts as tables, as others may have made them: names, sizes and SHA-256. */
  tables: readonly { file: string; bytes: number; sha256: string }[];
}

/** The public collections that results were computed from. */
export type DataSourceName = "genai-bench" | "viescore" | "llmbar" | "wildvision";

/** The collections that `deno task data` knows. Their rows are never in version control. */
export const DATA_SOURCES: Record<DataSourceName, DataSource> = {
  "genai-bench": {
    title: "GenAI-Bench (Jiang et al. 2024)",
    repository: "TIGER-AI-Lab/GenAI-Bench",
    commit: "f0b0334d414074c6b1c97e2c60ad8d8a592bda9f",
    licence: "MIT, Copyright (c) 2024 Dongfu Jiang",
    rows:
      "63,363 pairwise verdicts of 17 multimodal judges and a random one on generated pictures and videos",
    folders: ["results"],
    leaveOut: /(^|\/)(backup|mantis-8b-idefics2_8192)(\/|$)|\.json$/,
    tables: [{
      file: "verdicts.csv.gz",
      bytes: 421831,
      sha256: "79e5f94280d0a2b98a82743af2ff4cf245a90835bb65e52e297468978ccf7664",
    }],
  },
  viescore: {
    title: "VIEScore (Ku et al. 2024)",
    repository: "TIGER-AI-Lab/VIEScore",
    commit: "2cbea4e8ce5721425a8772590ecdbe7d2edd1721",
    licence: "MIT, Copyright (c) 2024 Max W.F. Ku",
    rows: "143,196 scores of ten multimodal judges on pictures of 27 generators, and three people's ratings",
    folders: ["paper_implementation/_answers", "paper_implementation/_human_annotations"],
    leaveOut: /(^|\/)results_autometrics(\/|$)/,
    tables: [
      {
        file: "scores.csv.gz",
        bytes: 776172,
        sha256: "68a8a4b56ae37a898a92e8170e317552c1aad593ed64eaf45332c25310c532af",
      },
      {
        file: "human.csv.gz",
        bytes: 53015,
        sha256: "d862a55fe39b263e9850790d8e118caabffd1c78061e45e7576ec7682c534036",
      },
    ],
  },
  llmbar: {
    title: "LLMBar (Zeng et al. 2024)",
    repository: "princeton-nlp/LLMBar",
    commit: "900616bff90b6c6c8e1681f7d079250637c55992",
    licence: "MIT, Copyright (c) 2023 Princeton Natural Language Processing",
    rows: "73,370 verdicts of six text judges with 8 to 15 strategies each, every pair in both orders",
    folders: ["Dataset/LLMBar", "Dataset/CaseStudy"],
    tables: [{
      file: "verdicts.csv.gz",
      bytes: 438982,
      sha256: "2fa943def28288d032e0d0f975513f7c2d5527758428e7ebee4b49ccba409cd0",
    }],
  },
  wildvision: {
    title: "WildVision-Bench (Lu et al. 2024)",
    repository: "WildVision-AI/WildVision-Bench",
    commit: "79dacc031b38bb88558bb9a9357d98b3fa6d8bc3",
    licence: "MIT, Copyright (c) 2024 WildVision-AI",
    rows: "11,000 verdicts of GPT-4o on 22 vision-language models against one baseline",
    folders: ["data/vision_bench_0617"],
    leaveOut: /example_model_answers|question/,
    tables: [{
      file: "verdicts.csv.gz",
      bytes: 343782,
      sha256: "4e45488309f171c03290b8d6b4222531737ddf911de912a2647349e503c22f9f",
    }],
  },
};

/** Whether there is a collection of this name. */
export function isDataSource(name: string): name is DataSourceName {
  return Object.hasOwn(DATA_SOURCES, name);
}
