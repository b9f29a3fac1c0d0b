import 'react';

declare module 'react' {
  /** Custom properties may be set through `style`. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
