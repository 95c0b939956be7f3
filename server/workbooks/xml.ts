import { SaxesParser } from 'saxes'
import { Unreadable } from './sheet.ts'

/** Attributes of an element by local name, their references resolved. */
export type Attributes = Readonly<Record<string, string | undefined>>

/**
 * The events of a document, in its order; names are without their prefix. `path` is where an element stands: the names from the outermost
 * element on (`workbook/sheets/sheet`), of which those of another namespace begin with a colon (`workbook/extLst/ext/:workbookPr`).
 */
export interface XmlReader {
  open?(name: string, attributes: Attributes, path: string): void
  text?(text: string, path: string): void
  close?(name: string, path: string): void
}

/**
 * Reads XML: elements, attributes, text, CDATA. Document types are refused, so that no entity can be declared; what is not well-formed is
 * refused too, but for characters that XML does not have, which other programs write all the same, and so are elements too deep within
 * each other. No text is an empty document.
 * @throws Unreadable
 */
export function readXml(source: string, reader: XmlReader): void {
  if (source === '') return
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => {
    if (!message.includes('disallowed character')) throw damaged()
  })
  parser.on('doctype', () => {
    throw damaged()
  })
  const places: OpenElement[] = []
  parser.on('opentag', ({ name, attributes }) => {
    if (places.length === deepest) throw damaged()
    const place = placeOf(name, attributes, places)
    places.push(place)
    reader.open?.(localName(name), byLocalName(attributes), place.path)
  })
  parser.on('closetag', ({ name }) => {
    const { path = '' } = places.pop() ?? {}
    reader.close?.(localName(name), path)
  })
  if (reader.text) {
    const text = (part: string) => reader.text?.(part, places.at(-1)?.path ?? '')
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(source).close()
}

/** Elements within each other at most; those of documents stay far below. */
const deepest = 500

/** An open element and the namespaces that hold within it, by prefix. */
interface OpenElement {
  readonly path: string
  readonly namespaces: Readonly<Record<string, string>>
  /** The namespace of the outermost element. */
  readonly root: string
}

function placeOf(name: string, attributes: Readonly<Record<string, string>>, places: readonly OpenElement[]): OpenElement {
  const parent = places.at(-1)
  const namespaces = { ...parent?.namespaces, ...declaredBy(attributes) }
  const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
  const namespace = namespaces[prefix] ?? prefix
  if (!parent) return { path: localName(name), namespaces, root: namespace }
  const step = namespace === parent.root ? localName(name) : `:${localName(name)}`
  return { path: `${parent.path}/${step}`, namespaces, root: parent.root }
}

/** The namespaces that an element declares, by prefix. */
const declaredBy = (attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:')).map(([name, uri]) => [name.slice(6), uri]),
  )

/** An attribute without a prefix is the element's own; one of another namespace does not take its place. */
function byLocalName(attributes: Readonly<Record<string, string>>): Attributes {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(attributes)) {
    const local = localName(name)
    if (local === name || !(local in attributes)) found[local] = value
  }
  return found
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

const damaged = () => new Unreadable('workbooks.damaged')
