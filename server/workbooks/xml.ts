import { SaxesParser } from 'saxes'
import { Unreadable } from './sheet.ts'

/** Attributes of an element by local name, with references resolved. */
export type Attributes = Readonly<Record<string, string | undefined>>

/**
 * Handlers of a document's events, in order; names are without their prefix. `path` contains the names from the outermost element
 * (`workbook/sheets/sheet`); those of another namespace begin with a colon (`workbook/extLst/ext/:workbookPr`).
 */
export interface XmlReader {
  open?(name: string, attributes: Attributes, path: string): void
  text?(text: string, path: string): void
  close?(name: string, path: string): void
}

/**
 * Reads XML: elements, attributes, text, CDATA. Refused are document types, so that no entity can be declared, malformed documents, and
 * too deeply nested elements; characters that are invalid in XML are accepted, since other programs write them. An empty text is an empty
 * document.
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

/** Maximum nesting of elements; that of real documents is far below. */
const deepest = 500

/** An open element with its namespaces by prefix. */
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

/** The namespaces declared by an element, by prefix. */
const declaredBy = (attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:')).map(([name, uri]) => [name.slice(6), uri]),
  )

/** Attributes by local name; those of another namespace do not override the element's own. */
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
