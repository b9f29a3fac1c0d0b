import { describe, expect, it } from 'vitest';
import { inOrder } from './key-sections.ts';

const viewer = { rank: 1, sections: [{ heading: 'Viewer', entries: [['r', 'Reset']] as const }] };

describe('the keys of a screen', () => {
  it("puts the screen's own before those of its parts", () => {
    const screen = { rank: 0, sections: [{ heading: 'Comparison', entries: [['Esc', 'Close']] as const }] };
    expect(inOrder([viewer, screen]).map(({ heading }) => heading)).toEqual(['Comparison', 'Viewer']);
  });

  it('lists once what two viewers have in common, and adds what one of them has', () => {
    const other = {
      rank: 1,
      sections: [
        {
          heading: 'Viewer',
          entries: [
            ['r', 'Reset'],
            ['f', 'Full screen'],
          ] as const,
        },
      ],
    };
    expect(inOrder([viewer, other])).toEqual([
      {
        heading: 'Viewer',
        entries: [
          ['r', 'Reset'],
          ['f', 'Full screen'],
        ],
      },
    ]);
  });

  it('leaves out a heading without keys', () => {
    expect(inOrder([{ rank: 0, sections: [{ heading: 'Window presets', entries: [] }] }])).toEqual([]);
  });
});
