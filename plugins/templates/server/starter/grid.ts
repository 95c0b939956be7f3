import type { FieldDefinition } from '#kernel/fields.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { cell, type Markup, pageWidth, row, run, table } from './markup.ts'

type FieldEntry = readonly [name: string, field: FieldDefinition]

const labelWidth = 1_700
const valueWidth = pageWidth / 2 - labelWidth

/** Labels beside their values: what is always filled in two to a line, the rest in lines that go where they are empty. */
export function gridOf(fields: readonly FieldEntry[], locale: Locale): Markup {
  const always = fields.filter(([, field]) => field.required === true && !isWide(field))
  // a table needs a row that is always there
  const [kept, sometimes] = always.length > 0
    ? [always, fields.filter((entry) => !always.includes(entry))]
    : [fields.slice(0, 1), fields.slice(1)]
  return table([labelWidth, valueWidth, labelWidth, valueWidth], [...pairsOf(kept).map((pair) => pairRow(pair, locale)),
    ...sometimes.map((entry) => ownRow(entry, locale))])
}

const isWide = ({ kind, span }: FieldDefinition): boolean =>
  span === 4 || ['attachment', 'textarea', 'richtext', 'documentLink'].includes(kind)

function pairsOf(entries: readonly FieldEntry[]): (readonly FieldEntry[])[] {
  return entries.flatMap((_, index) => (index % 2 === 0 ? [entries.slice(index, index + 2)] : []))
}

const labelCell = (text: string): Markup => cell(run(text, { quiet: true }), { width: labelWidth, isHead: true })

function pairRow(pair: readonly FieldEntry[], locale: Locale): Markup {
  const [only] = pair
  if (pair.length === 1 && only) return row([labelCell(only[1][locale]), wideCell(`{${only[0]}}`)])
  return row(pair.flatMap(([name, field]) => [labelCell(field[locale]), cell(run(`{${name}}`), { width: valueWidth })]))
}

const ownRow = ([name, field]: FieldEntry, locale: Locale): Markup =>
  row([labelCell(`{#${name}}${field[locale]}`), wideCell(`{${name}}{/${name}}`)])

const wideCell = (text: string): Markup => cell(run(text), { width: pageWidth - labelWidth, span: 3 })
