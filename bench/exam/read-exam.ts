import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { examModuleIds, exams } from '../../analyses/exam-list.ts';
import { type ExamFile, gatherFiles } from '../../apps/server/src/cli/exam/gather-files.ts';
import { readSlices } from '../../apps/server/src/cli/exam/read-slices.ts';
import { createCompute } from '../../apps/server/src/platform/compute/create-compute.ts';
import { readForExam } from '../../apps/server/src/platform/compute/read-for-exam.ts';
import { stackOf, viewsOf } from '../../core/src/exam/stack/stack.ts';
import { besideNetworks } from '../engines/beside-networks.ts';
import { timed } from '../measure.ts';

/**
 * `read-exam MODULE FOLDER`: reads the pictures of a folder as one exam with warm threads and prints how
 * long it took, how much processor time, and the most memory that the process ever had; then the same on one
 * thread (`ours`) and its networks alone (`bare`), in processor time.
 */
const [name, folder = ''] = process.argv.slice(2);
const module = examModuleIds.find((id) => id === name);
if (module === undefined) throw new Error(`no module of exams: ${name}`);
const reader = await exams[module]();
const threads = availableParallelism();
const compute = createCompute({ threads });
const found = await gatherFiles([folder], folder);
// The samples are read again and again: each stands for a slice of its own, 5 mm from the next.
const files = found.files.map((file, index): ExamFile => {
  const { instanceUid: _same, ...facts } = file.facts;
  return { ...file, facts: { ...facts, ...placeOf(index) } };
});
const warm = files.slice(0, 2 * threads);
await Promise.all(warm.map(({ path }) => compute.readForExam({ module, path }, {})));

const start = performance.now();
const before = process.cpuUsage();
const stack = reader.isStack ? stackOf(files, reader) : viewsOf(files);
const given = { module, compute, threads, out: join(folder, 'out') };
const done = await readSlices(stack.slices, given, () => {});
const slices = done.map(({ slice }) => slice);
const unread = slices.filter(({ outcome }) => outcome.status !== 'read').length;
if (unread > 0 || slices.length !== files.length)
  throw new Error(`${unread} of ${files.length} pictures were not read, ${slices.length} were placed`);
reader.read(slices, stack.facts);
const ms = performance.now() - start;
const used = process.cpuUsage(before);
await compute.close();
const peakMb = process.resourceUsage().maxRSS / 1024;
const joinMs = await timed(() => reader.read(slices, stack.facts));
const readBeside = (path: string) =>
  besideNetworks((parts, controls) => readForExam({ module, path }, parts, controls));
for (const { path } of warm.slice(0, 1)) await readBeside(path);
let [ours, bare] = [joinMs, 0];
for (const { path } of files) {
  const one = await readBeside(path);
  [ours, bare] = [ours + one.ours, bare + one.peer];
}
const processorMs = (used.user + used.system) / 1000;
process.stdout.write(JSON.stringify({ ms, processorMs, peakMb, ours, bare }));

function placeOf(index: number) {
  return {
    position: [0, 0, 5 * index] as const,
    rowDirection: [1, 0, 0] as const,
    columnDirection: [0, 1, 0] as const,
  };
}
