/** The colour, of several, that is read best on another; colours are `#rrggbb`, or `#rgb` as built style sheets shorten them. */
export const readableOn = (fill: string, colours: readonly [string, ...string[]]): string =>
  colours.reduce((best, each) => (contrast(each, fill) > contrast(best, fill) ? each : best))

/** The contrast of two colours by WCAG, from 1 to 21; 1 for what is no such colour. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return Number.isNaN(dark + light) ? 1 : (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const whole = /^#[\da-f]{3}$/i.test(colour) ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
