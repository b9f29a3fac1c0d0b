/** Ends a program on a Node that is too old for it. Imported before all else: other steps use what old ones lack. */
import { judgeNode } from './node-version.mjs';

const { refusal } = judgeNode(process.versions.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
