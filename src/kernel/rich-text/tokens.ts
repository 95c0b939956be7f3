export interface StartTag {
  readonly type: 'start'
  /** In lower case, as are the attributes' names. */
  readonly name: string
  /** Values as they are written, with character references; of repeated names the first counts. */
  readonly attributes: ReadonlyMap<string, string>
  /** `<br/>` */
  readonly selfClosing: boolean
}

export type Token = StartTag | { readonly type: 'end'; readonly name: string } | { readonly type: 'text'; readonly text: string }

/** Elements in which nothing but their own end tag is a tag. */
const rawElements: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'noscript', 'textarea', 'title', 'xmp', 'noembed',
  'noframes', 'plaintext'])

/**
 * The tags and texts of HTML, in one pass: no character is looked at more often than a few times, whatever the text.
 * Comments and declarations are left out. A tag that never ends makes text of itself and of what follows.
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

/** Behind the end tag of an element that holds nothing but text; without one, at the end of all. */
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

/** Reads from behind a tag's name to its end; undefined when the text ends first. */
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
  // an equals sign at the beginning belongs to the name
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
