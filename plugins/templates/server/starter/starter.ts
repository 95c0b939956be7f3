import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form, Section } from '#kernel/form.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { approvalsTag } from '#server/prints/word/tags.ts'
import { type PrintableColumn, planPrint } from '#server/prints/columns.ts'
import { follows } from '#server/prints/sections.ts'
import { docxOf } from './docx.ts'
import { gridOf } from './grid.ts'
import { loopTable } from './loop-table.ts'
import { cell, gap, type Markup, pageWidth, paragraph, row, run, table } from './markup.ts'

/** Fields in the head of the sheet. */
const inHeader: ReadonlySet<string> = new Set(['title', 'titleEn', 'businessNo', 'applicant', 'applicantDept', 'company'])

/** A template that prints everything that a form declares, so that nobody begins with an empty page. */
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
  // fields that follow from the rows stand below them
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

const isPrinted = (name: string, { kind, as, fillsIn }: FieldDefinition): boolean =>
  !inHeader.has(name) && as !== 'amountCapitals' && !fillsIn && kind !== 'title' && kind !== 'plaintext'

/** The columns that stand beside each other, and those below their row. */
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
