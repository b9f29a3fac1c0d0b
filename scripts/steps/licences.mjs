/** Permitted licences; weak copyleft applies to the package's own files, which are unmodified. */
const permissive =
  /^(MIT|MIT-0|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|BlueOak-1\.0\.0|Zlib|OFL-1\.1|BSL-1\.0|CC0-1\.0)$/;
const weakCopyleft = /^(LGPL-3\.0-or-later|MPL-2\.0|Python-2\.0|CC-BY-4\.0)$/;
/** Missing in the lock file; read in the package itself. */
const readByHand = { rgbcolor: 'MIT' };

/**
 * Packages of a lock file that the product runs with, on any platform, under a licence that is not
 * permitted.
 */
export function unknownLicences({ packages }) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: readByHand[name] ?? license ?? 'unknown' };
    })
    .filter(({ licence }) => !isPermitted(licence))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
}

/** `A AND B`: all of them; `A OR B`: one of them. */
function isPermitted(licence) {
  const plain = licence.replaceAll(/[()]/g, '');
  const isKnown = (name) => permissive.test(name) || weakCopyleft.test(name);
  return plain.includes(' OR ') ? plain.split(' OR ').some(isKnown) : plain.split(' AND ').every(isKnown);
}
