/** What a cell of each kind is read as; the mark says that it may be empty. */
export interface CellValues {
  text: string;
  "text?": string | null;
  number: number;
  "number?": number | null;
  count: number;
}

/** The kind of a column's cells. */
export type CellKind = keyof CellValues;

/**
 * The files of published numbers in `data/papers/` and the type of each column; the key is the file's name. Values stand
 * as printed: percentages as percentages, fractions as fractions. `data/README.md` says where each comes from.
 */
export const PUBLISHED_TABLES = {
  "birch-table1": { model: "text", benchmark: "text", quantity: "text", value: "number" },
  "birch-table2": { model: "text", benchmark: "text", state: "text", IB: "number" },
  "birch-table3": { group: "text", model: "text", benchmark: "text", method: "text", acc: "number" },
  "birch-table4": {
    model: "text",
    method: "text",
    quantity: "text",
    value: "number",
    delta_vs_base_printed: "number?",
  },
  "birch-table5": { text: "text", average_score: "number" },
  "birch-table6": { method: "text", inference_time_s: "number", delta_printed: "number?" },
  "birch-table7": { quantity: "text", benchmark: "text", value: "number" },
  "birch-table8": {
    model: "text",
    method: "text",
    quantity: "text",
    value: "number",
    delta_vs_base_printed: "number?",
  },
  "derived-values": { paper: "text", where: "text", quantity: "text", value: "text", how: "text" },
  "mm-judgebias-site-difficulty": {
    bias_type: "text",
    difficulty: "text",
    samples: "count",
    percent_of_bias_type_derived: "number",
  },
  "mm-judgebias-site-leaderboard": {
    category: "text",
    model: "text",
    thinking: "text",
    reasoning_effort: "text?",
    metric: "text",
    dimension: "text",
    bias_type: "text",
    value: "number",
    bold: "count",
  },
  "mm-judgebias-site-panels": {
    panel: "count",
    bias_type: "text",
    dimension: "text",
    metric: "text",
    rank: "count",
    model: "text",
    category: "text",
    value: "number",
    axis_min: "number",
    axis_max: "number",
  },
  "mm-judgebias-site-sunburst": {
    level: "text",
    parent: "text?",
    name: "text",
    label_shown: "text",
    samples: "count",
    percent_of_1804_derived: "number",
  },
  "mm-judgebias-table1-taxonomy": {
    dimension: "text",
    bias_type: "text",
    metric: "text",
    expected_direction: "text",
    component_changed: "text",
    perturbation: "text",
    probes: "text",
  },
  "mm-judgebias-table11-perturbations": {
    bias_type: "text",
    group: "text",
    operation: "text",
    parameter_as_stated: "text",
    note: "text?",
    model_used: "text?",
  },
  "mm-judgebias-table12-text-subtasks": { domain_type: "text", index: "count", subtask: "text" },
  "mm-judgebias-table13": {
    model: "text",
    setting: "text",
    unbiased_input: "text",
    biased_input: "text",
    bc: "number",
  },
  "mm-judgebias-table14": {
    model: "text",
    setting: "text",
    dimension: "text",
    bias_type: "text",
    metric: "text?",
    value: "number",
    bold: "count",
  },
  "mm-judgebias-table15": { model: "text", dimension: "text", bias_type: "text", abstention_ratio: "number" },
  "mm-judgebias-table16": {
    model: "text",
    setting: "text",
    dimension: "text",
    bias_type: "text",
    metric: "text?",
    value: "number",
    bold: "count",
  },
  "mm-judgebias-table17": {
    group: "text",
    study: "text",
    multimodal: "text",
    judge: "text",
    bias_eval: "text",
    domain_task: "text",
    text_bias: "text",
    multimodal_bias: "text",
  },
  "mm-judgebias-table18-subtasks": { task_category: "text", index: "count", subtask: "text" },
  "mm-judgebias-table2": {
    category: "text",
    model: "text",
    thinking: "text",
    reasoning_effort: "text?",
    metric: "text",
    dimension: "text",
    bias_type: "text",
    value: "number",
    bold: "count",
  },
  "mm-judgebias-table3": { model: "text", na_option: "text", quantity: "text", value: "number?" },
  "mm-judgebias-table4": { model: "text", prompt_variant: "text", overall: "number", bold: "count" },
  "mm-judgebias-table5": { row_kind: "text", task_type: "text?", domain_type: "text?", samples: "count" },
  "mm-judgebias-table6": { bias_type: "text", difficulty: "text", samples: "count" },
  "mm-judgebias-table7-sources": { task_type: "text", domain: "text", source_benchmark: "text" },
  "multi-crit-appendix-table16": { model: "text", split: "text", metric: "text", value: "number" },
  "multi-crit-appendix-table18": {
    model: "text",
    mode: "text",
    split: "text",
    metric: "text",
    value: "number",
  },
  "multi-crit-appendix-table5": {
    benchmark: "text",
    response_words_q25: "number",
    response_words_q50: "number",
    response_words_q75: "number",
    multi_criterion_annotation: "text",
  },
  "multi-crit-appendix-table6": {
    split: "text",
    prompts: "count",
    pair_kind: "text",
    pairs: "count",
    percent: "number",
  },
  "multi-crit-appendix-tables10-15-19-labels": {
    table: "text",
    title: "text",
    task: "text",
    response_A_or_1_model: "text",
    response_B_or_2_model: "text",
    criterion: "text",
    human_preference: "text",
  },
  "philautia-phi-scores": { model: "text", setting: "text", phi_score: "number?", stated_in: "text" },
  "philautia-table1": {
    group: "text",
    variant: "text?",
    row_label: "text",
    members: "text",
    dataset: "text",
    metric: "text",
    value: "number",
  },
  "philautia-table2": {
    evaluator: "text",
    generator: "text",
    abbreviation: "text",
    generator_is_member_of_pomms_iv: "text",
    phi_tilde: "number",
  },
  "philautia-tableA": {
    model: "text",
    params: "text",
    vision_encoder: "text",
    llm_backbone: "text",
    family_inferred_from_text: "text?",
    hardware_stated: "text",
  },
  "stated-values": { paper: "text", where: "text", quantity: "text", value: "text", note: "text?" },
} as const satisfies Record<string, Record<string, CellKind>>;

/** Name of a file of published numbers. */
export type PublishedTable = keyof typeof PUBLISHED_TABLES;

/** A row of a file of published numbers. */
export type PublishedRow<T extends PublishedTable> = {
  -readonly [Column in keyof (typeof PUBLISHED_TABLES)[T]]: (typeof PUBLISHED_TABLES)[T][Column] extends
    CellKind ? CellValues[(typeof PUBLISHED_TABLES)[T][Column]]
    : never;
};
