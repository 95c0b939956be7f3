import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/pdf.js'
import { mostPixels, type Picture } from './picture.ts'
import type { PlacedText } from '../page/page.ts'
import { Unread } from '../voucher.ts'

/** A PDF, as far as vouchers are read from it. */
export interface PdfContent {
  /** Files of the name tree. */
  readonly embedded: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  /** The properties that issuers write into the document, by their names. */
  readonly properties: Readonly<Record<string, unknown>>
  /** Texts of each page. */
  readonly pages: readonly (readonly PlacedText[])[]
}

/** Pages that are read; one upload may hold several printed invoices. */
const mostPages = 30
const millimetresPerPoint = 25.4 / 72

/** Reads what is embedded and what the pages say. @throws Unread */
export async function pdfContent(bytes: Uint8Array): Promise<PdfContent> {
  return withPdf(bytes, async (pdf) => {
    const pages: PlacedText[][] = []
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) pages.push(await textsOf(await pdf.getPage(number)))
    return { embedded: await embeddedIn(pdf), properties: await propertiesOf(pdf), pages }
  })
}

/**
 * Opens a PDF for as long as `read` needs it: no scripts, no network, no fonts of the system.
 * @throws Unread where it is encrypted or damaged
 */
async function withPdf<T>(bytes: Uint8Array, read: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const { getDocument, VerbosityLevel } = await library()
  const task = getDocument({ data: Uint8Array.from(bytes), isEvalSupported: false, useSystemFonts: false, useWasm: false,
    disableFontFace: true, maxImageSize: mostPixels, verbosity: VerbosityLevel.ERRORS, cMapUrl: mapsUrl, cMapPacked: true })
  try {
    return await read(await task.promise)
  } catch (error) {
    throw error instanceof Unread
      ? error
      : new Unread(error instanceof Error && error.name === 'PasswordException' ? 'vouchers.encrypted' : 'vouchers.damaged')
  } finally {
    await task.destroy()
  }
}

/** Encodings of Chinese fonts that are not embedded; a folder, as the library wants it. */
const mapsUrl = `${join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps')}/`

/** It takes its time, so it is loaded with the first PDF. It makes a matrix of drawing when it is loaded; nothing is drawn here. */
async function library() {
  globalThis.DOMMatrix ??= Object as unknown as typeof DOMMatrix
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

async function textsOf(page: PDFPageProxy): Promise<PlacedText[]> {
  const { transform } = page.getViewport({ scale: millimetresPerPoint })
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [across = 0, turned = 0, , , left = 0, bottom = 0] = item.transform as number[]
    const { x, y } = applied(transform, left, bottom)
    const size = Math.hypot(across, turned) || 1
    const end = applied(transform, left + item.width * across / size, bottom + item.width * turned / size)
    return [{ text: item.str, x, y, width: Math.max(end.x - x, 0) }]
  })
}

function applied(transform: readonly number[], x: number, y: number) {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

async function propertiesOf(pdf: PDFDocumentProxy): Promise<PdfContent['properties']> {
  const { info } = await pdf.getMetadata()
  return (info as { readonly Custom?: Readonly<Record<string, unknown>> }).Custom ?? {}
}

async function embeddedIn(pdf: PDFDocumentProxy): Promise<PdfContent['embedded']> {
  const files = (await pdf.getAttachments()) as
    | Readonly<Record<string, { readonly filename?: string; readonly content?: Uint8Array }>>
    | null
  return Object.entries(files ?? {}).flatMap((
    [name, { filename = name, content }],
  ) => (content ? [{ name: filename, bytes: content }] : []))
}

/** Images that are looked at for codes; an invoice has its code on the first page. */
const mostImages = 12

/** The images of the first page. @throws Unread */
export async function pdfPictures(bytes: Uint8Array): Promise<Picture[]> {
  const { OPS } = await library()
  return withPdf(bytes, async (pdf) => {
    const page = await pdf.getPage(1)
    const { fnArray, argsArray } = await page.getOperatorList()
    const drawn = fnArray.flatMap((operation, index) => {
      const [image] = argsArray[index] as readonly unknown[] | null ?? []
      return operation === OPS.paintImageXObject || operation === OPS.paintInlineImageXObject ? [image] : []
    })
    const images = await Promise.all(drawn.slice(0, mostImages).map((image) => (typeof image === 'string' ? loaded(page, image) : image)))
    return images.flatMap((image) => pictureOf(image as DrawnImage | null) ?? [])
  })
}

/** An image by its name, once it is decoded. Those that several pages share have names of their own. */
const loaded = (page: PDFPageProxy, name: string) =>
  new Promise((resolve) => void (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve))

/** As the library answers it: lines of bits, or three or four bytes for each pixel. */
interface DrawnImage {
  readonly width: number
  readonly height: number
  readonly data?: Uint8Array | Uint8ClampedArray
}

function pictureOf(image: DrawnImage | null): Picture | undefined {
  if (!image?.data || image.width * image.height > mostPixels) return undefined
  const { width, height, data } = image
  const pixels = new Uint8ClampedArray(width * height * 4)
  const channels = data.length / (width * height)
  const line = Math.ceil(width / 8)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const bit = () => (data[Math.floor(pixel / width) * line + (pixel % width >> 3)]! >> (7 - pixel % width % 8) & 1) * 255
    for (let channel = 0; channel < 3; channel++)
      pixels[pixel * 4 + channel] = channels < 1
        ? bit()
        : data[pixel * channels + Math.min(channel, channels - 1)]!
    pixels[pixel * 4 + 3] = 255
  }
  return { width, height, pixels }
}
