import { testFigures } from "./test_figures.ts";

testFigures((paper) => paper === "philautia");
