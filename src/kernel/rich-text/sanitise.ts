import { allowedElements, droppedElements, keptAttribute, linkAttributes } from './allowed-elements.ts'

interface StartTag {
  readonly type: 'start'
  /** Lower case, like the names of attributes. */
  readonly name: string
  /** Raw values, with character references; the first of repeated names wins. */
  readonly attributes: ReadonlyMap<string, string>
  /** Whether the tag is written `<br/>`. */
  readonly selfClosing: boolean
}

type Token = StartTag | { readonly type: 'end'; readonly name: string } | { readonly type: 'text'; readonly text: string }

/** Raw text elements: only their own end tag is parsed inside them. */
const rawElements: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'noscript', 'textarea', 'title', 'xmp', 'noembed',
  'noframes', 'plaintext'])

/**
 * Tokenises HTML in a single pass, in linear time. Comments and declarations are dropped. A tag without end is treated as text, together
 * with everything after it.
 */
export function tokensOf(html: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  while (position < html.length) {
    const opening = html.indexOf('<', position)
    const end = opening < 0 ? html.length : opening
    if (end > position) tokens.push({ type: 'text', text: html.slice(position, end) })
    if (opening < 0) break
    const read = readMarkup(html, opening)
    tokens.push(...read.tokens)
    position = read.next
  }
  return tokens
}

interface TokenRun {
  readonly tokens: readonly Token[]
  readonly next: number
}

const letter = /[a-z]/i

function readMarkup(html: string, opening: number): TokenRun {
  if (html.startsWith('<!--', opening)) return skipTo(html, html.indexOf('-->', opening + 2), 3)
  const sign = html.charAt(opening + 1)
  if (sign === '!' || sign === '?') return skipTo(html, html.indexOf('>', opening), 1)
  if (sign === '/') return readEndTag(html, opening)
  return letter.test(sign) ? readStartTag(html, opening) : asText(html, opening, opening + 1)
}

const skipTo = (html: string, found: number, length: number): TokenRun => ({ tokens: [], next: found < 0 ? html.length : found + length })

const asText = (html: string, from: number, next: number): TokenRun => ({ tokens: [{ type: 'text', text: html.slice(from, next) }], next })

function readEndTag(html: string, opening: number): TokenRun {
  const end = html.indexOf('>', opening)
  if (end < 0) return asText(html, opening, html.length)
  const name = nameAt(html, opening + 2)
  return { tokens: letter.test(name) ? [{ type: 'end', name: name.toLowerCase() }] : [], next: end + 1 }
}

function readStartTag(html: string, opening: number): TokenRun {
  const name = nameAt(html, opening + 1).toLowerCase()
  const tag = readAttributes(html, opening + 1 + name.length)
  if (!tag) return asText(html, opening, html.length)
  const token: StartTag = { type: 'start', name, attributes: tag.attributes, selfClosing: tag.selfClosing }
  if (!rawElements.has(name)) return { tokens: [token], next: tag.next }
  return { tokens: [token, { type: 'end', name }], next: endOfRaw(html, name, tag.next) }
}

/** The position after the end tag of a raw text element, or the end of the input if it has none. */
function endOfRaw(html: string, name: string, from: number): number {
  const ending = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  ending.lastIndex = from
  const found = name === 'plaintext' ? null : ending.exec(html)
  const end = found ? html.indexOf('>', found.index) : -1
  return end < 0 ? html.length : end + 1
}

const nameAt = (html: string, from: number): string => stickyMatch(/[^\s/>]*/y, html, from)

function stickyMatch(pattern: RegExp, html: string, from: number): string {
  pattern.lastIndex = from
  return pattern.exec(html)?.[0] ?? ''
}

/** Parses the attributes from the end of a tag's name to the end of the tag; undefined if the input ends first. */
function readAttributes(html: string, from: number): { attributes: Map<string, string>; selfClosing: boolean; next: number } | undefined {
  const attributes = new Map<string, string>()
  let position = from
  for (;;) {
    const gap = stickyMatch(/[\s/]*/y, html, position)
    position += gap.length
    if (position >= html.length) return undefined
    if (html.charAt(position) === '>') return { attributes, selfClosing: gap.endsWith('/'), next: position + 1 }
    const attribute = readAttribute(html, position)
    if (!attribute) return undefined
    if (!attributes.has(attribute.name)) attributes.set(attribute.name, attribute.value)
    position = attribute.next
  }
}

function readAttribute(html: string, from: number): { name: string; value: string; next: number } | undefined {
  // a leading equals sign is part of the name, as in browsers
  const written = stickyMatch(/=?[^\s/>=]*/y, html, from)
  const sign = stickyMatch(/\s*=\s*/y, html, from + written.length)
  const name = written.toLowerCase()
  const start = from + written.length + sign.length
  if (sign === '') return { name, value: '', next: start }
  const quote = html.charAt(start)
  if (quote !== '"' && quote !== "'") {
    const value = stickyMatch(/[^\s>]*/y, html, start)
    return { name, value, next: start + value.length }
  }
  const end = html.indexOf(quote, start + 1)
  return end < 0 ? undefined : { name, value: html.slice(start + 1, end), next: end + 1 }
}

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
