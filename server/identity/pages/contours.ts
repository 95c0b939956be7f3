const width = 560
const height = 900
const lines = 20
/** Distance of two points of a line; finer than the eye sees as a corner. */
const step = 5

/** The hill lines of the sign-in panel: two peaks, flattening from line to line. */
export function contours(): string {
  const paths = Array.from({ length: lines }, (_, index) => `<path d="${line(index)}" opacity="${(0.5 - index * 0.022).toFixed(3)}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax slice" fill="none"
    stroke="#c9d3f7" stroke-width="1">${paths.join('')}</svg>`
}

function line(index: number): string {
  const flat = 1 - index / (lines * 1.35)
  const base = 622 + index * 15
  const points = Array.from({ length: width / step + 1 }, (_, place) => {
    const x = place * step
    const y = base - flat * (98 * peak(x, 148, 105) + 222 * peak(x, 432, 82) + 18 * Math.sin(x / 90 + index / 6))
    return `${x} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

function peak(x: number, centre: number, breadth: number): number {
  return Math.exp(-(((x - centre) / breadth) ** 2))
}
