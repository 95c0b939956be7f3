import { readXml } from '#server/workbooks/xml.ts'
import type { TextPart } from './package.ts'
import { BadTemplate } from './template-problem.ts'

/** A paragraph of a template, numbered as it stands in its part. */
export interface Paragraph {
  readonly number: number
  readonly text: string
}

/** The paragraphs of a part in the order in which they end; a text box within one comes before it. @throws BadTemplate */
export function paragraphsOf({ xml }: TextPart): readonly Paragraph[] {
  const done: Paragraph[] = []
  const open: { number: number; text: string }[] = []
  let count = 0
  let isText = 0
  try {
    readXml(xml, {
      open(name) {
        if (name === 'p') open.push({ number: count += 1, text: '' })
        if (name === 't') isText += 1
      },
      text(text) {
        const paragraph = open.at(-1)
        if (isText > 0 && paragraph) paragraph.text += text
      },
      close(name) {
        if (name === 't') isText -= 1
        const paragraph = name === 'p' ? open.pop() : undefined
        if (paragraph) done.push(paragraph)
      },
    })
  } catch {
    throw new BadTemplate([{ code: 'damaged' }])
  }
  return done
}
