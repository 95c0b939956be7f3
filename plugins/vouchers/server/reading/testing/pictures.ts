import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { encode } from 'uqr'
import type { Picture } from '../files/qr.ts'
import type { SampleInvoice } from './invoices.ts'

/** Code payload of an older invoice, with the net amount. */
export const olderPayload = ({ code, number, net, issueDate, checkCode }: SampleInvoice) =>
  `01,10,${code},${number},${net},${issueDate.replaceAll('-', '')},${checkCode},A1B2`
/** Code payload of a digital invoice, without invoice code and with the gross total. */
export const digitalPayload = ({ number, total, issueDate }: SampleInvoice) =>
  `01,32,,${number},${total},${issueDate.replaceAll('-', '')},,C3D4`

interface PhotoOptions {
  readonly width?: number
  readonly height?: number
  /** Pixels per module of the code. */
  readonly module?: number
  /** Rotation of the code in degrees. */
  readonly turn?: number
}

/** Picture of a QR code on a grey page, like a photograph. */
export function photoOf(payload: string, { width = 900, height = 700, module = 6, turn = 0 }: PhotoOptions = {}): Picture {
  const shadeAt = shadesOf(payload, module, turn)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const shade = shadeAt(pixel % width - width * 0.4, Math.floor(pixel / width) - height * 0.45)
    pixels.set([shade, shade, shade, 255], pixel * 4)
  }
  return { width, height, pixels }
}

/** Lightness by offset from the centre of the code. */
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
