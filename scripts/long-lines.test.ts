import { describe, expect, it } from 'vitest';
import { longLines } from './steps/long-lines.mjs';

const long = 'word '.repeat(30).trim();

describe('lines over the width', () => {
  it('are found in comments and prose, by their number', () => {
    expect(longLines('core/a.ts', `const a = 1;\n// ${long}\n * ${long}`)).toEqual([
      'core/a.ts:2: 152 columns',
      'core/a.ts:3: 152 columns',
    ]);
    expect(longLines('training/a.py', `# ${long}`)).toHaveLength(1);
    expect(longLines('README.md', `# Title\n\n${long}`)).toEqual(['README.md:3: 149 columns']);
  });

  it('are let be in code, tables, fences and what scripts write', () => {
    expect(longLines('core/a.ts', `const a = '${long}';`)).toEqual([]);
    const table = `| ${long} |`;
    const fence = ['```', long, '```'].join('\n');
    const written = `<!-- figures: written by x.py -->\n- ${long}\n<!-- /figures -->`;
    expect(longLines('README.md', [table, fence, written].join('\n'))).toEqual([]);
    expect(longLines('README.md', `${written}\n${long}`)).toHaveLength(1);
    expect(longLines('CHANGELOG.md', long)).toEqual([]);
  });
});
