import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Tailwind's indigo 50 to 900: Mantine's own indigo misses the contrast that text and controls need. */
const indigo = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
] as const

const gray = [
  '#f7f8fa',
  '#f0f1f5',
  '#e8eaef',
  '#e0e3e9',
  '#cdd2db',
  '#9aa2b1',
  '#667085',
  '#4b5565',
  '#364152',
  '#202939',
] as const

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 6,
  colors: { indigo, gray },
  black: '#141a26',
  defaultRadius: 8,
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600', textWrap: 'balance' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 12,
        overlayProps: { backgroundOpacity: 1, color: 'var(--scrim)' },
      },
    },
  },
})

/** The token behind each of Mantine's colours; the tokens themselves change with the mode. */
const colours = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-disabled': 'var(--surface-3)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-3)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
  '--mantine-primary-color-light': 'var(--primary-soft)',
  '--mantine-primary-color-light-hover': 'var(--primary-soft-hover)',
  '--mantine-primary-color-light-color': 'var(--primary-text)',
  '--mantine-color-indigo-0': 'var(--p-50)',
  '--mantine-color-indigo-1': 'var(--p-100)',
  '--mantine-color-indigo-2': 'var(--p-200)',
  '--mantine-color-indigo-3': 'var(--p-300)',
  '--mantine-color-indigo-4': 'var(--p-400)',
  '--mantine-color-indigo-5': 'var(--p-500)',
  '--mantine-color-indigo-6': 'var(--p-600)',
  '--mantine-color-indigo-7': 'var(--p-700)',
  '--mantine-color-indigo-8': 'var(--p-800)',
  '--mantine-color-indigo-9': 'var(--p-900)',
  '--mantine-color-indigo-filled': 'var(--primary)',
  '--mantine-color-indigo-filled-hover': 'var(--primary-hover)',
  '--mantine-color-indigo-light': 'var(--primary-soft)',
  '--mantine-color-indigo-light-hover': 'var(--primary-soft-hover)',
  '--mantine-color-indigo-light-color': 'var(--primary-text)',
  '--mantine-shadow-md': 'var(--shadow-pop)',
  '--mantine-shadow-lg': 'var(--shadow-pop)',
  '--mantine-shadow-xl': 'var(--shadow-modal)',
} as const

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': '1.4286' },
  light: colours,
  dark: colours,
})
