import { type Archive, openArchive } from '#server/workbooks/archive.ts'
import { Unreadable } from '#server/workbooks/sheet.ts'
import { readXml, type XmlReader } from '#server/workbooks/xml.ts'
import { BadTemplate } from './tags.ts'

/** Parts of a Word file that are executed, fetched, or contain foreign content. */
const foreign = /vbaproject|vbadata|activex|\/embeddings\/|\/afchunk|oleobject|macrosheets|attachedtoolbars|\/externallinks\//

/** Content types of files with macros, other Office files, and foreign content. */
const foreignType = /macroenabled|vbaproject|activex|oleobject|spreadsheetml\.sheet\.main|presentationml/i

/** Allowed parts of a template, in lower case. */
const knownParts = new RegExp(`^(${
  [
    String.raw`\[content_types\]\.xml`,
    String.raw`(.*/)?_rels/[^/]*\.rels`,
    String.raw`docprops/(app|core|custom)\.xml`,
    String.raw`docprops/thumbnail\.(png|jpe?g|emf|wmf)`,
    String.raw`docmetadata/labelinfo\.xml`,
    String.raw`customxml/item(props)?\d*\.xml`,
    String
      .raw`word/(glossary/)?(document|styles|styleswitheffects|settings|websettings|fonttable|numbering|footnotes|endnotes|people)\d*\.xml`,
    String.raw`word/(glossary/)?(header|footer)\d*\.xml`,
    String.raw`word/comments(extended|ids|extensible)?\d*\.xml`,
    String.raw`word/theme/theme(override)?\d*\.xml`,
    String.raw`word/diagrams/(data|layout|quickstyle|colors|drawing)\d*\.xml`,
    String.raw`word/charts/(chart|style|colors)\d*\.xml`,
    String.raw`word/(glossary/)?(media|theme/media)/[^/]+\.(png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp)`,
    String.raw`word/fonts/[^/]+\.(odttf|ttf|fntdata)`,
  ].join('|')
})$`)

/** Allowed types of relations, by their last segment. */
const knownRelations: ReadonlySet<string> = new Set(['officedocument', 'core-properties', 'extended-properties', 'custom-properties',
  'thumbnail', 'styles', 'styleswitheffects', 'settings', 'websettings', 'fonttable', 'numbering', 'theme', 'header', 'footer', 'footnotes',
  'endnotes', 'comments', 'commentsextended', 'commentsids', 'commentsextensible', 'people', 'image', 'hyperlink', 'customxml',
  'customxmlprops', 'font', 'glossarydocument', 'classificationlabels', 'hdphoto', 'diagramdata', 'diagramlayout', 'diagramquickstyle',
  'diagramcolors', 'diagramdrawing', 'chart', 'chartstyle', 'chartcolorstyle', 'themeoverride'])

/** Keywords of fields that only use data of the file itself. */
const knownFields: ReadonlySet<string> = new Set(['PAGE', 'NUMPAGES', 'SECTION', 'SECTIONPAGES', 'NUMWORDS', 'NUMCHARS', 'DATE', 'TIME',
  'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'TITLE', 'SUBJECT', 'AUTHOR', 'KEYWORDS', 'COMMENTS', 'DOCPROPERTY', 'STYLEREF', 'REF', 'PAGEREF',
  'NOTEREF', 'LASTSAVEDBY', 'REVNUM', 'EDITTIME', 'LISTNUM', 'AUTONUM', 'AUTONUMLGL', 'AUTONUMOUT', 'SHAPE', 'TOC', 'TC', 'XE', 'INDEX',
  'SEQ', 'EQ', 'SYMBOL', 'QUOTE', 'IF', 'COMPARE', 'ADVANCE', 'FORMTEXT', 'FORMCHECKBOX', 'FORMDROPDOWN'])

/** Parts with text, including diagrams and charts; building blocks of the glossary are not part of the document. */
const isPart = (name: string): boolean => /^word\/(?:(?!glossary\/)[^/]+\/)*[^/]+\.xml$/.test(name)

/** Parts without text. */
const silent: ReadonlySet<string> = new Set(
  ['styles', 'settings', 'websettings', 'fonttable', 'numbering', 'stylesWithEffects'].map((name) => `word/${name.toLowerCase()}.xml`),
)

/** A part with displayed text. */
export interface TextPart {
  /** `word/document.xml` */
  readonly name: string
  readonly xml: string
}

/**
 * Checks a Word file before it is filled. Refused are zip bombs, macros, embedded objects, external content, and all parts that are not
 * known to be harmless.
 * @throws BadTemplate
 */
