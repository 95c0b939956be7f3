import type { Archive } from '#server/workbooks/archive.ts'
import { type Element, elementOf, elementsNamed, textAt } from '../element.ts'
import type { PlacedText } from '../page/page.ts'
import { Unread } from '../voucher.ts'

/** The parts of a document in an OFD that vouchers are read from. */
export interface OfdDocument {
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
