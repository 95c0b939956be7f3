import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form, Section } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { approvalsTag, rowNumber, sumTag } from '#server/prints/word/tags.ts'
import { type PrintableColumn, planPrint, follows, isFigure, widthOf, isSummed } from '#server/prints/sections.ts'
import { docxOf } from './docx.ts'
import { cell, gap, type Markup, pageWidth, paragraph, row, run, table } from './markup.ts'

/** Fields in the header of the sheet. */
const inHeader: ReadonlySet<string> = new Set(['title', 'titleEn', 'businessNo', 'applicant', 'applicantDept', 'company'])

/** Makes a starter template that prints all declared fields of a form. */
export function starterOf(form: Form, locale: Locale): Promise<Buffer> {
  const sections = form.sections.flatMap((section) => sectionOf(form, section, locale))
  return docxOf([...headOf(form, locale), ...sections, ...approvalsOf(locale), ...(form.paidBy?.length ? signaturesOf(locale) : []),
    paragraph(run('{doc.seal}'), { right: true })], locale)
}

function headOf(form: Form, locale: Locale): Markup[] {
  const half = pageWidth / 2
  const say = ({ cn, en }: Label) => (locale === 'cn' ? cn : en)
  const fact = (label: Label, tag: string) => [run(`${say(label)}　`, { quiet: true, size: 15 }) + run(`{${tag}}`)]
  const facts = [[...fact(words.applicant, 'doc.applicant'), ...fact(words.department, 'doc.department')], [
    ...fact(words.started, 'doc.started'),
    ...fact(words.files, 'doc.files'),
  ]]
  const amount = form.amount === undefined && form.approved === undefined ? [] : [
    paragraph(run(`${say(words.amount)}　`, { quiet: true, size: 15 }) + run('{doc.amount}', { bold: true, size: 28 })),
    paragraph(run(`${say(words.capitals)}　`, { quiet: true, size: 15 }) + run('{doc.capitals}')),
  ]
  return [
    paragraph(run('{doc.company}', { quiet: true, size: 17 })),
    table([half, half], [
      row([cell(run('{doc.form}', { bold: true, size: 34 }), { width: half }),
        cell(run('{doc.number}　', { bold: true, size: 20 }) + run('{doc.state}', { bold: true }), { width: half, right: true })]),
    ], true),
    paragraph(run('{doc.title}')),
    table([half, half], facts.map((pair) => row(pair.map((content) => cell(content, { width: half })))), true),
    ...amount,
  ]
}

const label = (cn: string, en: string): Label => ({ cn, en })
const words = {
  applicant: label('申请人', 'Applicant'),
  department: label('申请部门', 'Department'),
  started: label('发起时间', 'Initiated'),
  files: label('附件', 'Attachments'),
  amount: label('金额', 'Amount'),
  capitals: label('人民币大写', 'Amount in words (RMB)'),
  signatures: [label('制单', 'Prepared by'), label('审核', 'Reviewed by'), label('领款人', 'Received by'), label('出纳', 'Cashier')],
}

function sectionOf(form: Form, { id, ...title }: Section, locale: Locale): Markup[] {
  const omitted = new Set(form.print ? form.print.omit : [])
  if (omitted.has(id)) return []
  const own = Object.entries<FieldDefinition>(form.fields).filter(([name, field]) =>
    field.section === id && !omitted.has(name) && isPrinted(name, field)
  )
  const tables = own.filter(([, { kind }]) => kind === 'table')
  const plain = own.filter(([, field]) => field.kind !== 'table' && !follows(field))
  // calculated fields follow the tables
  const sums = own.filter(([, field]) => follows(field))
  const grid = (fields: typeof own) => (fields.length === 0 ? [] : [gridOf(fields, locale), gap])
  if (own.length === 0) return []
  return [
    paragraph(run(title[locale]), { style: 'Heading2' }),
    ...grid(plain),
    ...tables.flatMap(([name, field]) => [
      ...(field[locale] === title[locale] ? [] : [paragraph(run(field[locale], { bold: true }), { keep: true })]),
      loopTable({ name, ...planned(form, name, field) }, locale),
      gap,
    ]),
    ...grid(sums),
  ]
}

const isPrinted = (name: string, field: FieldDefinition): boolean =>
  !inHeader.has(name) && field.as !== 'amountCapitals' && !field.fillsIn && kindOf(field).holds !== 'nothing'

