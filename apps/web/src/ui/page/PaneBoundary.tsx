import { Component, type ErrorInfo, type ReactNode } from 'react';
import { StatusLine } from './StatusLine.tsx';

interface PaneBoundaryProps {
  /** "The images": what could not be shown. */
  what: string;
  children: ReactNode;
}

/** Keeps an error in its pane: what is beside it, an unsaved review above all, stays as it is. */
export class PaneBoundary extends Component<PaneBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(`${this.props.what} could not be shown`, error, componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <StatusLine onRetry={() => this.setState({ hasFailed: false })}>
        {`${this.props.what} could not be shown in this browser.`}
      </StatusLine>
    );
  }
}
