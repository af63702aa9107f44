import { describeMatrix } from "./describe-matrix.ts";

await describeMatrix("tbdb");
