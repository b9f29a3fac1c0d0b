/** Entries of the lock file for our packages' own dependencies, by name; of two versions both. */
export function directDependencies({ packages }) {
  const own = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
  const found = new Map();
  for (const [folder, entry] of own) {
    for (const name of Object.keys({ ...entry.dependencies, ...entry.devDependencies })) {
      const locked =
        packages[`${folder && `${folder}/`}node_modules/${name}`] ?? packages[`node_modules/${name}`];
      if (locked.link) continue;
      const { version, license, hasInstallScript } = locked;
      found.set(`${name} ${version}`, { name, version, license, hasInstallScript });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
