import type { Archive } from '#server/workbooks/archive.ts'
import { type Element, elementOf, elementsNamed, textAt, vouchersOf } from '../layouts.ts'
import { balanced, fieldsOf, type Layout, shapedValueOf } from '../fields.ts'
import { codedVouchers, isPicture, pictureIn } from './qr.ts'
import { blocksOf, type PlacedText } from '../page/page.ts'
import { kindOf, printedFields, printedTexts, printedVouchers, withTotal, withWords } from '../page/printed-voucher.ts'
import { Unread, type Voucher } from '../voucher.ts'

/** The parts of a document in an OFD that vouchers are read from. */
interface OfdDocument {
  /** Entries of `DocInfo/CustomDatas` by name. */
  readonly customData: ReadonlyMap<string, string>
  /** Root elements of the files that tag texts of the pages. */
  readonly tags: readonly Element[]
  /** Texts of the pages by object id. */
  readonly texts: ReadonlyMap<string, string>
  /** Texts of the first page and its templates; further pages are lists of goods with their own sums. */
  readonly firstPage: readonly PlacedText[]
}

/** Maximum number of pages read; tags of an invoice refer to the first ones. */
const mostPages = 20

/** Reads the documents of an OFD; damaged or missing parts are skipped. */
async function documentsOf(archive: Archive): Promise<OfdDocument[]> {
  const root = elementOf(await demanded(archive, 'ofd.xml'))
  const documents: OfdDocument[] = []
  for (const body of root.children.filter(({ name }) => name === 'DocBody')) {
    const path = textAt(body, 'DocRoot')
    documents.push(await documentOf(archive, customDataOf(body), path === undefined ? undefined : located('', path)))
  }
  return documents
}

async function documentOf(archive: Archive, customData: ReadonlyMap<string, string>, path: string | undefined): Promise<OfdDocument> {
  const root = path === undefined ? undefined : await part(archive, path)
  if (root === undefined || path === undefined) return { customData, tags: [], texts: new Map(), firstPage: [] }
  const placesOf = (name: string) =>
    new Map(elementsNamed(root, name).map(({ attributes }) => [attributes['ID'] ?? '', located(path, attributes['BaseLoc'] ?? '')]))
  const pages: Element[] = []
  for (const place of [...placesOf('Page').values()].slice(0, mostPages)) pages.push(...list(await part(archive, place)))
  const [first] = pages
  const templates = placesOf('TemplatePage')
  const layers = list(first)
  for (const { attributes } of first ? elementsNamed(first, 'Template') : [])
    layers.push(...list(await part(archive, templates.get(attributes['TemplateID'] ?? ''))))
  return { customData, tags: await tagsOf(archive, root, path), texts: textsById(pages), firstPage: layers.flatMap(placedTexts) }
}

function customDataOf(body: Element): ReadonlyMap<string, string> {
  return new Map(
    elementsNamed(body, 'CustomData').flatMap((
      { attributes, text },
    ) => (attributes['Name'] && text ? [[attributes['Name'].replaceAll(/\s/g, ''), text]] : [])),
  )
}

async function tagsOf(archive: Archive, root: Element, path: string): Promise<Element[]> {
  const place = textAt(root, 'CustomTags')
  const index = place === undefined ? undefined : located(path, place)
  const named = list(index === undefined ? undefined : await part(archive, index)).flatMap((element) => elementsNamed(element, 'FileLoc'))
  const tags: Element[] = []
  for (const { text } of named) tags.push(...list(await part(archive, located(index ?? '', text))))
  return tags
}

function textsById(pages: readonly Element[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const object of pages.flatMap((page) => elementsNamed(page, 'TextObject'))) {
    const id = object.attributes['ID']
    if (id !== undefined && !texts.has(id))
      texts.set(id, object.children.filter(({ name }) => name === 'TextCode').map(({ text }) => text).join(''))
  }
  return texts
}

const placedTexts = (page: Element): PlacedText[] =>
  elementsNamed(page, 'TextObject').flatMap((object) => {
    const { placed, scale } = matrixOf(object)
    const size = Math.abs(numberIn(object.attributes['Size']) ?? 3) * scale
    // a text code without coordinates continues at those of the previous one
    let [x, y] = [0, 0]
    return object.children.filter(({ name }) => name === 'TextCode').map(({ attributes, text }) => {
      x = numberIn(attributes['X']) ?? x
      y = numberIn(attributes['Y']) ?? y
      const isVertical = 'DeltaY' in attributes && !('DeltaX' in attributes)
      return { text, ...placed(x, y), width: isVertical ? 0 : widthOf(text) * size }
    })
  })

const identity = [1, 0, 0, 1, 0, 0] as const

/** Transformation from a text object's coordinates to the page. */
function matrixOf({ attributes }: Element) {
  const [left = 0, top = 0] = numbersOf(attributes['Boundary'])
  const own = numbersOf(attributes['CTM'])
  const [a, b, c, d, e, f] = identity.map((value, index) => own[index] ?? value) as [number, number, number, number, number, number]
  return { scale: Math.abs(a) || 1, placed: (x: number, y: number) => ({ x: left + a * x + c * y + e, y: top + b * x + d * y + f }) }
}

