import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { encode } from 'uqr'
import type { Picture } from '../files/picture.ts'
import type { SampleInvoice } from './invoices.ts'

/** The payload of the code of an older invoice: the amount is without tax. */
export const olderPayload = ({ code, number, net, issueDate, checkCode }: SampleInvoice) =>
  `01,10,${code},${number},${net},${issueDate.replaceAll('-', '')},${checkCode},A1B2`
/** The payload of the code of a digital invoice: it has no code, and the amount is the total. */
export const digitalPayload = ({ number, total, issueDate }: SampleInvoice) =>
  `01,32,,${number},${total},${issueDate.replaceAll('-', '')},,C3D4`

interface PhotoOptions {
  readonly width?: number
  readonly height?: number
  /** Pixels of one module of the code. */
  readonly module?: number
  /** Degrees that the code is turned by. */
  readonly turn?: number
}

/** A code somewhere on a grey page, as a photograph has it. */
export function photoOf(payload: string, { width = 900, height = 700, module = 6, turn = 0 }: PhotoOptions = {}): Picture {
  const shadeAt = shadesOf(payload, module, turn)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const shade = shadeAt(pixel % width - width * 0.4, Math.floor(pixel / width) - height * 0.45)
    pixels.set([shade, shade, shade, 255], pixel * 4)
  }
  return { width, height, pixels }
}

/** The lightness at a distance from the middle of the code. */
function shadesOf(payload: string, module: number, turn: number): (x: number, y: number) => number {
  const { data, size } = encode(payload, { border: 4 })
  const [cos, sin] = [Math.cos(turn * Math.PI / 180), Math.sin(turn * Math.PI / 180)]
  const cell = (distance: number) => Math.floor(distance / module + size / 2)
  return (x, y) => {
    const isDark = data[cell(y * cos - x * sin)]?.[cell(x * cos + y * sin)]
    if (isDark === undefined) return 205 + Math.abs(x * 7 + y * 13) % 20
    return isDark ? 35 : 235
  }
}

export const pngOf = ({ width, height, pixels }: Picture): Buffer =>
  PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(pixels.buffer) }))

export const jpegOf = ({ width, height, pixels }: Picture): Buffer =>
  Buffer.from(jpeg.encode({ width, height, data: Buffer.from(pixels.buffer) }, 80).data)
