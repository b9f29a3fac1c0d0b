import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCodecs } from '../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { decodeStudy } from '../core/src/decode/decode-study.ts';
import { greyAttributes, writeDicom } from '../core/src/decode/dicom/write-dicom.test-support.ts';
import { showWindow } from '../core/src/decode/display-values.ts';
import { applyWindow, percentileRange } from '../core/src/pixels/color/apply-window.ts';
import { type Finding, median, ratioFinding } from './measure.ts';
import { syntheticMammogram } from './pictures.ts';

const width = 2000;
const height = 2000;
const rounds = 3;
const codecs = createCodecs();

type Reading = 'dcmj2pnm' | 'dcml2pnm' | 'gdcmconv' | 'opj_decompress';

interface Syntax {
  readonly name: string;
  readonly make: readonly string[];
  readonly peer: Reading;
  /** Ends at stored values: ours without the window is held against it too. */
  readonly bare?: Reading;
}

/**
 * How each syntax is made of the uncompressed file (a program, or what our codecs are told), and which peer
 * reads it.
 */
const syntaxes: readonly Syntax[] = [
  { name: 'implicit little endian', make: ['dcmconv', '+ti'], peer: 'dcmj2pnm' },
  { name: 'explicit little endian', make: ['dcmconv', '+te'], peer: 'dcmj2pnm' },
  { name: 'explicit big endian', make: ['dcmconv', '+tb'], peer: 'dcmj2pnm' },
  { name: 'deflated', make: ['dcmconv', '+td'], peer: 'dcmj2pnm' },
  { name: 'RLE', make: ['dcmcrle'], peer: 'dcmj2pnm' },
  { name: 'JPEG baseline .50', make: ['dcmcjpeg', '+eb'], peer: 'dcmj2pnm' },
  { name: 'JPEG extended .51', make: ['dcmcjpeg', '+ee'], peer: 'dcmj2pnm' },
  { name: 'JPEG lossless .57', make: ['dcmcjpeg', '+el'], peer: 'dcmj2pnm' },
  { name: 'JPEG lossless .70', make: ['dcmcjpeg', '+e1'], peer: 'dcmj2pnm' },
  { name: 'JPEG-LS .80', make: ['dcmcjpls', '+el'], peer: 'dcml2pnm', bare: 'gdcmconv' },
  { name: 'JPEG-LS .81', make: ['dcmcjpls', '+en'], peer: 'dcml2pnm', bare: 'gdcmconv' },
  { name: 'JPEG 2000 .90', make: ['gdcmconv', '--j2k'], peer: 'gdcmconv', bare: 'gdcmconv' },
  {
    name: 'JPEG 2000 .91',
    make: ['gdcmconv', '--j2k', '--irreversible'],
    peer: 'gdcmconv',
    bare: 'gdcmconv',
  },
  { name: 'HTJ2K .201', make: ['1.2.840.10008.1.2.4.201'], peer: 'opj_decompress', bare: 'opj_decompress' },
  { name: 'HTJ2K .202', make: ['1.2.840.10008.1.2.4.202'], peer: 'opj_decompress', bare: 'opj_decompress' },
  { name: 'HTJ2K .203', make: ['1.2.840.10008.1.2.4.203'], peer: 'opj_decompress', bare: 'opj_decompress' },
];

/** Programs and where Debian has them. */
const programs = { dcmj2pnm: 'dcmtk', gdcmconv: 'libgdcm-tools', opj_decompress: 'libopenjp2-tools' };

/** The uncompressed file, a picture of 8 by 8 pixels, and what is made of both in one syntax. */
interface Files {
  readonly large: string;
  readonly small: string;
  readonly folder: string;
}

/**
 * DICOM bytes to displayable pixels for each syntax, against the program that reads it: dcmj2pnm (dcml2pnm
 * for JPEG-LS) to an 8-bit picture. No program makes a picture with a window of JPEG 2000: there gdcmconv to
 * an uncompressed file and dcmj2pnm from there, and for HTJ2K, which dcmtk 3.6 and gdcm 3.0 do not know,
 * opj_decompress of the bare stream and dcmj2pnm; what ends at stored values also by itself, against our
 * decoding without the window. Processor time; what a program takes for a picture of 8 by 8 pixels is its
 * start, subtracted.
 */
