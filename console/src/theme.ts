// The theme of the console: colours, greys, radius.

import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { t } from './strings.ts'

const harbour: MantineColorsTuple = [
  '#e9f6f8',
  '#d3eaee',
  '#a6d5dd',
  '#75bfcb',
  '#4daebc',
  '#2f9fb0',
  '#158294',
  '#0b6b7b',
  '#0b5563',
  '#083f4a',
]

const dark: MantineColorsTuple = [
  '#e3e9ec',
  '#c3ccd0',
  '#a9b5bb',
  '#85939a',
  '#435158',
  '#354248',
  '#222c31',
  '#192024',
  '#12181b',
  '#0c1113',
]

/** Gives close buttons an accessible name, which they lack in Mantine. */
const CLOSE = { 'aria-label': t('shell.close') }

export const theme = createTheme({
  colors: { harbour, dark },
  primaryColor: 'harbour',
  primaryShade: 7,
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1.0625rem', lineHeight: '1.4' } },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    Modal: { defaultProps: { closeButtonProps: CLOSE } },
    Drawer: { defaultProps: { closeButtonProps: CLOSE } },
    // Mantine renders a `header` element, which screen readers would announce as a second banner of the page. This role prevents that.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Notification: { defaultProps: { closeButtonProps: CLOSE } },
  },
})

/** Text colours with more contrast: Mantine's dimmed grey is too pale to read on white. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#172127',
    '--mantine-color-dimmed': '#55626a',
    '--mantine-color-placeholder': '#6b7780',
    '--mantine-color-error': '#b42318',
    '--mantine-color-orange-light-color': '#8a3400',
    '--mantine-color-teal-light-color': '#05573f',
    '--mantine-color-red-light-color': '#a3190f',
    '--mantine-color-blue-light-color': '#0f4c81',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b5bb',
    '--mantine-color-placeholder': '#93a0a7',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-red-light-color': '#ff9a8f',
    '--mantine-color-harbour-light': '#123f48',
    '--mantine-color-harbour-light-hover': '#174d58',
    '--mantine-color-harbour-light-color': '#c9ecf1',
  },
})
