/** As the formatter wraps code, which leaves comments and prose as they are. */
const maxColumns = 110;
/** One line a change, so that the changes of several people merge; and what another program writes. */
const exempt = /^(CHANGELOG|docs\/settings)\.md$/;
const comment = /^\s*(\/\*\*|\*|\/\/|#)\s/;
const directive = /biome-ignore|eslint|@ts-|https?:\/\/\S{60}/;

/** Lines of comments, and of prose outside of tables, code and generated figures, that are too long. */
export function longLines(path, text) {
  if (exempt.test(path)) return [];
  const isProse = path.endsWith('.md');
  let isOpen = true;
  return text.split('\n').flatMap((line, index) => {
    if (isProse) isOpen = opens(line, isOpen);
    const counts = isProse ? isOpen && !/^\s*\||^\s*<|\]\(\S{60}/.test(line) : comment.test(line);
    if (!counts || directive.test(line) || [...line].length <= maxColumns) return [];
    return [`${path}:${index + 1}: ${[...line].length} columns`];
  });
}

/** Whether prose goes on: code between fences and figures written by a script stand aside. */
function opens(line, isOpen) {
  if (/^\s*```/.test(line)) return !isOpen;
  if (/^<!-- .*written by/.test(line)) return false;
  return isOpen || /^<!-- (\/|end of)/.test(line);
}
