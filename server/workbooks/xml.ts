import { Unreadable } from './sheet.ts'

/** Attributes of an element by local name, their references resolved. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** The events of a document, in its order; names are without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads the XML of a workbook's parts: elements, attributes, text, CDATA. Document types are refused, so that no entity
 * can be declared; what is not well-formed is refused too. A workbook is read by this and not by a general parser
 * because its numbers are wanted as the text that the file has.
 * @throws Unreadable
 */
export function readXml(source: string, reader: XmlReader): void {
  const open: string[] = []
  let position = 0
  while (position < source.length) {
    const start = source.indexOf('<', position)
    if (start < 0) break
    if (start > position && open.length > 0) reader.text?.(resolved(source.slice(position, start)))
    position = markup(source, start, { reader, open })
  }
  if (open.length > 0) throw damaged()
}

interface XmlState {
  readonly reader: XmlReader
  /** Names of the open elements, as written. */
  readonly open: string[]
}

/** Reads what begins at `start` and answers where it ends. */
function markup(source: string, start: number, reading: XmlState): number {
  const next = source[start + 1]
  if (next === '/') return closing(source, start, reading)
  if (next === '?') return after(source, '?>', start)
  if (next !== '!') return opening(source, start, reading)
  if (source.startsWith('<!--', start)) return after(source, '-->', start)
  if (!source.startsWith('<![CDATA[', start)) throw damaged()
  const end = after(source, ']]>', start)
  reading.reader.text?.(source.slice(start + 9, end - 3))
  return end
}

function closing(source: string, start: number, { reader, open }: XmlState): number {
  const end = after(source, '>', start)
  const name = source.slice(start + 2, end - 1).trimEnd()
  if (open.pop() !== name) throw damaged()
  reader.close?.(localName(name))
  return end
}

const tag = /<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y

function opening(source: string, start: number, { reader, open }: XmlState): number {
  tag.lastIndex = start
  const [whole, name, attributes, isEmpty] = tag.exec(source) ?? []
  if (whole === undefined || name === undefined) throw damaged()
  const local = localName(name)
  reader.open?.(local, attributes ? attributesOf(attributes) : none)
  if (isEmpty) reader.close?.(local)
  else open.push(name)
  return start + whole.length
}

const none: Attributes = Object.freeze({})

const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function attributesOf(text: string): Attributes {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [, name = '', double, single] of text.matchAll(attribute)) found[localName(name)] = resolved(double ?? single ?? '')
  return found
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function resolved(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal?: string, hexadecimal?: string, name = '') => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined
    if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code)
    const character = named[name]
    if (character === undefined) throw damaged()
    return character
  })
}

function after(source: string, end: string, start: number): number {
  const found = source.indexOf(end, start)
  if (found < 0) throw damaged()
  return found + end.length
}

const damaged = () => new Unreadable('workbooks.damaged')