export async function benchDecodeSyntaxes(): Promise<Finding[]> {
  const missing = Object.entries(programs).filter(([program]) => !isInstalled(program));
  if (missing.length > 0) {
    console.log(`decoding by syntax: not measured, apt-get install ${missing.map(([, at]) => at).join(' ')}`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'second-read-decode-'));
  try {
    const files = { large: join(folder, 'large.dcm'), small: join(folder, 'small.dcm'), folder };
    writeFileSync(files.large, uncompressed(width, height));
    writeFileSync(files.small, uncompressed(8, 8));
    const findings: Finding[] = [];
    for (const syntax of syntaxes) findings.push(...(await benchSyntax(syntax, files)));
    return findings;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchSyntax(
  { name, make, peer, bare }: Syntax,
  { large, small, folder }: Files,
): Promise<Finding[]> {
  const [coded, tiny] = [join(folder, 'coded.dcm'), join(folder, 'tiny.dcm')];
  await transcode(make, large, coded);
  await transcode(make, small, tiny);
  const bytes = new Uint8Array(readFileSync(coded));
  const peerMs = (by: Reading, [file, start]: readonly [string, string]) =>
    cpuOf(peerCall(by, file, folder)) - cpuOf(peerCall(by, start, folder));
  const showsItself = peer === 'dcmj2pnm' || peer === 'dcml2pnm';
  const times: Record<'decode' | 'ours' | 'read' | 'show' | 'bare', number[]> = {
    decode: [],
    ours: [],
    read: [],
    show: [],
    bare: [],
  };
  await display(bytes);
  for (let round = 0; round < rounds; round++) {
    times.decode.push(await cpuOfOurs(() => decode(bytes)));
    times.ours.push(await cpuOfOurs(() => display(bytes)));
    times.read.push(peerMs(peer, [coded, tiny]));
    if (bare) times.bare.push(peerMs(bare, [coded, tiny]));
    times.show.push(showsItself ? 0 : peerMs('dcmj2pnm', [large, small]));
  }
  const megapixels = (width * height) / 1_000_000;
  const label = `${name}, ${megapixels} MP at 12 bit (8 where the syntax has no more): bytes to`;
  const shown = { ours: median(times.ours), peer: median(times.read) + median(times.show) };
  const by = showsItself ? peer : `${peer}, then dcmj2pnm`;
  const found = [ratioFinding(`${label} displayable pixels`, by, shown, 1)];
  const stored = { ours: median(times.decode), peer: median(times.bare) };
  if (bare) found.push(ratioFinding(`${label} stored values`, bare, stored, 1));
  return found;
}

async function transcode(make: readonly string[], from: string, to: string): Promise<void> {
  const [program = '', ...options] = make;
  if (!program.startsWith('1.2.')) {
    execFileSync(program, [...options, from, to], { stdio: 'ignore' });
    return;
  }
  // No program at hand writes HTJ2K.
  const library: typeof import('dcmjs-codecs') = createRequire(import.meta.url)('dcmjs-codecs');
  await library.NativeCodecs.initializeAsync();
  const transcoder = new library.Transcoder(new Uint8Array(readFileSync(from)).buffer);
  transcoder.transcode(program);
  writeFileSync(to, new Uint8Array(transcoder.getDicomPart10()));
}

async function decode(bytes: Uint8Array) {
  const result = await decodeStudy(bytes, codecs);
  if (!result.ok) throw new Error(result.problem);
  return result.study;
}

async function display(bytes: Uint8Array): Promise<void> {
  const { grey, window } = await decode(bytes);
  if (window) showWindow(grey, window);
  else applyWindow(grey, percentileRange(grey));
}

async function cpuOfOurs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function peerCall(peer: Reading, file: string, folder: string): readonly string[] {
  const out = join(folder, 'out');
  if (peer === 'gdcmconv') return ['gdcmconv', '--raw', file, out];
  if (peer !== 'opj_decompress') return [peer, '+Wm', '+opw', file, out];
  const stream = `${file}.j2c`;
  writeFileSync(stream, codeStream(readFileSync(file)));
  return ['opj_decompress', '-i', stream, '-o', `${out}.rawl`];
}

/** The one JPEG 2000 stream of a file: from its start (SOC, SIZ) to its end (EOC). */
function codeStream(file: Buffer): Buffer {
  const start = file.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
  const end = file.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return file.subarray(start, end + 2);
}

/**
 * Processor milliseconds of a program, as bash's own `time` counts those of its children. @throws Error where
 * it fails.
 */
function cpuOf(call: readonly string[]): number {
  const script = 'TIMEFORMAT="%U %S"; set -e; { time "$@" >/dev/null 2>/dev/null; } 2>&1';
  const said = execFileSync('bash', ['-c', script, 'time', ...call], { encoding: 'utf8' });
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
