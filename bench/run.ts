import { buildServerIfStale } from '../scripts/steps/build-server.mjs';
import { benchDecode } from './decode.ts';
import { benchEventLoop } from './event-loop.ts';
import { benchExam } from './exam.ts';
import { benchFirstImage } from './first-image.ts';
import { benchHistory } from './history.ts';
import { benchHostile } from './hostile.ts';
import { benchIngest } from './ingest.ts';
import { benchInteraction } from './interaction.ts';
import { benchLargePictures } from './large-pictures.ts';
import { benchLongExam } from './long-exam.ts';
import { type Finding, printFinding } from './measure.ts';
import { benchModules } from './modules.ts';
import { benchProcessCall } from './process-call.ts';
import { benchScaleOut } from './scale-out.ts';
import { benchUserEnumeration } from './user-enumeration.ts';
import { benchViewerPeer } from './viewer-peer.ts';

/** `npm run bench [name …]`: each prints a ratio against a peer or a limit measured in the same run. */
const benches: Readonly<Record<string, () => Promise<Finding[]>>> = {
  decode: benchDecode,
  exam: benchExam,
  'first-image': benchFirstImage,
  interaction: benchInteraction,
  ingest: benchIngest,
  modules: benchModules,
  'large-pictures': benchLargePictures,
  'process-call': benchProcessCall,
  'user-enumeration': benchUserEnumeration,
};
/** Minutes to an hour: runs where it is named. */
const long: typeof benches = {
  'event-loop': benchEventLoop,
  hostile: benchHostile,
  history: benchHistory,
  'long-exam': benchLongExam,
  'scale-out': benchScaleOut,
  'viewer-peer': benchViewerPeer,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches || name in long));
if (unknown.length > 0) {
  console.error(
    `No benchmark ${unknown.join(', ')}; there are ${Object.keys({ ...benches, ...long }).join(', ')}.`,
  );
  process.exit(2);
}
await buildServerIfStale();
for (const [name, bench] of Object.entries({ ...benches, ...long })) {
  if (wanted.length > 0 ? !wanted.includes(name) : name in long) continue;
  for (const finding of await bench()) printFinding(finding);
}
process.exit(0);
