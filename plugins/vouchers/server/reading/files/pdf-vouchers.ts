import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/pdf.js'
import { openArchive } from '#server/workbooks/archive.ts'
import { elementOf, vouchersOf } from '../layouts.ts'
import { balanced, fieldsOf, type Layout, shapedValueOf } from '../fields.ts'
import { vouchersOfOfd } from './ofd.ts'
import { printedVouchers } from '../page/printed-voucher.ts'
import { codedVouchers, mostPixels, type Picture } from './qr.ts'
import { Unread, type Voucher } from '../voucher.ts'
import type { PlacedText } from '../page/page.ts'

/** Reads the vouchers of a PDF: from embedded structured files, else from properties and pages, else from QR codes in its images. */
export async function vouchersOfPdf(bytes: Uint8Array, file: string): Promise<Voucher[]> {
  const { embedded, properties, pages } = await pdfContent(bytes)
  const structured: Voucher[] = []
  for (const inner of embedded) structured.push(...(await embeddedVouchers(inner.bytes, file)))
  const shown = pages.flatMap((texts) => printedVouchers(texts, file))
  if (structured.length > 0) return withFurther(structured, shown)
  const byProperties = propertyVoucher(properties, file)
  if (byProperties || shown.length > 0) return [...(byProperties ? [byProperties] : []), ...shown]
  const coded = await photographed(bytes, file)
  if (coded.length === 0 && pages.every((texts) => texts.length === 0)) throw new Unread('vouchers.noCode')
  return coded
}

async function photographed(bytes: Uint8Array, file: string): Promise<Voucher[]> {
  const coded: Voucher[] = []
  for (const picture of await pdfPictures(bytes)) coded.push(...(await codedVouchers(picture, file)))
  return coded
}

/** Structured vouchers, and printed pages of further invoices merged into the same file. */
function withFurther(structured: readonly Voucher[], shown: readonly Voucher[]): Voucher[] {
  const others = shown.filter((voucher) => !structured.some((each) => isSame(each, voucher)))
  return shown.length > structured.length ? [...structured, ...others] : [...structured]
}

const isSame = (one: Voucher, other: Voucher): boolean => one.fields.number?.value === other.fields.number?.value

/** Fields that digital invoices repeat as document properties. */
const property: Layout = {
  number: ['InvoiceNumber'],
  issueDate: ['IssueTime'],
  buyerTaxNo: ['BuyerIdNum'],
  sellerTaxNo: ['SellerIdNum'],
  net: ['TotalAmWithoutTax'],
  tax: ['TotalTaxAm'],
  total: ['TotalTax-includedAmount'],
}

function propertyVoucher(properties: Readonly<Record<string, unknown>>, file: string): Voucher | undefined {
  const textOf = (name: string) => (typeof properties[name] === 'string' ? properties[name] : undefined)
  const fields = fieldsOf(property, textOf, { rung: 'customData', valueOf: shapedValueOf })
  return fields.number?.value.length === 20 ? balanced('digital', file, fields) : undefined
}

/** Vouchers of an embedded file; empty if it is damaged, so that the pages are still read. */
async function embeddedVouchers(bytes: Uint8Array, file: string): Promise<Voucher[]> {
  try {
    if (isMarkup(bytes)) return vouchersOf(elementOf(bytes), file)
    if (!isArchive(bytes)) return []
    const archive = await openArchive(bytes)
    return archive.has('ofd.xml') ? await vouchersOfOfd(archive, file) : []
  } catch {
    return []
  }
}

/** File types are detected by content, never by name. */

/** Returns whether a file has the magic number of zip; OFD is a zip. */
export const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Returns whether a file starts like XML or HTML, after a byte order mark and whitespace. */
export const isMarkup = (bytes: Uint8Array) => /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 64)))

/** Returns whether a file is a PDF; some mail systems insert lines before the header. */
export const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')

/** The parts of a PDF that vouchers are read from. */
interface PdfContent {
  /** Files of the embedded-files name tree. */
  readonly embedded: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  /** Custom properties that issuers write into the document, by name. */
  readonly properties: Readonly<Record<string, unknown>>
  /** Texts per page. */
  readonly pages: readonly (readonly PlacedText[])[]
}

/** Maximum number of pages read; one upload may contain several printed invoices. */
const mostPages = 30

const millimetresPerPoint = 25.4 / 72

/** Extracts embedded files, properties and page texts. @throws Unread */
async function pdfContent(bytes: Uint8Array): Promise<PdfContent> {
  return withPdf(bytes, async (pdf) => {
    const pages: PlacedText[][] = []
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) pages.push(await textsOf(await pdf.getPage(number)))
    return { embedded: await embeddedIn(pdf), properties: await propertiesOf(pdf), pages }
  })
}

/**
 * Opens a PDF for the duration of `read`, without scripts, network access and system fonts.
 * @throws Unread if it is encrypted or damaged
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

/** Folder of the character maps for Chinese fonts that are not embedded; pdf.js requires the trailing slash. */
const mapsUrl = `${join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps')}/`

/** Loads pdf.js lazily, because it is slow to load. It needs `DOMMatrix` to exist at load time, although nothing is rendered. */
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

/** Maximum number of images searched for codes; an invoice has its code on the first page. */
const mostImages = 12

/** Decoded images of the first page. @throws Unread */
async function pdfPictures(bytes: Uint8Array): Promise<Picture[]> {
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

/** Resolves to a decoded image by name; images shared by pages have the prefix `g_`. */
const loaded = (page: PDFPageProxy, name: string) =>
  new Promise((resolve) => void (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve))

/** An image of pdf.js: rows of bits, or three or four bytes per pixel. */
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