export async function textPartsOf(bytes: Uint8Array): Promise<readonly TextPart[]> {
  const archive = await openArchive(bytes).catch((error: unknown) => refuse(codeOf(error)))
  if (!archive.has('[Content_Types].xml') || !archive.has('_rels/.rels')) refuse('notWord')
  if (archive.names.some((name) => foreign.test(`/${name}`))) refuse('foreign')
  await checkTypes(archive)
  const odd = archive.names.find((name) => !name.endsWith('/') && !knownParts.test(name))
  if (odd !== undefined) refuse('part', odd)
  for (const name of archive.names.filter((each) => each.endsWith('.rels'))) checkRelations(name, await xmlOf(archive, name))
  for (const name of archive.names.filter((each) => /^word\/(glossary\/)?[^/]+\.xml$/.test(each))) checkFields(await xmlOf(archive, name))
  const parts = archive.names.filter((name) => isPart(name) && !silent.has(name))
  if (!parts.some((name) => mainPart.test(name))) refuse('notWord')
  return Promise.all(parts.map(async (name) => ({ name, xml: await xmlOf(archive, name) })))
}

const codes: Readonly<Record<string, string>> = { 'workbooks.tooLargeInside': 'tooLargeInside', 'workbooks.password': 'password' }

const codeOf = (error: unknown): string => (error instanceof Unreadable ? codes[error.code] : undefined) ?? 'notWord'

async function checkTypes(archive: Archive): Promise<void> {
  let isWord = false
  read(await xmlOf(archive, '[Content_Types].xml'), (_, { ContentType: type = '' }) => {
    if (foreignType.test(type)) refuse('foreign')
    isWord ||= type.includes('wordprocessingml.document.main')
  })
  if (!isWord) refuse('notWord')
}

/** The main part, whose tags are checked. */
const mainPart = /^word\/document\d*\.xml$/

/**
 * Checks the relations of a part. Links to web pages are allowed: they are only followed by the reader, never during filling or
 * conversion.
 */
function checkRelations(part: string, xml: string): void {
  read(xml, (name, attributes) => {
    if (name !== 'Relationship') return
    if (isOutside(attributes) && !isPageLink(attributes)) refuse('external')
    const kind = kindOf(attributes)
    if (!knownRelations.has(kind.toLowerCase())) refuse('relation', kind)
    if (part === '_rels/.rels' && kind === 'officeDocument') checkMain(attributes)
  })
}

