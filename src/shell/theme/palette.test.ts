import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dark, light, type Palette, themeOf } from './theme.ts'

const css = readFileSync(new URL('palette.css', import.meta.url), 'utf8')
const [lightCss = '', darkCss = ''] = css.split(":root[data-theme='dark']")

/** Seeds that antd's algorithm changes, and colours without a CSS variable. */
const apart = ['primary', 'primaryHover', 'primaryActive', 'error', 'errorHover', 'errorActive', 'success', 'warning', 'outline', 'mask',
  'shadow', 'trackSelected']

/** Contrast ratio of two colours, as defined by WCAG. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (colour: string): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, place) => {
    const part = Number.parseInt(colour.slice(1 + 2 * place, 3 + 2 * place), 16) / 255
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)

const dashed = (name: string) => name.replace(/[A-Z]/g, (mail) => `-${mail.toLowerCase()}`)

describe.each<[string, Palette, string]>([['light', light, lightCss], ['dark', dark, darkCss]])('the %s palette', (_, palette, sheet) => {
  it.each(Object.entries(palette).filter(([name]) => !apart.includes(name)))('%s is the same for antd and for our style sheets',
    (name, value) => {
      expect(sheet).toContain(`--${dashed(name)}: ${value.toLowerCase()};`)
    })

  it('has dangerous buttons whose words can be read, under the pointer and pressed, too', () => {
    const { dangerColor } = themeOf({ isDark: palette === dark, density: 'standard', still: false }).components?.Button ?? {}
    // result of the dark algorithm for the seed
    const drawn = palette === dark ? '#DC8477' : palette.error
    for (const ground of [drawn, palette.errorHover, palette.errorActive])
      expect(contrast(String(dangerColor), ground)).toBeGreaterThan(4.5)
  })
})
