/**
 * Limits of an image file, the same for what perturbs it and what shows it to a judge: 20 MB and 8,000 × 8,000 pixels,
 * checked before anything decodes it.
 */
export const IMAGE_LIMITS = { bytes: 20e6, pixels: 64e6 };
