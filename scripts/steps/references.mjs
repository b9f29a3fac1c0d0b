/** Folders of the repository; a path that begins with one of them must exist. */
const roots = 'analyses|apps|bench|core|deploy|docs|e2e|scripts|training';
const sourceFile = String.raw`[\w./-]*\w\.(?:ts|tsx|mjs|cjs|py|sh|md)`;
const mentioned = new RegExp(`\`(?:\\.{0,2}/)*((?:${roots})/[^\\s\`]+|${sourceFile})\``, 'g');
const made = /(^|\/)(dist|node_modules|cache|checkpoints|runs)(\/|$)/;
const placeholder = /[*<>…{]|NNN/;
const comment = /^\s*(?:\/\*\*?|\*|\/\/|#)(.*)|\s\/\/ (.*)/;

/**
 * Names in the comments of a source file, or in a document, that are not in `tracked` (paths from the root).
 */
export function danglingReferences(path, text, tracked) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const prose = path.endsWith('.md') ? line : commentOf(line);
    const missing = [...missingPaths(prose, tracked), ...missingDecisions(prose, tracked)];
    return missing.map((name) => `${path}:${index + 1}: ${name}`);
  });
}

function commentOf(line) {
  const match = comment.exec(line);
  return match?.[1] ?? match?.[2] ?? '';
}

function missingPaths(prose, tracked) {
  const names = [...prose.matchAll(mentioned)].map((match) => match[1].replace(/\/$/, ''));
  return names.filter((name) => !made.test(name) && !placeholder.test(name) && !exists(name, tracked));
}

/** A file or folder, named from the root, from its package or alone. */
function exists(name, tracked) {
  return tracked.some((path) => `/${path}/`.includes(`/${name}/`));
}

/** Decisions are named by the three digits of their file in docs/decisions. */
function missingDecisions(prose, tracked) {
  const numbers = [...prose.matchAll(/\bdecisions? ((?:\d+)(?:(?:, | and )\d+)*)/gi)];
  return numbers
    .flatMap((match) => match[1].match(/\d+/g))
    .filter((number) => !tracked.some((path) => path.startsWith(`docs/decisions/${number}-`)))
    .map((number) => `decision ${number}`);
}
