import { SaxesParser } from 'saxes'
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
 * Reads XML: elements, attributes, text, CDATA. Document types are refused, so that no entity can be declared; what is not well-formed is
 * refused too, but for characters that XML does not have, which other programs write all the same. No text is an empty document.
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
  parser.on('opentag', ({ name, attributes }) => reader.open?.(localName(name), byLocalName(attributes)))
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)))
  if (reader.text) {
    const text = reader.text.bind(reader)
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(source).close()
}

function byLocalName(attributes: Readonly<Record<string, string>>): Attributes {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  for (const name of Object.keys(attributes)) found[localName(name)] = attributes[name]!
  return found
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

const damaged = () => new Unreadable('workbooks.damaged')
