import { testNotebooks } from "./test_notebooks.ts";

testNotebooks(0);
