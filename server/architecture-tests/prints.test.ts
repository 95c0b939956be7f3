import { describe, expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { rmb } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { renderPdf } from '#server/prints/render.ts'
import { printedSections } from '#server/prints/sections.ts'
import { printoutFor } from '#server/prints/testing.ts'
import { everyNth } from '#server/testing-scale.ts'

const forms = declarations.flatMap((plugin) => plugin.forms).filter(({ print }) => print !== false)

/** Maximum length of an opinion. */
const longestOpinion = 8000

/** Fields in the head of a sheet. */
const inHead = new Set(['title', 'businessNo', 'applicant', 'applicantDept', 'company'])

describe('a print holds every text at its full length, in its order', () => {
  it.each(everyNth(10, forms.map((form) => [form.key, form] as const)))('of %s', async (_, form) => {
    const texts = textsOf(form)
    const [opinion = '', ...values] = [...texts.values()]
    const printout = printoutFor(form.cn, {
      sections: printedSections({ form, value: valueOf(form, texts), visible: () => shown,
        view: { locale: 'cn', facts: { reference: () => undefined }, currency: rmb, fullAccounts: true } }),
      opinions: ['', opinion, '同意'],
      signatures: ['制单', '审核'],
    })
    const characters = await charactersOf(await renderPdf(printout))
    for (const text of [opinion, ...values]) {
      const own = new Set(text)
      const isWhole = characters.filter((character) => own.has(character)).join('') === text
      expect(isWhole, `${text.length} characters, the first of them ${text.slice(0, 5)}`).toBe(true)
    }
  })
})

const shown = { visible: true } as ReturnType<Parameters<typeof printedSections>[0]['visible']>

/** A text of maximum length for each field of a form, each of characters that occur nowhere else. */
function textsOf(form: Form): ReadonlyMap<string, string> {
  const omitted = new Set(form.print ? form.print.omit : [])
  const isPrinted = (name: string, field: FieldDefinition) =>
    ['text', 'textarea', 'richtext'].includes(field.kind) && !field.fillsIn && field.as !== 'amountCapitals' && !omitted.has(name) &&
    !omitted.has(field.section ?? '')
  const isPlaced = ({ section }: FieldDefinition) => form.sections.some(({ id }) => id === section)
  const places = Object.entries(form.fields).filter(([, field]) => isPlaced(field)).flatMap((
    [name, field],
  ): (readonly [string, FieldDefinition])[] =>
    field.kind === 'table'
      ? rowNumbers.flatMap((row) =>
        Object.entries(omitted.has(name) || omitted.has(field.section ?? '') ? {} : field.columns ?? {}).map(([key, column]) =>
          [`${name}.${row}.${key}`, column] as const
        )
      )
      : inHead.has(name)
      ? []
      : [[name, field]]
  ).filter(([name, field]) => isPrinted(name, field))
  return new Map([['', longText(0, longestOpinion)],
    ...places.map(([name, field], index) => [name, longText(index + 1, lengthOf(name, field))] as const)])
}

/** The rows of each table: one at full length between two short ones. */
const rowNumbers = [0, 1, 2]

/** The maximum length of a field's text; short for further rows next to the long one. */
const lengthOf = (name: string, { max, kind }: FieldDefinition): number =>
  Math.min(max ?? { text: 200, textarea: 500 }[kind as string] ?? 20_000, /\.[02]\./.test(name) ? 20 : Infinity)

/** Texts of rare Chinese characters that no label contains. */
const longText = (index: number, length: number): string =>
  Array.from({ length }, (_, place) => String.fromCodePoint(0x3400 + index * variety + place * 7 % variety)).join('')
const variety = 32

function valueOf({ fields }: Form, texts: ReadonlyMap<string, string>): FormValue {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.kind === 'table'
    ? rowNumbers.map((row) =>
      Object.fromEntries(Object.keys(field.columns ?? {}).map((key) => [key, texts.get(`${name}.${row}.${key}`) ?? null]))
    )
    : texts.get(name) ?? null]
  ))
}

/** The characters of a PDF in drawing order. */
async function charactersOf(pdf: Buffer): Promise<string[]> {
  globalThis.DOMMatrix ??= Object as unknown as typeof DOMMatrix
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: Uint8Array.from(pdf), isEvalSupported: false, useSystemFonts: false, disableFontFace: true,
    verbosity: 0 })
  try {
    const document = await task.promise
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
    }
    return Array.from(pages.join(''))
  } finally {
    await task.destroy()
  }
}
