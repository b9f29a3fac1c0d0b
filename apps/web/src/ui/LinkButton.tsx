import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';

interface LinkButtonProps extends ButtonProps {
  to: string;
  /** Handed over to the screen. */
  state?: object;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a screen that looks like a button. */
export function LinkButton({ to, children, ...rest }: LinkButtonProps) {
  return (
    <Button component={Link} to={to} {...rest}>
      {children}
    </Button>
  );
}
