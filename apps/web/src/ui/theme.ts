import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';

/** The blue of the printed report (33,150,243) stands at index 5; index 7 carries white text at 5.4:1. */
const accent: MantineColorsTuple = [
  '#e9f4fe',
  '#d0e8fd',
  '#a3d2fb',
  '#7cc0f9',
  '#5bb0f7',
  '#2196f3',
  '#1a84dc',
  '#0f6cbd',
  '#0b5aa0',
  '#08457b',
];

const slate: MantineColorsTuple = [
  '#f6f8fa',
  '#eef1f5',
  '#e2e7ed',
  '#cfd7e0',
  '#b4bfcc',
  '#8e9bab',
  '#56616f',
  '#44505e',
  '#2b3541',
  '#161d27',
];

/**
 * Mantine's dark scheme reads text from 0, quiet text from 2, lines from 4, surfaces from 6, ground from 7.
 */
const dark: MantineColorsTuple = [
  '#e6ebf1',
  '#c5cfda',
  '#9aa7b6',
  '#8592a1',
  '#3a4655',
  '#2a3542',
  '#1a212b',
  '#0f141b',
  '#0b0f15',
  '#07090d',
];

/** Values `dark` and `light`; absent, the system decides. `public/theme.js` reads the same key. */
const colorSchemeStorageKey = 'theme';
export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeStorageKey });

const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 7,
  colors: { accent, gray: slate, dark },
  black: '#161d27',
  fontFamily,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', monospace",
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: '6px',
  cursorType: 'pointer',
  respectReducedMotion: true,
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
});

/** Surfaces and lines of `tokens.css` for Mantine's components. */
const surfaces = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-quiet)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-anchor': 'var(--accent-text)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: surfaces,
  dark: surfaces,
});
