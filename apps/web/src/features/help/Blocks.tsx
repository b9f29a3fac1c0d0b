import { Link } from 'react-router';
import classes from './Help.module.css';
import { pictureUrl } from './pages.ts';
import type { Block, Span } from './parse-page.ts';

export function Blocks({ of }: { of: readonly Block[] }) {
  return of.map((block) => <OneBlock key={JSON.stringify(block)} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Spans of={block.spans} />
        </p>
      );
    case 'steps':
    case 'points': {
      const List = block.kind === 'steps' ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((spans) => (
            <li key={textOf(spans)}>
              <Spans of={spans} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table rows={block.rows} />;
    case 'code':
      return (
        <pre className={classes.code}>
          <code>{block.text}</code>
        </pre>
      );
    case 'picture':
      return <img className={classes.picture} src={pictureUrl(block.file)} alt={block.alt} loading="lazy" />;
  }
}

function Table({ rows: [head = [], ...rows] }: { rows: readonly (readonly (readonly Span[])[])[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {head.map((spans) => (
            <th key={textOf(spans)} scope="col">
              <Spans of={spans} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.map(textOf).join()}>
            {row.map((spans) => (
              <td key={textOf(spans)}>
                <Spans of={spans} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');

function Spans({ of }: { of: readonly Span[] }) {
  return of.map((span) => {
    const key = `${span.kind} ${span.text}`;
    if (span.kind === 'strong') return <strong key={key}>{span.text}</strong>;
    if (span.kind === 'code') return <code key={key}>{span.text}</code>;
    if (span.kind === 'link')
      return (
        <Link key={key} to={span.to}>
          {span.text}
        </Link>
      );
    return span.text;
  });
}
