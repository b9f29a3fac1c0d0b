/** Exits on a Node that is too old. Imported first: other steps use newer features. */
import { judgeNode } from './node-version.mjs';

const { refusal } = judgeNode(process.versions.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
