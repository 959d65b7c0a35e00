/**
 * genaibench_results.txt of TIGER-AI-Lab/GenAI-Bench at 0eeb485, in percent: image generation, image editing, video
 * generation. 54 numbers; `mantis-8b-idefics2_8192` has the replies of `mantis-8b-idefics2`, row for row.
 */
export const GENAI_BENCH: Readonly<Record<string, readonly [number, number, number]>> = {
  random: [25.3602, 25.8977, 25.1637],
  blip2: [26.3401, 26.0065, 16.9317],
  cogvlm: [29.3372, 0, 24.6024],
  "gemini-1.5-pro": [44.6686, 55.9304, 46.2114],
  gpt4o: [45.5908, 53.5365, 48.4565],
  idefics1: [0.8069, 5.6583, 0.1871],
  idefics2: [42.2478, 27.3123, 16.464],
  instructblip: [3.1124, 19.8041, 3.7418],
  kosmos2: [0, 0, 0],
  llava: [37.0029, 26.1153, 30.4022],
  llavanext: [22.6513, 25.3536, 21.7025],
  "mantis-8b-idefics2": [0, 0, 0],
  "mantis-8b-idefics2_8192": [0, 0, 0],
  "minicpm-V-2.5": [37.8098, 25.2448, 6.5482],
  otterimage: [0, 0, 0],
  ottervideo: [0, 0, 0],
  qwenVL: [26.6282, 14.9075, 2.1515],
  videollava: [37.7522, 26.6594, 0],
};
