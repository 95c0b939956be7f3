/** The product's colours on paper. */
export const colours = {
  surface: '#ffffff',
  line: '#e8e6e1',
  text: '#1c1b19',
  text2: '#57544e',
  text3: '#6b675f',
  first: '#2b4fcf',
  fourth: '#8a7f6c',
  fifth: '#d2ccbf',
} as const

export const seriesColours = [colours.first, '#6f8ae6', '#a9b9f0', colours.fourth, colours.fifth] as const

/** The font that pictures and prints have; it knows Chinese and Latin. */
export const font = 'Noto Sans SC'
