import { expect, it } from 'vitest';
import { parsePage } from './parse-page.ts';

const page = parsePage(`# Title

![A picture](../screenshots/one-light-390.webp)

## First task

1. Open **History**,
   then \`?\`.
2. Read [this](/help).

| a | b |
|---|---|
| 1 | **2** |

\`\`\`
npm start

npm test
\`\`\`

- point
`);

it('reads headings, pictures, steps, tables, code and points', () => {
  expect(page.title).toBe('Title');
  expect(page.lead).toEqual([{ kind: 'picture', alt: 'A picture', file: 'one-light-390.webp' }]);
  const [task] = page.sections;
  expect(task?.id).toBe('first-task');
  expect(task?.blocks).toEqual([
    {
      kind: 'steps',
      items: [
        [
          { kind: 'text', text: 'Open ' },
          { kind: 'strong', text: 'History' },
          { kind: 'text', text: ', then ' },
          { kind: 'code', text: '?' },
          { kind: 'text', text: '.' },
        ],
        [
          { kind: 'text', text: 'Read ' },
          { kind: 'link', text: 'this', to: '/help' },
          { kind: 'text', text: '.' },
        ],
      ],
    },
    {
      kind: 'table',
      rows: [
        [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        [[{ kind: 'text', text: '1' }], [{ kind: 'strong', text: '2' }]],
      ],
    },
    { kind: 'code', text: 'npm start\n\nnpm test' },
    { kind: 'points', items: [[{ kind: 'text', text: 'point' }]] },
  ]);
});