function checkMain({ Target: target = '' }: Attributes): void {
  if (!mainPart.test(target.replace(/^\//, '').toLowerCase())) refuse('part', target)
}

/** The last segment of a relation's type. */
const kindOf = ({ Type: type = '' }: Attributes): string => type.slice(type.lastIndexOf('/') + 1)

type Attributes = Readonly<Record<string, string | undefined>>

/** Matches a target outside of the file, whether or not its mode is External. */
const absolute = /^([a-z][a-z0-9+.-]*:|\/\/|\\)/i

const isOutside = ({ TargetMode: mode = '', Target: target = '' }: Attributes): boolean =>
  mode.toLowerCase() === 'external' || absolute.test(target)

const isPageLink = ({ Type: type = '', Target: target = '' }: Attributes): boolean =>
  type.endsWith('/hyperlink') && /^(https?|mailto):/i.test(target)

/** Elements with the instruction of a field, or a part of it. */
const instructions: ReadonlySet<string> = new Set(['instrText', 'delInstrText'])

/** Checks the instructions of fields, in one attribute or spread over runs; nested ones are separate instructions. */
function checkFields(xml: string): void {
  const open: string[] = []
  let isInstruction = 0
  read(xml, (name, { instr, fldCharType }) => {
    if (name === 'fldSimple') checkField(instr ?? '')
    if (instructions.has(name)) isInstruction += 1
    if (fldCharType === 'begin') open.push('')
    // text between separator and end is the result of the field
    else if (fldCharType === 'end') checkField(open.pop() ?? '')
  }, {
    text: (text) => {
      if (isInstruction > 0) open.splice(-1, 1, `${open.at(-1) ?? ''}${text}`)
    },
    close: (name) => {
      if (instructions.has(name)) isInstruction -= 1
    },
  })
  // an instruction whose field does not begin or end properly
  for (const instruction of open) checkField(instruction)
}

function checkField(instruction: string): void {
  const word = /^\s*(\S+)/.exec(instruction)?.[1]
  if (word === undefined || word.startsWith('=') || knownFields.has(word.toUpperCase())) return
  const isLink = word.toUpperCase() === 'HYPERLINK' && /^\s*\S+\s+("(https?:|mailto:)|\\[lL]\s)/i.test(instruction)
  if (!isLink) refuse('field', word.slice(0, 40))
}

function read(xml: string, open: (name: string, attributes: Attributes) => void, rest: Pick<XmlReader, 'text' | 'close'> = {}): void {
  try {
    readXml(xml, { open, ...rest })
  } catch (error) {
    if (error instanceof BadTemplate) throw error
    refuse('damaged')
  }
}

async function xmlOf(archive: Archive, name: string): Promise<string> {
  const xml = await archive.text(name).catch(() => undefined)
  return xml === undefined ? refuse('damaged') : xml
}

function refuse(code: string, name?: string): never {
  throw new BadTemplate([{ code, ...(name !== undefined && { parameters: { name } }) }])
}

/** A position in the text of a paragraph that no tag may span: filling a tag joins runs of one container only. */
interface TextBreak {
  /** Number of characters before the position. */
  readonly at: number
  /** The element that begins or ends there: `hyperlink`, `sdtContent`, `fldSimple`, `inline`, … */
  readonly element: string
}

/** A paragraph of a template, numbered by its position in the part. */
export interface Paragraph {
  readonly number: number
  readonly text: string
  readonly breaks: readonly TextBreak[]
  /** Whether it has text with tracked insertions, moves or deletions. */
  readonly isTracked: boolean
}

/** Elements around runs that do not affect their text; they are removed before a template is filled. */
export const transparentElements: ReadonlySet<string> = new Set(['smartTag', 'customXml'])

const trackedElements: ReadonlySet<string> = new Set(['ins', 'del', 'moveFrom', 'moveTo'])

/** The paragraphs of a part in the order of their ends; a nested text box comes first. @throws BadTemplate */
export function paragraphsOf({ xml }: TextPart): readonly Paragraph[] {
  const reading = new ParagraphReading()
  try {
    readXml(xml, { open: (name) => reading.open(name), text: (text) => reading.text(text), close: (name) => reading.close(name) })
  } catch {
    throw new BadTemplate([{ code: 'damaged' }])
  }
  return reading.done
}

interface OpenElement {
  readonly name: string
  readonly id: number
}

interface OpenParagraph {
  readonly number: number
  text: string
  breaks: TextBreak[]
  isTracked: boolean
  /** The open elements around the current text, from the paragraph inwards. */
  readonly elements: OpenElement[]
  /** The container of the last text. */
  container: OpenElement | undefined
}

class ParagraphReading {
  readonly done: Paragraph[] = []
  readonly #open: OpenParagraph[] = []
  #count = 0
  #elements = 0
  #texts = 0

  open(name: string): void {
    if (name === 't') this.#texts += 1
    const around = this.#open.at(-1)
    if (around) this.#openWithin(around, name)
    if (name === 'p')
      this.#open.push({ number: this.#count += 1, text: '', breaks: [], isTracked: false, elements: [], container: undefined })
  }

  #openWithin(paragraph: OpenParagraph, name: string): void {
    const { elements, breaks, text } = paragraph
    if (name === 'p' || name === 'inline') breaks.push({ at: text.length, element: 'inline' })
    if (name === 'r') paragraph.isTracked ||= elements.some((element) => trackedElements.has(element.name))
    if (name !== 'p') elements.push({ name, id: this.#elements += 1 })
  }

  text(text: string): void {
    const paragraph = this.#open.at(-1)
    if (this.#texts === 0 || !paragraph) return
    const container = containerOf(paragraph.elements)
    if (paragraph.text !== '') paragraph.breaks.push(...breakBetween(paragraph, container))
    paragraph.container = container
    paragraph.text += text
  }

  close(name: string): void {
    if (name === 't') this.#texts -= 1
    if (name !== 'p') {
      this.#open.at(-1)?.elements.pop()
      return
    }
    const paragraph = this.#open.pop()
    if (paragraph)
      this.done.push({ number: paragraph.number, text: paragraph.text, breaks: paragraph.breaks, isTracked: paragraph.isTracked })
  }
}

/** The innermost element around the run of a text; undefined for a run directly in the paragraph. */
function containerOf(elements: readonly OpenElement[]): OpenElement | undefined {
  const run = elements.findLastIndex(({ name }) => name === 'r')
  return elements.slice(0, Math.max(run, 0)).findLast(({ name }) => !transparentElements.has(name))
}

function breakBetween({ text, container: before }: OpenParagraph, after: OpenElement | undefined): TextBreak[] {
  const element = after ?? before
  return element === undefined || after?.id === before?.id ? [] : [{ at: text.length, element: element.name }]
}
