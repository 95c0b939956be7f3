import type { Archive } from '#server/workbooks/archive.ts'
import { type Element, elementOf, elementsNamed, textAt } from '../element.ts'
import type { PlacedText } from '../page/page.ts'
import { Unread } from '../voucher.ts'

/** A document inside an OFD, as far as vouchers are read from it. */
export interface OfdDocument {
  /** Names of `DocInfo/CustomDatas` with their values. */
  readonly customData: ReadonlyMap<string, string>
  /** Roots of the files that tag texts of the pages. */
  readonly tags: readonly Element[]
  /** Texts of the pages by the id of their object. */
  readonly texts: ReadonlyMap<string, string>
  /** Texts of the first page and its templates; further pages are lists of goods, with sums of their own. */
  readonly firstPage: readonly PlacedText[]
}

/** Pages of a document that are read; the tags of an invoice point at the first ones. */
const mostPages = 20

/** Reads the documents of an OFD. A part that is damaged or absent says nothing. */
export async function documentsOf(archive: Archive): Promise<OfdDocument[]> {
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
    // a text that says no place of its own is at that of the text before it
    let [x, y] = [0, 0]
    return object.children.filter(({ name }) => name === 'TextCode').map(({ attributes, text }) => {
      x = numberIn(attributes['X']) ?? x
      y = numberIn(attributes['Y']) ?? y
      const isVertical = 'DeltaY' in attributes && !('DeltaX' in attributes)
      return { text, ...placed(x, y), width: isVertical ? 0 : widthOf(text) * size }
    })
  })

const identity = [1, 0, 0, 1, 0, 0] as const

/** The position of a text object's points on the page. */
function matrixOf({ attributes }: Element) {
  const [left = 0, top = 0] = numbersOf(attributes['Boundary'])
  const own = numbersOf(attributes['CTM'])
  const [a, b, c, d, e, f] = identity.map((value, index) => own[index] ?? value) as [number, number, number, number, number, number]
  return { scale: Math.abs(a) || 1, placed: (x: number, y: number) => ({ x: left + a * x + c * y + e, y: top + b * x + d * y + f }) }
}

/** Undefined for what is empty or no number; `Number` would say 0 or NaN. */
function numberIn(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** None where one of them cannot be read, for the others would stand at wrong places. */
function numbersOf(text = ''): readonly number[] {
  const parts = text.trim().split(/\s+/)
  const numbers = parts.flatMap((part) => numberIn(part) ?? [])
  return numbers.length === parts.length ? numbers : []
}

/** In widths of a Chinese character; Latin ones take half. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (character.codePointAt(0)! < 0x2e80 ? 0.5 : 1), 0)

const list = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** A path beside the file that names it; one that begins with a slash starts at the root. */
function located(beside: string, path: string): string {
  const steps = path.startsWith('/') ? [] : beside.split('/').slice(0, -1)
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** A part of a document; undefined where it is absent or not well-formed. What is hostile or too much ends the reading. */
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
