import { keyInWords } from './key-in-words.ts';
import { type MetricsNode, metricsFile } from './metrics-file.ts';

/** One measured figure, with its 95 % interval and the number of cases where the evaluation gives them. */
export interface Figure {
  /** What was measured on what, e.g. "Slices · COVID"; empty at the top. */
  readonly group: string;
  readonly name: string;
  readonly value: number;
  readonly interval: readonly [number, number] | null;
  readonly cases: number | null;
}

/** Points of a measured curve, in the order measured. */
export interface Curve {
  /** The group whose figures it belongs to. */
  readonly group: string;
  readonly name: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Metrics {
  readonly figures: readonly Figure[];
  readonly curves: readonly Curve[];
  /** Sentences of the evaluation, by group: data, method, caveats. */
  readonly notes: readonly Note[];
}

export interface Note {
  readonly group: string;
  readonly text: string;
}

type Json = MetricsNode;
type JsonObject = { readonly [key: string]: Json };

const valueKeys = ['value', 'share', 'mean', 'estimate', 'right'];
const intervalKeys = ['interval', 'ci95', 'ci', 'interval95', 'ci_95'];
const caseKeys = ['n', 'of', 'cases', 'count', 'images'];
const noteKeys = [
  'evaluated',
  'note',
  'notes',
  'data',
  'method',
  'caveat',
  'caveats',
  'description',
  'split',
  'protocol',
];
/** Settings of the run, not results. */
const skippedKeys = ['folds', 'seed', 'model', 'version', 'schema'];

/**
 * Reads an evaluation of any module: figures at any depth, grouped by their path; curves as lists of
 * points, or as sensitivities at several rates of false marks. Each evaluation measures what its task asks
 * for, so no names are prescribed. What is no evaluation reads as an empty one.
 */
export function readMetrics(json: unknown): Metrics {
  const found = { figures: [] as Figure[], curves: [] as Curve[], notes: [] as Note[] };
  const file = metricsFile.safeParse(json);
  if (!file.success) return found;
  walk(file.data, [], found);
  const drawn = new Set(found.curves.map(({ group }) => group));
  found.curves.push(...frocCurves(found.figures).filter(({ group }) => !drawn.has(group)));
  return found;
}

interface Found {
  figures: Figure[];
  curves: Curve[];
  notes: Note[];
}

function walk(node: Json, path: readonly string[], found: Found): void {
  if (typeof node === 'number') found.figures.push(figure(path, node));
  else if (Array.isArray(node)) walkList(node, path, found);
  else if (isObject(node)) walkObject(node, path, found);
}

function walkObject(node: JsonObject, path: readonly string[], found: Found): void {
  const value = firstNumber(node, valueKeys);
  if (value !== null) {
    found.figures.push(figure(path, value, intervalOf(node), firstNumber(node, caseKeys)));
    return;
  }
  if (node.value === null) return; // nothing was there to measure
  for (const [key, child] of Object.entries(node)) {
    if (skippedKeys.includes(key)) continue;
    if (noteKeys.includes(key))
      found.notes.push(...textsOf(child).map((text) => ({ group: named(path), text })));
    else walk(child, [...path, key], found);
  }
}

function walkList(list: readonly Json[], path: readonly string[], found: Found): void {
  const first = list[0];
  if (list.length < 2 || !isObject(first)) return;
  const [xKey, yKey] = Object.keys(first).filter((key) => typeof first[key] === 'number');
  if (xKey === undefined || yKey === undefined) return;
  const points = list.flatMap((point) => {
    const x = isObject(point) ? point[xKey] : null;
    const y = isObject(point) ? point[yKey] : null;
    return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
  });
  const labels = { xLabel: keyInWords(xKey), yLabel: keyInWords(yKey) };
  found.curves.push({ group: named(path.slice(0, -1)), name: named(path), ...labels, points });
}

const frocName = /^Sensitivity at ([\d.]+) false marks per (.+)$/;

/** A group that gives sensitivity at several rates of false marks gives a FROC curve. */
function frocCurves(figures: readonly Figure[]): Curve[] {
  const groups = [...new Set(figures.map((entry) => entry.group))];
  return groups.flatMap((group) => {
    const parts = figures.flatMap((entry) => {
      const [, rate, unit] = (entry.group === group && frocName.exec(entry.name)) || [];
      return rate === undefined || unit === undefined ? [] : [{ x: Number(rate), y: entry.value, unit }];
    });
    if (parts.length < 3) return [];
    const xLabel = `False marks per ${parts[0]?.unit}`;
    const points = parts.map(({ x, y }) => ({ x, y })).sort((a, b) => a.x - b.x);
    return [{ group, name: group, xLabel, yLabel: 'Sensitivity', points }];
  });
}

function figure(
  path: readonly string[],
  value: number,
  interval: Figure['interval'] = null,
  cases: number | null = null,
): Figure {
  return { group: named(path.slice(0, -1)), name: keyInWords(path.at(-1) ?? ''), value, interval, cases };
}

function intervalOf(node: JsonObject): readonly [number, number] | null {
  for (const key of intervalKeys) {
    const entry = node[key];
    if (!Array.isArray(entry)) continue;
    const [low, high] = entry;
    if (typeof low === 'number' && typeof high === 'number') return [low, high];
  }
  const { low, high } = node;
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : null;
}

function firstNumber(node: JsonObject, keys: readonly string[]): number | null {
  for (const key of keys) {
    const entry = node[key];
    if (typeof entry === 'number') return entry;
  }
  return null;
}

function textsOf(node: Json): string[] {
  if (typeof node === 'string') return [node];
  return Array.isArray(node) ? node.flatMap(textsOf) : [];
}

function named(path: readonly string[]): string {
  return path.map(keyInWords).join(' · ');
}

function isObject(node: Json | undefined): node is JsonObject {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
