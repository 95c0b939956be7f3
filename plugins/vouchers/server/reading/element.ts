import { Unreadable } from '#server/workbooks/sheet.ts'
import { type Attributes, readXml } from '#server/workbooks/xml.ts'
import { Unread } from './voucher.ts'

/** An XML element of a voucher; names are without namespace prefix. */
export interface Element {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly Element[]
  /** Text of the element itself, trimmed. */
  readonly text: string
}

const deepest = 64
const mostElements = 100_000

interface ElementDraft {
  readonly name: string
  readonly attributes: Attributes
  readonly children: ElementDraft[]
  text: string
}

/** Parses XML into a tree. @throws Unread for a DOCTYPE, too deep nesting, too many elements, or malformed XML */
export function elementOf(bytes: Uint8Array): Element {
  const source = decoded(bytes)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) throw new Unread('vouchers.hostile')
  const top: ElementDraft = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let count = 0
  const reader = {
    open(name: string, attributes: Attributes) {
      count += 1
      if (open.length > deepest || count > mostElements) throw new Unread('vouchers.tooLarge')
      const element: ElementDraft = { name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    text(text: string) {
      const element = open.at(-1)
      if (element) element.text += text
    },
    close() {
      const element = open.pop()
      if (element) element.text = element.text.trim()
    },
  }
  try {
    readXml(source, reader)
  } catch (error) {
    throw error instanceof Unreadable ? new Unread('vouchers.damaged') : error
  }
  const [root, second] = top.children
  if (!root || second) throw new Unread('vouchers.damaged')
  return root
}

/** Decodes bytes as UTF-8, or as GB18030 if the XML declares a GB encoding. @throws Unread for invalid bytes */
function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const encoding = /encoding\s*=\s*["']gb/i.test(head) ? 'gb18030' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Unread('vouchers.damaged')
  }
}

/** Text at a path of child elements; undefined if absent or empty. */
export function textAt(element: Element, path: string): string | undefined {
  let found: Element | undefined = element
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name)
  return found?.text || undefined
}

/** The outermost elements of a name, in document order. */
export const elementsNamed = (element: Element, name: string): Element[] =>
  element.name === name ? [element] : element.children.flatMap((child) => elementsNamed(child, name))