/** Parses a number; undefined for an empty or invalid text, for which `Number` returns 0 or NaN. */
function numberIn(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** Parses a list of numbers; empty if one is invalid, since the others would be at wrong positions. */
function numbersOf(text = ''): readonly number[] {
  const parts = text.trim().split(/\s+/)
  const numbers = parts.flatMap((part) => numberIn(part) ?? [])
  return numbers.length === parts.length ? numbers : []
}

/** Text width in Chinese characters; Latin ones count half. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (character.codePointAt(0)! < 0x2e80 ? 0.5 : 1), 0)

const list = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** Resolves a path relative to the file that contains it; a leading slash starts at the root. */
function located(beside: string, path: string): string {
  const steps = path.startsWith('/') ? [] : beside.split('/').slice(0, -1)
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** Parses a part of a document; undefined if absent or malformed. @throws Unread if it is hostile or too large */
async function part(archive: Archive, path: string | undefined): Promise<Element | undefined> {
  const bytes = path === undefined ? undefined : await archive.bytes(path)
  if (bytes === undefined) return undefined
  try {
    return elementOf(bytes)
  } catch (error) {
    if (error instanceof Unread && error.code === 'vouchers.damaged') return undefined
    throw error
  }
}

async function demanded(archive: Archive, path: string): Promise<Buffer> {
  const bytes = await archive.bytes(path)
  if (bytes === undefined) throw new Unread('vouchers.damaged')
  return bytes
}

/** Reads the vouchers of an OFD: from structured attachments, else from tags, custom data and pages, else from QR codes in its images. */
export async function vouchersOfOfd(archive: Archive, file: string): Promise<Voucher[]> {
  const { vouchers, damage } = await attached(archive, file)
  if (vouchers.length > 0) return vouchers
  const found = (await documentsOf(archive)).flatMap((document) => voucherOf(document, file))
  if (found.length > 0) return found
  if (damage) throw damage
  return photographed(archive, file)
}

/** Maximum number of images searched in a scanned voucher. */
const mostPictures = 10

async function photographed(archive: Archive, file: string): Promise<Voucher[]> {
  const coded: Voucher[] = []
  for (const name of archive.names.filter((each) => /\.(?:png|jpe?g)$/.test(each)).slice(0, mostPictures)) {
    const bytes = await archive.bytes(name)
    if (bytes && isPicture(bytes)) coded.push(...(await codedVouchers(pictureIn(bytes), file)))
  }
  return coded
}

const isAttachment = (name: string) =>
  /(?:\/attach[^/]*\/.*|original_invoice|_issuer_[^/]*)\.xml$/.test(name) && !name.endsWith('/attachments.xml')

async function attached(archive: Archive, file: string): Promise<{ readonly vouchers: Voucher[]; readonly damage: Unread | undefined }> {
  const vouchers: Voucher[] = []
  let damage: Unread | undefined
  for (const name of archive.names.filter(isAttachment)) {
    const bytes = await archive.bytes(name)
    try {
      if (bytes) vouchers.push(...vouchersOf(elementOf(bytes), file))
    } catch (error) {
      if (!(error instanceof Unread) || error.code !== 'vouchers.damaged') throw error
      damage = error
    }
  }
  return { vouchers, damage }
}

/** Tag names of the older and the digital layout. */
const tagged: Layout = {
  number: ['InvoiceNo', 'InvoiceNumber'],
  code: ['InvoiceCode'],
  issueDate: ['IssueDate', 'IssueTime'],
  checkCode: ['InvoiceCheckCode'],
  buyerName: ['BuyerName'],
  buyerTaxNo: ['BuyerTaxID', 'BuyerIdNum'],
  sellerName: ['SellerName'],
  sellerTaxNo: ['SellerTaxID', 'SellerIdNum'],
  net: ['TaxExclusiveTotalAmount', 'TotalAmWithoutTax'],
  tax: ['TaxTotalAmount', 'TotalTaxAm'],
  total: ['TaxInclusiveTotalAmount', 'TotalTax-includedAmount'],
}

/** Custom data fields; `合计金额` is the net amount. */
const customData: Layout = {
  number: ['发票号码'],
  code: ['发票代码'],
  issueDate: ['开票日期'],
  checkCode: ['校验码'],
  buyerName: ['购买方名称'],
  buyerTaxNo: ['购买方纳税人识别号'],
  sellerName: ['销售方名称'],
  sellerTaxNo: ['销售方纳税人识别号'],
  net: ['合计金额'],
  tax: ['合计税额'],
  total: ['价税合计'],
}

/** Merges tags, custom data and page texts, more trusted sources first; all values are uncertain. */
function voucherOf(document: OfdDocument, file: string): Voucher[] {
  const blocks = blocksOf(document.firstPage)
  // tags and custom data describe a single invoice: several invoices on a page are read from their texts
  if (blocks.length > 1) return [...printedVouchers(document.firstPage, file)]
  const page = printedTexts(document.firstPage)
  const data = fieldsOf(customData, (name) => document.customData.get(name), { rung: 'customData', valueOf: shapedValueOf })
  const tags = fieldsOf(tagged, (name) => taggedText(document, name), { rung: 'tags', valueOf: shapedValueOf })
  const fields = withTotal({ ...data, ...tags }, page.textOf('大写'))
  const all = withWords({ ...printedFields(page), ...fields }, page.textOf('大写'))
  return all.number ? [balanced(kindOf(page.text, all), file, all)] : []
}

/** Texts of the page that a tag refers to, joined in order. */
function taggedText({ tags, texts }: OfdDocument, name: string): string | undefined {
  const [tag] = tags.flatMap((root) => elementsNamed(root, name))
  const parts = tag && references(tag).flatMap((id) => texts.get(id) ?? [])
  return parts?.join('') || undefined
}

const references = (tag: Element) => elementsNamed(tag, 'ObjectRef').map(({ text }) => text)
