import { parentPort } from 'node:worker_threads'
import { createDefaultPlugins, ScopeData, type ScopeDataArgs, type TemplateContext, TemplateExtension, TemplateHandler, xml,
  type XmlGeneralNode, type XmlNode } from 'easy-template-x'
import { type Paragraph, paragraphsOf, type TextPart, textPartsOf, transparentElements } from './package.ts'
import { BadTemplate, type TagCatalogue, type TemplateProblem } from './tags.ts'
import type { WordData } from './word-data.ts'

/** The known name closest to a misspelt one, with at most a third of its letters different. */
function nearestOf(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.ceil(name.length / 3)
  const measured = [...known].map((candidate) => ({ candidate, distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()) })).filter(
    ({ distance }) => distance <= limit,
  )
  return measured.toSorted((one, other) => one.distance - other.distance)[0]?.candidate
}

/** Edit distance: the number of letters to add, remove or change. */
function distanceOf(one: string, other: string): number {
  let line = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const letter of one) line = nextLine(line, letter, other)
  return line.at(-1) ?? 0
}

function nextLine(line: readonly number[], letter: string, other: string): number[] {
  const at = (index: number) => line[index] ?? 0
  const next = [at(0) + 1]
  for (const [column, against] of [...other].entries()) {
    next.push(Math.min(at(column) + (letter === against ? 0 : 1), at(column + 1) + 1, (next[column] ?? 0) + 1))
  }
  return next
}

/** Maximum number of reported problems. */
const mostProblems = 20

/**
 * Finds the problems of a template's tags: unknown tags, with their position and the closest known name, and loops that do not end in the
 * part in which they begin. Empty for a valid template.
 * @throws BadTemplate for a file that is not a template
 */
async function tagProblems(bytes: Uint8Array, catalogue: TagCatalogue): Promise<readonly TemplateProblem[]> {
  const parts = await textPartsOf(bytes)
  const known = knownTags(catalogue)
  const checks = parts.map((part) => new PartCheck(part.name, known).of(paragraphsOf(part)))
  const problems = checks.flatMap((check) => check.problems)
  if (problems.length === 0 && checks.every(({ tags }) => tags === 0)) return [{ code: 'noTags' }]
  return problems.slice(0, mostProblems)
}

/**
 * Finds tags that were not filled, since they are in parts that filling does not support (a formula, a diagram).
 * @param filled the parts of a filled template
 */
const leftTags = (filled: readonly TextPart[]): readonly TemplateProblem[] =>
  filled.flatMap((part) =>
    paragraphsOf(part).flatMap(({ number, text }) =>
      [...text.matchAll(tagPattern)].map(([, inner = '']) => ({ code: 'unfilled',
        parameters: { tag: inner.trim(), part: partName(part.name), paragraph: number } })
      )
    )
  ).slice(0, mostProblems)

const tagPattern = /\{([^{}]*)\}/g

/** Full-width and small-form braces around a potential tag, also mixed with an ASCII brace. */
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

  /** Checks the text outside of tags, which must not contain braces of any width. */
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

  /** Columns are known within their own loop; a table is not a value. */
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

