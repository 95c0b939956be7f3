import { SaxesParser } from 'saxes'

/** An element with its text and children. */
export interface XmlElement {
  /** Name without its prefix. */
  readonly name: string
  readonly text: string
  readonly children: readonly XmlElement[]
}

interface Growing {
  name: string
  text: string
  children: Growing[]
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The root of a document. @throws Error where it is not well-formed, or declares entities */
export function parseXml(source: string): XmlElement {
  const parser = new SaxesParser()
  const open: Growing[] = [{ name: '', text: '', children: [] }]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type is not taken')
  })
  parser.on('opentag', ({ name }) => {
    const element: Growing = { name: localName(name), text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const add = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  parser.write(source).close()
  const root = open[0]?.children[0]
  if (!root) throw new Error('no element')
  return root
}

/** The first element with a name, at any depth. */
export function elementOf({ children }: Pick<XmlElement, 'children'>, name: string): XmlElement | undefined {
  for (const child of children) {
    const found = child.name === name ? child : elementOf(child, name)
    if (found) return found
  }
  return undefined
}

/** Escapes text for an element. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    .replaceAll(/\p{Cc}/gu, ' ')
