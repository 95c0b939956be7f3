import { allowedElements, droppedElements, keptAttribute, linkAttributes } from './allowed-elements.ts'
import { type StartTag, type Token, tokensOf } from './tokens.ts'

/** A character reference with its semicolon: `&amp;`, `&#39;`, `&#x27;`. */
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  colon: ':',
  sol: '/',
  bsol: '\\',
  tab: '\t',
  newline: '\n',
  lpar: '(',
  rpar: ')',
  period: '.',
}

/** Decodes the character references of an attribute value; unknown names are kept. */
function decoded(value: string): string {
  return value.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
  })
}

/** Escapes text: `<` and `>`, and each `&` that does not begin a character reference. */
function escapedText(text: string): string {
  return text.replace(/&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes a value for a double-quoted attribute. */
function escapedValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const isCharacter = (code: number): boolean => code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)

const characterOf = (code: number): string => (isCharacter(code) ? String.fromCodePoint(code) : '\ufffd')

/** Maximum nesting; tags beyond it are removed, their text is kept. */
const deepest = 60

/**
 * Sanitises HTML: keeps only allowed elements and attributes, properly nested, and text; scripts, external resources and page-like content
 * are removed. Linear in time and space; idempotent.
 */
export function sanitiseHtml(html: string): string {
  const writer = new Writer()
  for (const token of tokensOf(html)) writer.write(token)
  return writer.end()
}

/** Elements that are implicitly closed by the start of one of these, as in browsers. */
const blocks = ['p', 'div', 'ul', 'ol', 'table', 'h3', 'h4', 'blockquote', 'pre']
const cells = ['td', 'th', 'tr', 'tbody', 'thead']
const endedBy: Readonly<Record<string, readonly string[]>> = { p: blocks, li: ['li'], td: cells, th: cells, tr: ['tr', 'tbody', 'thead'],
  tbody: ['tbody', 'thead'], thead: ['tbody', 'thead'] }

/** Roots of foreign content, which may be self-closing; HTML elements may not. */
const foreign: ReadonlySet<string> = new Set(['svg', 'math'])

/** Dropped elements without end tag. */
const voidElements: ReadonlySet<string> = new Set(['embed', 'input', 'link', 'meta', 'base'])

class Writer {
  private readonly parts: string[] = []
  private readonly open: string[] = []
  private readonly count = new Map<string, number>()
  /** The dropped element being skipped, with the nesting depth of elements of its name. */
  private skipping: { readonly name: string; depth: number } | undefined

  write(token: Token): void {
    if (this.skipping) this.skip(token, this.skipping)
    else if (token.type === 'text') this.parts.push(escapedText(token.text))
    else if (token.type === 'end') this.close(token.name)
    else this.start(token)
  }

  end(): string {
    while (this.open.length > 0) this.closeLast()
    return this.parts.join('')
  }

  private skip(token: Token, skipping: { readonly name: string; depth: number }): void {
    if (token.type === 'text' || token.name !== skipping.name) return
    if (token.type === 'end') skipping.depth -= 1
    else if (!closesItself(token)) skipping.depth += 1
    if (skipping.depth === 0) this.skipping = undefined
  }

  private start(tag: StartTag): void {
    if (droppedElements.has(tag.name)) this.drop(tag)
    else if (allowedElements[tag.name]) this.keep(tag)
  }

  private drop(tag: StartTag): void {
    if (!voidElements.has(tag.name) && !closesItself(tag)) this.skipping = { name: tag.name, depth: 1 }
  }

  private keep(tag: StartTag): void {
    while (this.lastEndsAt(tag.name)) this.closeLast()
    if (tag.name === 'br') this.parts.push('<br>')
    else if (this.open.length < deepest) this.push(tag)
  }

  private lastEndsAt(name: string): boolean {
    return endedBy[this.open.at(-1) ?? '']?.includes(name) === true
  }

  private push(tag: StartTag): void {
    this.parts.push(`<${tag.name}${attributesOf(tag)}>`)
    this.open.push(tag.name)
    this.count.set(tag.name, (this.count.get(tag.name) ?? 0) + 1)
  }

  /** Closes an open element and all inside it; ignores an end tag without start tag. */
  private close(name: string): void {
    if ((this.count.get(name) ?? 0) === 0) return
    while (this.closeLast() !== name) continue
  }

  private closeLast(): string | undefined {
    const name = this.open.pop()
    if (name === undefined) return undefined
    this.count.set(name, (this.count.get(name) ?? 0) - 1)
    this.parts.push(`</${name}>`)
    return name
  }
}

const closesItself = ({ name, selfClosing }: StartTag): boolean => selfClosing && foreign.has(name)

function attributesOf({ name, attributes }: StartTag): string {
  const kept = [...attributes].flatMap(([attribute, written]) => {
    const value = keptAttribute(name, attribute, decoded(written))
    return value === undefined ? [] : [[attribute, value] as const]
  })
  return [...kept, ...(name === 'a' ? Object.entries(linkAttributes) : [])].map(([attribute, value]) =>
    ` ${attribute}="${escapedValue(value)}"`
  ).join('')
}
