import { besidePeople } from "./beside_people.ts";
import { biasAuditFigure } from "./bias_audit.ts";
import { circles } from "./circles.ts";
import { equalizationSteps } from "./equalization_steps.ts";
import { labelErrorFigure } from "./label_error.ts";
import { lengthThreshold } from "./length_threshold.ts";
import { ownAnswers } from "./own_answers.ts";
import { power } from "./power.ts";
import { repeatability } from "./repeatability.ts";
import { runsWorth } from "./runs_worth.ts";

/** Charts of the hypothesis tests and of study planning: the library's own. */
export const hypothesisFigures = [
  biasAuditFigure,
  besidePeople,
  equalizationSteps,
  lengthThreshold,
  labelErrorFigure,
  power,
  ownAnswers,
  circles,
  repeatability,
  runsWorth,
];
