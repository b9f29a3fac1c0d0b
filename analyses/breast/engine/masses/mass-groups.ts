import { type MassContext, massFeatures } from './mass-features.ts';
import type { MassCandidate } from './masses.ts';

/** Candidates nearer than this share of the sum of their radii are parts of one mass. */
const touching = 1.1;
/**
 * A group grows to at most this radius, in grid pixels (22 mm at the median breast): beyond lies gland, not
 * mass.
 */
const largestRadius = 44;

/**
 * Joins touching candidates to one mass each: a large spiculated mass answers in several places. A group
 * keeps the scores of its best member; its measures are taken anew around the whole.
 */
export function groupMasses(context: MassContext, candidates: readonly MassCandidate[]): MassCandidate[] {
  const groups: MassCandidate[][] = [];
  for (const candidate of candidates) {
    const home = groups.find(
      (group) => group.some((member) => touches(member, candidate)) && fits(group, candidate),
    );
    if (home === undefined) groups.push([candidate]);
    else home.push(candidate);
  }
  return groups.map((group) => whole(context, group));
}

function touches(a: MassCandidate, b: MassCandidate): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < touching * (a.radius + b.radius);
}

function fits(group: readonly MassCandidate[], candidate: MassCandidate): boolean {
  return enclosing([...group, candidate]).radius <= largestRadius;
}

/**
 * The disc that holds every member, around their centre weighted by the square of their probabilities:
 * unlikely neighbours widen a mass, but do not move it away from its likeliest place.
 */
function enclosing(group: readonly MassCandidate[]) {
  const sum = (value: (member: MassCandidate) => number) =>
    group.reduce((total, member) => total + member.lesion ** 2 * value(member), 0);
  const weight = sum(() => 1);
  const x = sum((member) => member.x) / weight;
  const y = sum((member) => member.y) / weight;
  const reaches = group.map((member) => Math.hypot(member.x - x, member.y - y) + member.radius);
  return { x: Math.round(x), y: Math.round(y), radius: Math.max(...reaches) };
}

function whole(context: MassContext, group: readonly MassCandidate[]): MassCandidate {
  const [first] = group;
  if (first === undefined) throw new Error('a group has a member');
  if (group.length === 1) return first;
  const disc = enclosing(group);
  return {
    ...disc,
    features: massFeatures(context, disc),
    lesion: Math.max(...group.map((member) => member.lesion)),
    malignant: Math.max(...group.map((member) => member.malignant)),
  };
}
