import { testsOf } from "../tests_of.ts";

await testsOf(6);