/** Display name of a part. */
function partName(part: string): string {
  if (part.startsWith('word/header')) return '页眉/the header'
  if (part.startsWith('word/footer')) return '页脚/the footer'
  if (part.startsWith('word/comments')) return '批注/the comments'
  if (/^word\/(diagrams|charts)\//.test(part)) return '图形/a diagram'
  return part.startsWith('word/footnotes') || part.startsWith('word/endnotes') ? '脚注/the notes' : '正文/the body'
}

const elementNames: Readonly<Record<string, string>> = { hyperlink: '超链接/a link', sdtContent: '内容控件/a content control',
  fldSimple: '域/a field', inline: '图片或文本框/a picture or text box' }

/** Display name of an element. */
const elementName = (element: string): string => elementNames[element] ?? '其他对象/another object'

/** Maximum nesting: Word nests text boxes in tables in content controls. */
const deepest = 200

/** Namespace declarations for inserted pictures; files of Word have them, those of other programs may not. */
const drawn = {
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'xmlns:wp': 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
}

class DeclaresPictures extends TemplateExtension {
  override async execute(_: ScopeData, { currentPart }: TemplateContext): Promise<void> {
    const root = (await currentPart.xmlRoot()) as XmlGeneralNode
    root.attributes = { ...drawn, ...root.attributes }
  }
}

/** Moves runs out of smart tags into their paragraph, so that a tag may span them. */
class LiftsRuns extends TemplateExtension {
  override async execute(_: ScopeData, { currentPart }: TemplateContext): Promise<void> {
    lift(await currentPart.xmlRoot())
  }
}

function lift(node: XmlNode): void {
  for (const child of node.childNodes?.slice() ?? []) {
    lift(child)
    if (!transparentElements.has(child.nodeName.replace(/^.*:/, ''))) continue
    // its properties describe the removed smart tag
    for (const inner of (child.childNodes ?? []).filter(({ nodeName }) => !nodeName.endsWith('Pr'))) {
      xml.modify.remove(inner)
      xml.modify.insertBefore(inner, child)
    }
    xml.modify.remove(child)
  }
}

/** Writes parts as bytes: JSZip encodes texts in chunks of 16,384 units and corrupts a surrogate pair at a chunk's end. */
class WritesBytes extends TemplateExtension {
  override execute(_: ScopeData, { docx, currentPart }: TemplateContext): void {
    if (currentPart !== docx.mainDocument) return
    const zip = docx.rawZipFile
    const setFile = zip.setFile.bind(zip)
    zip.setFile = (path, content) => setFile(path, typeof content === 'string' ? Buffer.from(content) : content)
  }
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Includes parts that the library ignores: footnotes, endnotes and comments. They are filled with the body. */
class FillsNotes extends TemplateExtension {
  override async execute(data: ScopeData, context: TemplateContext): Promise<void> {
    const { mainDocument } = context.docx
    if (context.currentPart !== mainDocument) return
    for (const kind of ['footnotes', 'endnotes', 'comments']) {
      for (const currentPart of await mainDocument.getPartsByType(`${relations}/${kind}`)) {
        const root = await currentPart.xmlRoot()
        lift(root)
        await this.utilities.compiler.compile(root, data, { ...context, currentPart })
      }
    }
  }
}

const handler = new TemplateHandler({ plugins: createDefaultPlugins(), maxXmlDepth: deepest, scopeDataResolver: resolved,
  extensions: { beforeCompilation: [new WritesBytes(), new LiftsRuns(), new DeclaresPictures()], afterCompilation: [new FillsNotes()] } })

/** Fills the tags of a template; loops repeat their content for each row. */
const filledTemplate = async (template: Uint8Array, data: WordData): Promise<Uint8Array> =>
  handler.process(Buffer.from(template), writable(data) as never)

/** Removes characters that are invalid in XML, since a file with one of them cannot be opened. */
function writable(value: unknown): unknown {
  // oxlint-disable-next-line no-control-regex -- control characters are to be removed
  if (typeof value === 'string') return value.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
  if (Array.isArray(value)) return value.map(writable)
  if (isPicture(value))
    return { _type: 'image', source: Buffer.from(value.image), format: value.type, width: value.width, height: value.height }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, writable(each)]))
    : value
}

const isPicture = (value: unknown): value is Extract<WordData[string], { readonly image: Uint8Array }> =>
  typeof value === 'object' && value !== null && 'image' in value

/** Resolves `{#!tag}`, which holds where the tag is empty. */
function resolved(data: ScopeDataArgs) {
  const last = data.strPath.at(-1) ?? ''
  if (!last.startsWith('!')) return ScopeData.defaultResolver(data)
  const value = ScopeData.defaultResolver({ ...data, strPath: [...data.strPath.slice(0, -1), last.slice(1).trim()] })
  return (Array.isArray(value) ? value.length === 0 : !value) as never
}

/** A template to check or to fill. */
export type WordQuestion = { readonly template: Uint8Array } & ({ readonly catalogue: TagCatalogue } | { readonly data: WordData })

/** The worker's answer. */
export type WordAnswer = { readonly problems: readonly TemplateProblem[] } | { readonly filled: Uint8Array }

parentPort?.on('message', (question: WordQuestion) => void answer(question))

async function answer(question: WordQuestion): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await answered(question))
}

async function answered(question: WordQuestion): Promise<WordAnswer> {
  try {
    if ('data' in question) return { filled: await filledTemplate(question.template, question.data) }
    const problems = await tagProblems(question.template, question.catalogue)
    return { problems: problems.length === 0 ? await fillingProblems(question.template, question.catalogue) : problems }
  } catch (error) {
    return { problems: error instanceof BadTemplate ? error.problems : [{ code: 'damaged' }] }
  }
}

/** Fills a template with valid tags without data, then with one row per loop, to detect templates that cannot be filled. */
async function fillingProblems(template: Uint8Array, { fields, conditions, loops }: TagCatalogue): Promise<readonly TemplateProblem[]> {
  const everything = Object.fromEntries([...[...fields, ...conditions].map(({ name }) => [name, ' '] as const),
    ...loops.map(({ name }) => [name, [{}]] as const)])
  for (const data of [{}, everything]) {
    const left = leftTags(await textPartsOf(await filledTemplate(template, data)))
    if (left.length > 0) return left
  }
  return []
}
