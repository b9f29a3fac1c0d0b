import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCodecs } from '../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { decodeStudy } from '../core/src/decode/decode-study.ts';
import { greyAttributes, writeDicom } from '../core/src/decode/dicom/write-dicom.test-support.ts';
import { showWindow } from '../core/src/decode/display-values.ts';
import { applyWindow, percentileRange } from '../core/src/pixels/apply-window.ts';
import { type Finding, median, ratioFinding } from './measure.ts';
import { syntheticMammogram } from './pictures.ts';

const width = 2000;
const height = 2000;
const rounds = 3;
const codecs = createCodecs();

/** How each syntax is made of the uncompressed file, and by which of the peers it is read. */
const syntaxes: readonly { name: string; make: readonly string[]; peer: 'dcmj2pnm' | 'gdcmconv' }[] = [
  { name: 'implicit little endian', make: ['dcmconv', '+ti'], peer: 'dcmj2pnm' },
  { name: 'explicit little endian', make: ['dcmconv', '+te'], peer: 'dcmj2pnm' },
  { name: 'explicit big endian', make: ['dcmconv', '+tb'], peer: 'dcmj2pnm' },
  { name: 'deflated', make: ['dcmconv', '+td'], peer: 'dcmj2pnm' },
  { name: 'RLE', make: ['dcmcrle'], peer: 'dcmj2pnm' },
  { name: 'JPEG baseline .50', make: ['dcmcjpeg', '+eb'], peer: 'dcmj2pnm' },
  { name: 'JPEG extended .51', make: ['dcmcjpeg', '+ee'], peer: 'dcmj2pnm' },
  { name: 'JPEG lossless .57', make: ['dcmcjpeg', '+el'], peer: 'dcmj2pnm' },
  { name: 'JPEG lossless .70', make: ['dcmcjpeg', '+e1'], peer: 'dcmj2pnm' },
  { name: 'JPEG-LS .80', make: ['dcmcjpls', '+el'], peer: 'gdcmconv' },
  { name: 'JPEG-LS .81', make: ['dcmcjpls', '+en'], peer: 'gdcmconv' },
  { name: 'JPEG 2000 .90', make: ['gdcmconv', '--j2k'], peer: 'gdcmconv' },
  { name: 'JPEG 2000 .91', make: ['gdcmconv', '--j2k', '--irreversible'], peer: 'gdcmconv' },
];

/**
 * DICOM bytes to displayable pixels for each syntax that dcmtk or gdcm can write, against the one that reads it:
 * dcmj2pnm to an 8-bit picture, gdcmconv to an uncompressed file (gdcm has no writer of pictures that shows a window,
 * so the peer does less). Processor time; what the peer takes for a picture of 2 by 2 pixels is its start, subtracted.
 */
export async function benchDecodeSyntaxes(): Promise<Finding[]> {
  if (!isInstalled('dcmj2pnm') || !isInstalled('gdcmconv')) {
    console.log('decoding by syntax: needs dcmj2pnm (dcmtk) and gdcmconv (libgdcm-tools) on the path');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'second-read-decode-'));
  try {
    const large = join(folder, 'large.dcm');
    const small = join(folder, 'small.dcm');
    writeFileSync(large, uncompressed(width, height));
    writeFileSync(small, uncompressed(8, 8));
    const findings: Finding[] = [];
    for (const syntax of syntaxes) findings.push(await benchSyntax(syntax, { large, small, folder }));
    return findings;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchSyntax(
  { name, make, peer }: (typeof syntaxes)[number],
  { large, small, folder }: { large: string; small: string; folder: string },
): Promise<Finding> {
  const [program = '', ...options] = make;
  const coded = join(folder, 'coded.dcm');
  const tiny = join(folder, 'tiny.dcm');
  execFileSync(program, [...options, large, coded]);
  execFileSync(program, [...options, small, tiny]);
  const bytes = new Uint8Array(readFileSync(coded));
  const read = (file: string) => peerCall(peer, file, join(folder, 'out'));
  const ours: number[] = [];
  const theirs: number[] = [];
  await display(bytes);
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await display(bytes);
    const { user, system } = process.cpuUsage(before);
    ours.push((user + system) / 1000);
    theirs.push(cpuOf(read(coded)) - cpuOf(read(tiny)));
  }
  const megapixels = (width * height) / 1_000_000;
  const label = `${name}, ${megapixels} MP at 12 bit (8 where the syntax has no more): bytes to displayable pixels`;
  return ratioFinding(label, peer, { ours: median(ours), peer: Math.max(median(theirs), 0.1) }, 1);
}

async function display(bytes: Uint8Array): Promise<void> {
  const result = await decodeStudy(bytes, codecs);
  if (!result.ok) throw new Error(result.problem);
  const { grey, window } = result.study;
  if (window) showWindow(grey, window);
  else applyWindow(grey, percentileRange(grey));
}

function peerCall(peer: 'dcmj2pnm' | 'gdcmconv', file: string, out: string): readonly string[] {
  return peer === 'dcmj2pnm' ? ['dcmj2pnm', '+Wm', '+opw', file, out] : ['gdcmconv', '--raw', file, out];
}

/** Processor milliseconds of a program, as bash's own `times` counts those of its children. */
function cpuOf(call: readonly string[]): number {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const said = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'time', ...call], { encoding: 'utf8' });
  const [user = 0, system = 0] = said.trim().split(' ').map(Number);
  return (user + system) * 1000;
}

function uncompressed(columns: number, rows: number): Uint8Array {
  const values = syntheticMammogram(columns, rows);
  return writeDicom({
    '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.7'],
    '0008,0018': ['UI', '1.2.3.4.5'],
    '0008,0060': ['CS', 'OT'],
    '0020,000d': ['UI', '1.2.3.4'],
    '0020,000e': ['UI', '1.2.3.4.1'],
    ...greyAttributes(columns, rows, 12),
    '7fe0,0010': ['OW', new Uint8Array(values.buffer)],
  });
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}
