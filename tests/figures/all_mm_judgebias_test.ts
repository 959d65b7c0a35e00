import { testFigures } from "./test_figures.ts";

testFigures((paper) => paper === "mm-judgebias");
