import { besidePeople } from "./beside_people.ts";
import { biasAuditFigure } from "./bias_audit.ts";
import { equalizationSteps } from "./equalization_steps.ts";
import { lengthThreshold } from "./length_threshold.ts";

/** Charts of the hypothesis tests: the library's own. */
export const hypothesisFigures = [biasAuditFigure, besidePeople, equalizationSteps, lengthThreshold];
