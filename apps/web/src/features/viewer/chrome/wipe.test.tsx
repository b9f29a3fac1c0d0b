import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Wipe } from './Wipe.tsx';

afterEach(cleanup);

const clipOf = () => screen.getByText('segmented').style.clipPath;

function open(isOn = true) {
  const [onEnd, onOuterKey] = [vi.fn(), vi.fn()];
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the viewer, whose keys move the picture
    <div onKeyDown={onOuterKey}>
      <Wipe isOn={isOn} onEnd={onEnd}>
        segmented
      </Wipe>
    </div>,
  );
  return { onEnd, onOuterKey };
}

describe('the wipe between the bare picture and the view', () => {
  it('shows all of the view while it is off', () => {
    open(false);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(clipOf()).toBe('');
  });

  it('begins in the middle and follows the arrow keys, which move nothing else', () => {
    const { onOuterKey } = open();
    const bar = screen.getByRole('slider', { name: 'Bare image against the view' });
    expect(document.activeElement).toBe(bar);
    expect(clipOf()).toBe('inset(0 0 0 50%)');
    fireEvent.keyDown(bar, { key: 'ArrowRight' });
    expect(clipOf()).toBe('inset(0 0 0 52%)');
    fireEvent.keyDown(bar, { key: 'ArrowLeft', shiftKey: true });
    expect(bar.getAttribute('aria-valuenow')).toBe('42');
    fireEvent.keyDown(bar, { key: 'End' });
    fireEvent.keyDown(bar, { key: 'ArrowRight' });
    expect(clipOf()).toBe('inset(0 0 0 100%)');
    expect(onOuterKey).not.toHaveBeenCalled();
  });

  it('ends on Escape, and leaves other keys to the viewer', () => {
    const { onEnd, onOuterKey } = open();
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'r' });
    expect(onOuterKey).toHaveBeenCalledOnce();
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'Escape' });
    expect(onEnd).toHaveBeenCalledOnce();
    expect(onOuterKey).toHaveBeenCalledOnce();
  });
});
