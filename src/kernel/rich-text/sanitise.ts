import { allowedElements, droppedElements, keptAttribute, linkAttributes } from './allowed-elements.ts'
import { decoded, escapedText, escapedValue } from './references.ts'
import { type StartTag, type Token, tokensOf } from './tokens.ts'

/** Tags that may be open at once; deeper ones are left out, their text stays. */
const deepest = 60

/**
 * HTML without anything that runs, loads or imitates the page: allowed elements and attributes only, well nested, and
 * text. Takes time and space in proportion to the text, and changes nothing in what it gave before.
 */
export function sanitiseHtml(html: string): string {
  const writer = new Writer()
  for (const token of tokensOf(html)) writer.write(token)
  return writer.end()
}

/** Elements that end where one of these begins, as browsers read them. */
const blocks = ['p', 'div', 'ul', 'ol', 'table', 'h3', 'h4', 'blockquote', 'pre']
const cells = ['td', 'th', 'tr', 'tbody', 'thead']
const endedBy: Readonly<Record<string, readonly string[]>> = { p: blocks, li: ['li'], td: cells, th: cells, tr: ['tr', 'tbody', 'thead'],
  tbody: ['tbody', 'thead'], thead: ['tbody', 'thead'] }

/** Elements of the two foreign languages may close themselves; HTML's own may not. */
const foreign: ReadonlySet<string> = new Set(['svg', 'math'])

/** Dropped elements that have no end tag. */
const voidElements: ReadonlySet<string> = new Set(['embed', 'input', 'link', 'meta', 'base'])

class Writer {
  private readonly parts: string[] = []
  private readonly open: string[] = []
  private readonly count = new Map<string, number>()
  /** The dropped element that is being skipped, and how many of its name are open. */
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

  /** Ends an open element and those within it; an end tag of none is left out. */
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
