/**
 * Phrases of a dialect that this project's prose had drifted into, the plain word, and how often each may
 * still occur. A sweep lowers the numbers; none may rise.
 */
const phrases = [
  {
    phrase: /\b(?:is|are|was|were|be|been) told\b|\btold (?:by|from|as|of|apart)\b/g,
    plain: 'reported, shown, distinguished, notified',
    atMost: 150,
  },
  { phrase: /\bstands\b/g, plain: 'is, is in, is next to', atMost: 174 },
  { phrase: /\bnobody\b/gi, plain: 'name the actor', atMost: 133 },
  { phrase: /\bin vain\b/g, plain: 'without result; a false positive', atMost: 7 },
  { phrase: /\bput up for review\b/g, plain: 'flagged for review', atMost: 3 },
  { phrase: /\bof (?:its|their) own\b/g, plain: 'separate, own', atMost: 107 },
  { phrase: /\bfor good\b/g, plain: 'permanently', atMost: 6 },
  { phrase: /\blearnt\b/g, plain: 'trained on, learned', atMost: 23 },
];

/** What `texts` (whole files) have too much of, one line per phrase. */
export function dialect(texts) {
  return phrases.flatMap(({ phrase, plain, atMost }) => {
    const count = texts.reduce((sum, text) => sum + (text.match(phrase)?.length ?? 0), 0);
    return count <= atMost ? [] : [`${phrase.source}: ${count} times, at most ${atMost}; plain: ${plain}`];
  });
}
