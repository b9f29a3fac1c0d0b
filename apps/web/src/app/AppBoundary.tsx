import { Component, type ReactNode } from 'react';
import { BrokenScreen } from './screens/BrokenScreen.tsx';

/** Catches what fails outside of the screens, whose own boundary is the router's: no page stays blank. */
export class AppBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <BrokenScreen /> : this.props.children;
  }
}
