/** What the source prints for Gemini without an example: n, then mean and standard deviation of SC, PQ and O, then Spearman's ρ with people. */
export type Printed = readonly [
  n: number,
  ...means: [number, number, number, number, number, number],
  ...correlations: [number, number, number],
];

/**
 * analyze_json.ipynb of TIGER-AI-Lab/VIEScore at aeb1f18 (outputs of cells 10 and 19): 29 pairs of task and generator,
 * 203 counts, means and deviations, 87 correlations.
 */
export const VIESCORE: Readonly<Record<string, Readonly<Record<string, Printed>>>> = {
  "Multi-Concept_IC": {
    TextualInversion: [102, 0.1176, 0.1712, 0.6206, 0.1301, 0.1851, 0.1888, 0.3538, -0.0053, 0.3134],
    DreamBooth: [102, 0.1392, 0.1926, 0.6147, 0.1562, 0.2211, 0.1931, 0.2145, 0.2928, 0.1707],
    CustomDiffusion: [102, 0.2167, 0.262, 0.6814, 0.144, 0.2977, 0.2495, 0.5476, 0.3046, 0.5491],
  },
  "Text-Guided_IE": {
    Prompt2prompt: [179, 0.4084, 0.4562, 0.505, 0.1304, 0.307, 0.3334, 0.3249, 0.3611, 0.3268],
    CycleDiffusion: [179, 0.3067, 0.4059, 0.4626, 0.1585, 0.2259, 0.2814, 0.4387, 0.5941, 0.4009],
    SDEdit: [179, 0.3704, 0.4537, 0.5313, 0.1269, 0.2819, 0.3345, 0.1091, 0.4078, 0.1077],
    DiffEdit: [179, 0.1615, 0.321, 0.3642, 0.1504, 0.1272, 0.2243, 0.1719, 0.5632, 0.0947],
    MagicBrush: [179, 0.6263, 0.4325, 0.4855, 0.1375, 0.4544, 0.3143, 0.4689, 0.4927, 0.4727],
    Text2Live: [179, 0.0771, 0.2472, 0.4933, 0.1385, 0.0571, 0.1722, 0.1368, 0.4136, 0.1356],
    Pix2PixZero: [179, 0.1559, 0.3379, 0.5726, 0.1437, 0.1357, 0.2723, 0.197, 0.4698, 0.2188],
    InstructPix2Pix: [179, 0.4318, 0.4491, 0.5011, 0.1434, 0.3249, 0.3294, 0.4856, 0.3684, 0.4822],
  },
  "Control-Guided_IG": {
    UniControl: [150, 0.4047, 0.373, 0.5093, 0.1494, 0.3626, 0.2781, 0.4059, 0.3143, 0.3277],
    ControlNet: [150, 0.3793, 0.343, 0.4387, 0.1315, 0.333, 0.2441, 0.2695, 0.3846, 0.2819],
  },
  "Mask-Guided_IE": {
    Glide: [179, 0.2223, 0.3838, 0.4877, 0.1297, 0.1649, 0.2674, 0.4417, 0.3575, 0.3965],
    BlendedDiffusion: [179, 0.3575, 0.4126, 0.4017, 0.1305, 0.253, 0.2794, 0.2487, 0.224, 0.1154],
    SDInpaint: [179, 0.4441, 0.4404, 0.4341, 0.1492, 0.3186, 0.3031, 0.5325, 0.3008, 0.4443],
    SDXLInpaint: [179, 0.5721, 0.4628, 0.5056, 0.134, 0.4192, 0.334, 0.6185, 0.2853, 0.5481],
  },
  "Subject-Driven_IG": {
    TextualInversion: [150, 0.168, 0.2839, 0.5807, 0.1526, 0.1762, 0.2601, 0.5521, 0.2332, 0.5356],
    DreamBoothLora: [150, 0.1213, 0.2184, 0.65, 0.1375, 0.1532, 0.2279, 0.2051, 0.245, 0.2093],
    BLIPDiffusion_Gen: [150, 0.078, 0.2036, 0.71, 0.1432, 0.0998, 0.2143, 0.121, -0.0779, 0.1214],
    DreamBooth: [150, 0.2047, 0.3315, 0.7427, 0.1256, 0.2238, 0.3123, 0.3185, 0.3132, 0.3062],
  },
  "Subject-Driven_IE": {
    DreamEdit: [154, 0.4188, 0.2241, 0.5753, 0.1393, 0.4647, 0.1499, 0.3079, 0.3328, 0.2327],
    BLIPDiffusion_Edit: [154, 0.3305, 0.2644, 0.6688, 0.163, 0.4237, 0.2119, 0.1841, 0.3174, 0.2293],
    PhotoSwap: [154, 0.3831, 0.2304, 0.6831, 0.1445, 0.4818, 0.1754, 0.175, 0.3274, 0.2198],
  },
  "Text-Guided_IG": {
    SDXL: [197, 0.6061, 0.332, 0.6234, 0.1369, 0.5803, 0.2335, 0.5974, 0.292, 0.5505],
    SD: [196, 0.5026, 0.2994, 0.5163, 0.1655, 0.4802, 0.1996, 0.6104, 0.1879, 0.4544],
    OpenJourney: [197, 0.4604, 0.3224, 0.5685, 0.1271, 0.4686, 0.2201, 0.5904, 0.2523, 0.5538],
    DeepFloydIF: [197, 0.5853, 0.3153, 0.5452, 0.1496, 0.5328, 0.2178, 0.5528, 0.0659, 0.4361],
    DALLE2: [196, 0.5362, 0.2929, 0.5367, 0.1644, 0.5056, 0.1896, 0.4783, 0.1336, 0.3412],
  },
};

/** The same cell's averages of the correlations of a task, and of the tasks: 24 numbers, tanh of a mean of ρ. */
export const VIESCORE_AVERAGES: Readonly<Record<string, readonly [number, number, number]>> = {
  "Multi-Concept_IC": [0.3557, 0.1948, 0.3314],
  "Text-Guided_IE": [0.2836, 0.4291, 0.2728],
  "Control-Guided_IG": [0.3254, 0.3359, 0.2957],
  "Mask-Guided_IE": [0.4304, 0.2839, 0.3593],
  "Subject-Driven_IG": [0.2906, 0.1765, 0.285],
  "Subject-Driven_IE": [0.2187, 0.3148, 0.2234],
  "Text-Guided_IG": [0.5123, 0.1842, 0.4359],
  all: [0.3322, 0.2675, 0.3048],
};
