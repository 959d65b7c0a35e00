/**
 * README.md of WildVision-AI/WildVision-Bench at e726580: win rate (%), reward, and games much better, better, tie, worse, much worse.
 */
export const WILDVISION: Record<string, [number, number, number, number, number, number, number]> = {
  "gpt-4o": [80.6, 56.4, 255, 148, 14, 72, 11],
  "gpt-4-vision-preview": [71.8, 39.4, 182, 177, 22, 91, 28],
  "Reka-Flash": [58.8, 18.9, 135, 159, 28, 116, 62],
  "claude-3-opus-20240229": [53.0, 13.5, 103, 162, 48, 141, 46],
  "yi-vl-plus": [52.8, 7.2, 98, 166, 29, 124, 83],
  "liuhaotian/llava-v1.6-34b": [49.2, 2.5, 90, 156, 26, 145, 83],
  "claude-3-haiku-20240307": [30.6, -16.5, 54, 99, 47, 228, 72],
  "gemini-pro-vision": [32.6, -21.0, 80, 83, 27, 167, 143],
  "liuhaotian/llava-v1.6-vicuna-13b": [33.8, -21.4, 62, 107, 25, 167, 139],
  "deepseek-ai/deepseek-vl-7b-chat": [35.6, -21.2, 59, 119, 17, 161, 144],
  "THUDM/cogvlm-chat-hf": [30.6, -26.4, 75, 78, 15, 172, 160],
  "liuhaotian/llava-v1.6-vicuna-7b": [27.0, -31.4, 45, 90, 36, 164, 165],
  "idefics2-8b-chatty": [26.4, -35.8, 44, 88, 19, 164, 185],
  "Qwen/Qwen-VL-Chat": [19.6, -47.9, 42, 56, 15, 155, 232],
  "llava-1.5-7b-hf": [18.0, -47.8, 28, 62, 25, 174, 211],
  "liuhaotian/llava-v1.5-13b": [16.8, -52.5, 28, 56, 19, 157, 240],
  "BAAI/Bunny-v1_0-3B": [16.6, -54.4, 23, 60, 10, 164, 243],
  "openbmb/MiniCPM-V": [13.6, -57.5, 25, 43, 16, 164, 252],
  "bczhou/tiny-llava-v1-hf": [11.0, -66.2, 16, 39, 15, 127, 303],
  "unum-cloud/uform-gen2-qwen-500m": [10.8, -68.5, 16, 38, 11, 115, 320],
};
