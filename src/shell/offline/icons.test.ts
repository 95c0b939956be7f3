import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'

const file = (name: string) => readFileSync(new URL(`../../../public/${name}`, import.meta.url))
const { icons } = JSON.parse(file('manifest.webmanifest').toString()) as {
  readonly icons: readonly { src: string; sizes: string; purpose?: string }[]
}
const drawn = [...icons.filter(({ src }) => src.endsWith('.png')), { src: '/apple-touch-icon.png', sizes: '180x180', purpose: 'maskable' }]

it.each(drawn)('$src is the sign of the product in the size it names, and fills the square where corners are cut off',
  ({ src, sizes, purpose }) => {
    const { width, height, data } = PNG.sync.read(file(src.slice(1)))
    expect(`${width}x${height}`).toBe(sizes)
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
    const ground = [43, 79, 207, 255]
    expect(at(width / 2, Math.round(height * 0.9))).toEqual(ground)
    expect(at(1, 1)).toEqual(purpose === 'maskable' ? ground : [0, 0, 0, 0])
    expect(data.some((_, index) => index % 4 === 0 && data[index] === 255 && data[index + 1] === 255)).toBe(true)
  })
