/**
 * npm run licences: writes docs/third-party-licences.md from package-lock.json: every package that the
 * product runs with, on any platform. Exits 1 where a package has a licence that nobody has looked at yet.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps/shell.mjs';

/** Permitted licences; weak copyleft applies to the package's own files, which are unmodified. */
const permissive =
  /^(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|BlueOak-1\.0\.0|Zlib|OFL-1\.1|BSL-1\.0|CC0-1\.0)$/;
const weakCopyleft = /^(LGPL-3\.0-or-later|MPL-2\.0|Python-2\.0|CC-BY-4\.0)$/;
/** Not in SPDX form, or missing in the lock file; read in the packages themselves. */
const readByHand = {
  rgbcolor: 'MIT',
  rechoir: 'MIT',
};

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const found = Object.entries(packages)
  .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link)
  .map(([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { name, version, licence: readByHand[name] ?? license ?? 'unknown' };
  })
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));

const unknown = found.filter(({ licence }) => !isAllowed(licence));
for (const { name, version, licence } of unknown) console.error(`${name} ${version}: ${licence}`);
const rows = found.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
const page = `# Third-party licences

Written by \`npm run licences\` from \`package-lock.json\`: the packages that the product runs with, on any platform. Their texts
lie in the packages. \`npm run sbom\` prints the same as a CycloneDX bill of materials. Fonts, sample pictures and the weights of
the models carry terms of their own: \`apps/web/src/fonts/OFL.txt\`, \`apps/web/public/samples/*/ATTRIBUTION.md\` and
\`analyses/*/model/NOTICE\`.

| package | version | licence |
|---|---|---|
${[...new Set(rows)].join('\n')}
`;
writeFileSync(join(root, 'docs/third-party-licences.md'), page);
console.log(`${found.length} packages, ${unknown.length} with a licence that nobody has looked at`);
process.exitCode = unknown.length === 0 ? 0 : 1;

/** `A AND B`: all of them; `A OR B`: one of them. */
function isAllowed(licence) {
  const plain = licence.replaceAll(/[()]/g, '');
  const isKnown = (name) => permissive.test(name) || weakCopyleft.test(name);
  return plain.includes(' OR ') ? plain.split(' OR ').some(isKnown) : plain.split(' AND ').every(isKnown);
}
