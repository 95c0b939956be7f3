import { readXml } from '#server/workbooks/xml.ts'
import type { TextPart } from './package.ts'
import { BadTemplate } from './template-problem.ts'

/** A position in the text of a paragraph that no tag may span: filling a tag joins runs of one container only. */
export interface TextBreak {
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
