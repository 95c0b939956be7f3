import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dark, light, type Palette } from './palette.ts'

const css = readFileSync(new URL('palette.css', import.meta.url), 'utf8')
const [lightCss = '', darkCss = ''] = css.split(":root[data-theme='dark']")

/** Seeds of antd that its algorithm redraws, and what has no variable. */
const apart = ['primary', 'primaryHover', 'primaryActive', 'error', 'errorHover', 'errorActive', 'success', 'warning', 'outline', 'mask', 'shadow', 'trackSelected']

const dashed = (name: string) => name.replace(/[A-Z]/g, (mail) => `-${mail.toLowerCase()}`)

describe.each<[string, Palette, string]>([['light', light, lightCss], ['dark', dark, darkCss]])('the %s palette', (_, palette, sheet) => {
  it.each(Object.entries(palette).filter(([name]) => !apart.includes(name)))('%s is the same for antd and for our style sheets', (name, value) => {
    expect(sheet).toContain(`--${dashed(name)}: ${value.toLowerCase()};`)
  })
})