/** Splits the columns of a table into those of the main row and those below it. */
function planned(form: Form, table: string,
  { columns = {} }: FieldDefinition): { readonly main: readonly PrintableColumn[]; readonly rest: readonly PrintableColumn[] } {
  const omitted = new Set(form.print ? form.print.omit : [])
  const acceptances = new Set(form.rules.map(({ acceptedBy }) => acceptedBy))
  return planPrint(
    Object.entries(columns).filter(([key, column]) => isPrinted('', column) && !acceptances.has(key) && !omitted.has(`${table}.${key}`)),
  )
}

function approvalsOf(locale: Locale): Markup[] {
  const texts = approvalsTag.columns.filter(({ name }) => name !== 'row.no').map((
    { name, ...names },
  ): PrintableColumn => [name, { kind: name === 'opinion' ? 'textarea' : 'text', max: 30, ...names }])
  return [paragraph(run(approvalsTag[locale]), { style: 'Heading2' }),
    loopTable({ name: approvalsTag.name, main: texts, rest: [] }, locale)]
}

function signaturesOf(locale: Locale): Markup[] {
  const width = Math.floor(pageWidth / words.signatures.length)
  return [paragraph(''), table(words.signatures.map(() => width), [
    row(words.signatures.map((each) => cell(run(`${each[locale]} ____________`, { quiet: true }), { width }))),
  ], true)]
}

type FieldEntry = readonly [name: string, field: FieldDefinition]

const labelWidth = 1_700

const valueWidth = pageWidth / 2 - labelWidth

/** Grid of labels and values: required fields two per line, optional ones in lines that are removed when empty. */
function gridOf(fields: readonly FieldEntry[], locale: Locale): Markup {
  const always = fields.filter(([, field]) => field.required === true && !isWide(field))
  // at least one row must always be present
  const [kept, sometimes] = always.length > 0
    ? [always, fields.filter((entry) => !always.includes(entry))]
    : [fields.slice(0, 1), fields.slice(1)]
  return table([labelWidth, valueWidth, labelWidth, valueWidth], [...pairsOf(kept).map((pair) => pairRow(pair, locale)),
    ...sometimes.map((entry) => ownRow(entry, locale))])
}

const isWide = (field: FieldDefinition): boolean => field.span === 4 || kindOf(field).print?.ownLine !== undefined

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

interface Loop {
  /** Name of the loop tag. */
  readonly name: string
  readonly main: readonly PrintableColumn[]
  /** Columns below the row, if filled. */
  readonly rest: readonly PrintableColumn[]
}

const numberWidth = 500

/** Table with a repeated header, a row per loop item, and totals. */
function loopTable({ name, main, rest }: Loop, locale: Locale): Markup {
  const widths = [numberWidth, ...shares(main)]
  const style = (index: number) => ({ width: widths[index + 1] ?? 0, right: isFigure(main[index]?.[1] ?? none) })
  const last = rest.length === 0 ? `{/${name}}` : ''
  const rows = [
    row([cell(run('#', { quiet: true }), { width: numberWidth, isHead: true }),
      ...main.map(([, field], index) => cell(run(field[locale], { quiet: true, size: 16 }), { ...style(index), isHead: true }))], true),
    row([cell(run(`{#${name}}{${rowNumber.name}}`, { quiet: true, size: 16 }), { width: numberWidth, keep: rest.length > 0 }),
      ...main.map(([key], index) =>
        cell(run(`{${key}}${index === main.length - 1 ? last : ''}`, { size: 16 }), { ...style(index), keep: rest.length > 0 })
      )]),
    ...(rest.length === 0
      ? []
      : [
        row([cell('', { width: numberWidth }),
          cell(restOf(rest, locale) + run(`{/${name}}`), { width: pageWidth - numberWidth, span: main.length })]),
      ]),
  ]
  const isSum = main.map(([, field]) => name !== 'doc.approvals' && isSummed(field))
  if (isSum.includes(true)) {
    rows.push(
      row([cell('', { width: numberWidth }), ...main.map(([key], index) =>
        cell(run(isSum[index] ? `{${sumTag(name, key)}}` : '', { bold: true, size: 16 }), style(index))
      )]),
    )
  }
  return table(widths, rows)
}

const none = { kind: 'text', cn: '', en: '' } as const

const restOf = (rest: readonly PrintableColumn[], locale: Locale): Markup =>
  rest.map(([key, field]) =>
    run(`{#${key}}`) + run(`${field[locale]} `, { quiet: true, size: 15 }) + run(`{${key}}　{/${key}}`, { size: 15 })
  ).join('')

/** Column widths in proportion to their needs, without the number column. */
function shares(columns: readonly PrintableColumn[]): number[] {
  const needed = columns.reduce((sum, [, field]) => sum + widthOf(field), 0)
  return columns.map(([, field]) => Math.floor(((pageWidth - numberWidth) * widthOf(field)) / needed))
}
