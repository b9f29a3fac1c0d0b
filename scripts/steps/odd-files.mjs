import { basename, extname } from 'node:path';

/** Endings, and whole names of files without one, that this repository is made of. */
const expected = new Set([
  ...['.ts', '.tsx', '.mjs', '.cjs', '.js', '.css', '.html', '.py', '.sh', '.sql', '.snap'],
  ...['.json', '.jsonl', '.yaml', '.yml', '.toml', '.txt', '.csv', '.md', '.svg', '.webmanifest', '.vtt'],
  ...['.webp', '.png', '.jpg', '.webm', '.mp4', '.dcm', '.ttf', '.onnx'],
  ...['Dockerfile', 'LICENSE', 'NOTICE', 'CODEOWNERS', 'run'],
  ...['.nvmrc', '.npmrc', '.gitignore', '.dockerignore', '.editorconfig'],
]);

const mostBytes = 1_000_000;
/** Larger ones: the networks that ship. */
const mayBeLarge = /^analyses\/[\w-]+\/model\/[\w-]+\.onnx$/;

/** Files of a kind that nothing here uses, or too large for a repository, each with the reason. */
export function oddFiles(files) {
  return files.flatMap(({ path, bytes }) => [
    ...(expected.has(extname(path) || basename(path)) ? [] : [`${path}: no expected kind of file`]),
    ...(bytes > mostBytes && !mayBeLarge.test(path) ? [`${path}: ${bytes} bytes`] : []),
  ]);
}
