export interface StartTag {
  readonly type: 'start'
  /** Lower case, like the names of attributes. */
  readonly name: string
  /** Raw values, with character references; the first of repeated names wins. */
  readonly attributes: ReadonlyMap<string, string>
  /** Whether the tag is written `<br/>`. */
  readonly selfClosing: boolean
}

export type Token = StartTag | { readonly type: 'end'; readonly name: string } | { readonly type: 'text'; readonly text: string }

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
