/** What keeps a commit from being tagged as `version`, one line each. */
export function releaseFaults({ version, packages, changelog, changedFiles, tags }) {
  const faults = [];
  if (!/^\d+\.\d+\.\d+$/.test(version)) faults.push(`package.json: ${version} is no version to release`);
  for (const { folder, version: other, dependencies = {} } of packages) {
    if (other !== version) faults.push(`${folder}/package.json: ${other} is not ${version}`);
    for (const [name, wanted] of Object.entries(dependencies)) {
      if (name.startsWith('@second-read/') && wanted !== version)
        faults.push(`${folder}/package.json: ${name} ${wanted} is not ${version}`);
    }
  }
  const [, newest, date] = changelog.match(/^## \[(\S+)\] - (\S+)$/m) ?? [];
  if (newest !== version) faults.push(`CHANGELOG.md: the newest section is ${newest}, not ${version}`);
  else if (!/^\d{4}-\d\d-\d\d$/.test(date))
    faults.push(`CHANGELOG.md: ${version} has no date, but "${date}"`);
  if (changedFiles !== '') faults.push('The working tree has changes that are not committed');
  if (tags.includes(`v${version}`)) faults.push(`The tag v${version} exists`);
  return faults;
}
