import { nearestOf } from './nearest.ts'
import { type Paragraph, paragraphsOf } from './paragraphs.ts'
import { type TextPart, textPartsOf } from './package.ts'
import type { TagCatalogue } from './tags.ts'
import type { TemplateProblem } from './template-problem.ts'

/** More of them help nobody. */
const mostProblems = 20

/**
 * Finds the faults of the tags of a template: each that the form does not have is named with its place and the name that
 * is nearest; loops have to end in the part that they begin in. Empty where it can be filled.
 * @throws BadTemplate for a file that is no template at all
 */
export async function tagProblems(bytes: Uint8Array, catalogue: TagCatalogue): Promise<readonly TemplateProblem[]> {
  const parts = await textPartsOf(bytes)
  const known = knownTags(catalogue)
  const checks = parts.map((part) => new PartCheck(part.name, known).of(paragraphsOf(part)))
  const problems = checks.flatMap((check) => check.problems)
  if (problems.length === 0 && checks.every(({ tags }) => tags === 0)) return [{ code: 'noTags' }]
  return problems.slice(0, mostProblems)
}

/**
 * Finds the tags that filling has left as they were, because they stand where the filling does not reach (a formula, a diagram).
 * @param filled a template that was filled
 */
export const leftTags = (filled: readonly TextPart[]): readonly TemplateProblem[] =>
  filled.flatMap((part) =>
    paragraphsOf(part).flatMap(({ number, text }) =>
      [...text.matchAll(tagPattern)].map(([, inner = '']) => ({ code: 'unfilled',
        parameters: { tag: inner.trim(), part: partName(part.name), paragraph: number } })
      )
    )
  ).slice(0, mostProblems)

const tagPattern = /\{([^{}]*)\}/g

/** Braces of a Chinese keyboard and their small forms around what would be a tag, or one of them beside a plain one. */
const widePattern = /[{｛﹛]([^{}｛｝﹛﹜]*)[}｝﹜]/g

interface KnownTags {
  readonly everywhere: ReadonlySet<string>
  readonly pictures: ReadonlySet<string>
  readonly loops: ReadonlyMap<string, ReadonlySet<string>>
}

function knownTags({ general, fields, loops, conditions, pictures }: TagCatalogue): KnownTags {
  return {
    everywhere: new Set([...general, ...fields, ...conditions].map(({ name }) => name)),
    pictures: new Set(pictures.map(({ name }) => name)),
    loops: new Map(loops.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))])),
  }
}

interface TagContext {
  readonly part: string
  readonly paragraph: number
}

interface OpenTag extends TagContext {
  readonly name: string
}

class PartCheck {
  readonly problems: TemplateProblem[] = []
  tags = 0
  readonly #open: OpenTag[] = []

  constructor(
    private readonly part: string,
    private readonly known: KnownTags,
  ) {}

  of(paragraphs: readonly Paragraph[]): this {
    for (const paragraph of paragraphs) this.#paragraph(paragraph)
    for (const tag of this.#open) this.#report('unclosed', tag, { tag: `#${tag.name}` })
    return this
  }

  #paragraph({ number, text, breaks, isTracked }: Paragraph): void {
    const place = { part: this.part, paragraph: number }
    if (isTracked) return this.#report('tracked', place, { text: text.trim().slice(0, 40) })
    let rest = text
    for (const { 0: whole, 1: inner = '', index } of text.matchAll(tagPattern)) {
      this.tags += 1
      rest = rest.replace(whole, '')
      const cut = breaks.find(({ at }) => index < at && at < index + whole.length)
      if (cut) this.#report('split', place, { tag: inner.trim(), element: elementName(cut.element) })
      else this.#tag(inner.trim(), place)
    }
    this.#rest(rest, place)
  }

  /** The text beside the tags, which has no braces of any width. */
  #rest(text: string, place: TagContext): void {
    let rest = text
    for (const [whole, inner = ''] of text.matchAll(widePattern)) {
      const tag = inner.normalize('NFKC').trim()
      const isMixed = /[{}]/.test(whole)
      if (!isMixed && !/^[#/]?\s*!?\s*[A-Za-z][\w.]*$/.test(tag)) continue
      rest = rest.replace(whole, '')
      this.tags += 1
      this.#report('wideBraces', place, { text: whole, tag: `{${tag}}` })
    }
    if (/[{}]/.test(rest)) this.#report('braces', place, { text: rest.trim().slice(0, 40) })
  }

  #tag(inner: string, place: TagContext): void {
    if (inner.startsWith('/')) return this.#close(inner.slice(1).trim(), place)
    const isBlock = inner.startsWith('#')
    const name = inner.replace(/^#\s*/, '').replace(isBlock ? /^!\s*/ : /^$/, '')
    if (isBlock && this.known.loops.has(name) && this.#open.some((open) => open.name === name))
      this.#report('withinItself', place, { tag: inner })
    if (isBlock) this.#open.push({ name, ...place })
    if (!this.#isKnown(name, isBlock)) this.#unknown(inner, name, place)
  }

  #close(name: string, place: TagContext): void {
    const open = this.#open.pop()
    if (!open) return this.#report('unopened', place, { tag: `/${name}` })
    if (name !== '' && name.replace(/^!\s*/, '') !== open.name) this.#report('crossed', place, { tag: `/${name}`, open: `#${open.name}` })
  }

  /** Columns are known within their own loop; a table by itself says nothing. */
  #isKnown(name: string, isBlock: boolean): boolean {
    const isColumn = this.#open.some((open) => this.known.loops.get(open.name)?.has(name))
    return isColumn || this.known.everywhere.has(name) || (isBlock ? this.known.loops.has(name) : this.known.pictures.has(name))
  }

  #unknown(inner: string, name: string, place: TagContext): void {
    if (this.known.loops.has(name)) return this.#report('tableAlone', place, { tag: name })
    const home = [...this.known.loops].find(([, columns]) => columns.has(name))
    if (home) return this.#report('outsideLoop', place, { tag: name, loop: `#${home[0]}` })
    const nearest = nearestOf(name, [...this.known.everywhere, ...this.known.pictures, ...this.known.loops.keys(),
      ...[...this.known.loops.values()].flatMap((columns) => [...columns])])
    this.#report(nearest === undefined ? 'unknown' : 'misspelt', place, { tag: inner, ...(nearest !== undefined && { nearest }) })
  }

  #report(code: string, { part, paragraph }: TagContext, parameters: Readonly<Record<string, string>>): void {
    this.problems.push({ code, parameters: { ...parameters, part: partName(part), paragraph } })
  }
}

/** The name of a part for people. */
function partName(part: string): string {
  if (part.startsWith('word/header')) return '页眉/the header'
  if (part.startsWith('word/footer')) return '页脚/the footer'
  if (part.startsWith('word/comments')) return '批注/the comments'
  if (/^word\/(diagrams|charts)\//.test(part)) return '图形/a diagram'
  return part.startsWith('word/footnotes') || part.startsWith('word/endnotes') ? '脚注/the notes' : '正文/the body'
}

const elementNames: Readonly<Record<string, string>> = { hyperlink: '超链接/a link', sdtContent: '内容控件/a content control',
  fldSimple: '域/a field', inline: '图片或文本框/a picture or text box' }

/** The name of an element for people. */
const elementName = (element: string): string => elementNames[element] ?? '其他对象/another object'
