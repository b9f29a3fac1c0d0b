/** Minimum version, oldest maintained version, and the recommended one. */
const oldest = [20, 19];
const oldestMaintained = 22;
const recommended = 24;

/**
 * The message about a version of Node: `refusal` if it cannot run the product, `warning` if it is no longer
 * maintained. Odd versions are never maintained for longer than some months.
 */
export function judgeNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const advice = `Install Node ${recommended} from https://nodejs.org, or run "nvm install" here.`;
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    return { refusal: `Second Read needs Node ${oldest.join('.')} or newer; this is ${version}. ${advice}` };
  }
  if (major >= oldestMaintained && major % 2 === 0) return {};
  return { warning: `Node ${version} is past its end of life and gets no security fixes. ${advice}` };
}

/** One line on stderr, for commands that people run by hand. */
export function warnOfNode() {
  const { warning } = judgeNode(process.versions.node);
  if (warning !== undefined) console.error(warning);
}
