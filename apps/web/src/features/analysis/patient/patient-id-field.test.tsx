// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { PatientIdField } from './PatientIdField.tsx';

afterEach(cleanup);

function open(suggestion: string): void {
  fakeServer({});
  const common = { value: 'P-1', onChange: () => undefined, isGenerated: false, shakes: 0, disabled: false };
  const element = <PatientIdField {...common} suggestion={suggestion} ref={createRef()} />;
  renderApp([{ path: '/', element }], '/');
}

it("offers the file's Patient ID", () => {
  open('王小东-2');
  expect(screen.getByRole('button').textContent).toContain('王小东-2');
});

it('shows an ID that cannot be decoded, and neither offers it nor calls it another patient’s', () => {
  open('\ufffdCD\ufffdF5-2');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe(
    'The file’s Patient ID cannot be decoded: \ufffdCD\ufffdF5-2. Enter it by hand.',
  );
});

function Field() {
  const [shakes, setShakes] = useState(0);
  const twice = () => {
    setShakes((count) => count + 1);
    setShakes((count) => count + 1);
  };
  const common = { value: '', onChange: () => undefined, isGenerated: false, suggestion: null };
  return (
    <>
      <PatientIdField {...common} shakes={shakes} disabled={false} ref={createRef()} />
      <button type="button" onClick={twice}>
        Analyze
      </button>
    </>
  );
}

it('shakes again each time, also where one click asks twice', async () => {
  const cancel = vi.fn();
  Element.prototype.animate = vi.fn(() => ({ cancel }) as unknown as Animation);
  fakeServer({});
  renderApp([{ path: '/', Component: Field }], '/');
  for (const times of [1, 2, 3]) {
    await userEvent.click(screen.getByRole('button'));
    expect(Element.prototype.animate).toHaveBeenCalledTimes(times);
  }
  expect(cancel).toHaveBeenCalledTimes(2);
  Reflect.deleteProperty(Element.prototype, 'animate');
});
