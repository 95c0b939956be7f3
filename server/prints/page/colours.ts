/** Colours of a print; all of them readable on a black-and-white printer. */
export const colours = {
  text: '#1f2329',
  quiet: '#5f6670',
  accent: '#0f5c63',
  rule: '#c9ced6',
  wash: '#f3f5f7',
  done: '#0f7b5f',
  running: '#9a5b00',
  ended: '#b3261e',
} as const
