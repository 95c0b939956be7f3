/** The colours that antd is given as values; the rest of the palette lives in `palette.css` alone. */
export const light = {
  canvas: '#F6F5F2', surface: '#FFFFFF', subtle: '#FAF9F7', elevated: '#FFFFFF',
  line: '#E8E6E1', line2: '#D6D3CC', text: '#1C1B19', text2: '#57544E', text3: '#6B675F', placeholder: '#767169',
  accentSoft: '#EDF1FD', greySoft: '#F1EFEB', menuSelected: '#E9E7E1', track: '#EEECE7', trackSelected: '#FFFFFF',
  primary: '#2B4FCF', primaryHover: '#2342B4', primaryActive: '#1B35A8', accent: '#2B4FCF', accentHover: '#2342B4',
  error: '#C03221', success: '#0C7A6C', warning: '#B86E00',
  outline: 'rgba(43,79,207,.16)', mask: 'rgba(28,27,25,.32)',
  shadow: '0 12px 32px -8px rgba(28,27,25,.20), 0 2px 6px rgba(28,27,25,.08)',
}

export type Palette = Record<keyof typeof light, string>

/** Seeds differ from what is drawn: the dark algorithm dims them (see `theme.ts`). */
export const dark: Palette = {
  canvas: '#121211', surface: '#1A1A18', subtle: '#20201E', elevated: '#22221F',
  line: '#2E2D2A', line2: '#403F3B', text: '#EDEBE6', text2: '#B4B0A8', text3: '#96928A', placeholder: '#8E8A83',
  accentSoft: '#232A45', greySoft: '#282724', menuSelected: '#282724', track: '#282724', trackSelected: '#3A3935',
  primary: '#4D68E0', primaryHover: '#5068D0', primaryActive: '#3B4FAA', accent: '#8FA5FF', accentHover: '#A9BAFF',
  error: '#FF9888', success: '#4FC4B1', warning: '#D99A35',
  outline: 'rgba(143,165,255,.28)', mask: 'rgba(0,0,0,.5)',
  shadow: '0 12px 32px -8px rgba(0,0,0,.40), 0 2px 6px rgba(0,0,0,.16)',
}
