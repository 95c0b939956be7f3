import { buffer } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import { ZipFile } from 'yazl'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form, Section } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { approvalsTag, hasRowsTag, rowNumber, sumTag } from '#server/prints/word/tags.ts'
import { follows, isFigure, isSummed, planPrint, type PrintableColumn, widthOf } from '#server/prints/sections.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { templates } from '../versions.ts'

/** A piece of WordprocessingML. */
type Markup = string

/** Width between the margins, in twentieths of a point. */
const pageWidth = 10_206

const colours = { quiet: '5F6670', accent: '0F5C63', rule: 'C9CED6', wash: 'F3F5F7' } as const

interface TextStyle {
  readonly bold?: boolean
  readonly quiet?: boolean
  /** Font size in half points. */
  readonly size?: number
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A run of text in one style. */
const run = (text: string, { bold = false, quiet = false, size }: TextStyle = {}): Markup =>
  `<w:r><w:rPr>${bold ? '<w:b/>' : ''}${quiet ? `<w:color w:val="${colours.quiet}"/>` : ''}${
    size === undefined ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`
  }</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

interface ParagraphStyle {
  readonly right?: boolean
  /** Keeps it on the page of the next paragraph. */
  readonly keep?: boolean
  readonly style?: 'Heading1' | 'Heading2'
}

/** A paragraph of runs; heading styles appear in the document's outline. */
const paragraph = (content: Markup, { right = false, keep = false, style }: ParagraphStyle = {}): Markup =>
  `<w:p><w:pPr>${style === undefined ? '' : `<w:pStyle w:val="${style}"/>`}${keep ? '<w:keepNext/>' : ''}${
    right ? '<w:jc w:val="right"/>' : ''
  }</w:pPr>${content}</w:p>`

interface CellStyle {
  /** Width in twentieths of a point. */
  readonly width: number
  readonly span?: number
  readonly isHead?: boolean
  readonly right?: boolean
  /** Keeps it on the page of the next row. */
  readonly keep?: boolean
}

/** A table cell with one paragraph. */
const cell = (content: Markup, { width, span = 1, isHead = false, right = false, keep = false }: CellStyle): Markup =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''}${
    isHead ? `<w:shd w:val="clear" w:color="auto" w:fill="${colours.wash}"/>` : ''
  }</w:tcPr>${paragraph(content, { right, keep })}</w:tc>`

/** A line of 6 pt. */
const narrow = (content: Markup): Markup =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/></w:pPr>${content}</w:p>`

/** Paragraph between two tables, which Word would otherwise merge. */
const gap = narrow('')

/** A table row without page breaks; header rows are repeated on each page. */
const row = (cells: readonly Markup[], isHead = false): Markup =>
  `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells.join('')}</w:tr>`

/** A table with fixed column widths; without borders if used for layout only. */
function table(widths: readonly number[], rows: readonly Markup[], isPlain = false): Markup {
  const line = (side: string) => `<w:${side} w:val="${isPlain ? 'nil' : 'single'}" w:sz="4" w:space="0" w:color="${colours.rule}"/>`
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(line).join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="${pageWidth}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/>
    <w:tblCellMar><w:left w:w="80" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${
    widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')
  }</w:tblGrid>${rows.join('')}</w:tbl>`
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Fixed modification time of all parts, so that equal starters are equal files. */
const written = new Date('2026-01-01T00:00:00Z')

/** Makes a Word file with a body, and a footer with document and page number. */
async function docxOf(body: readonly Markup[], locale: Locale): Promise<Buffer> {
  const zip = new ZipFile()
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Default Extension="xml" ContentType="application/xml"/>${
      ['document.main', 'styles', 'footer'].map((part) =>
        `<Override PartName="/word/${part.replace('.main', '')}.xml" ContentType="${wordType}.${part}+xml"/>`
      ).join('')
    }</Types>`,
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relations([['styles', 'styles.xml'], ['footer', 'footer.xml']]),
    'word/styles.xml': styles,
    'word/footer.xml': `<w:ftr xmlns:w="${word}">${paragraph(footOf(locale))}</w:ftr>`,
    'word/document.xml':
      `<w:document xmlns:w="${word}" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">
        <w:body>${body.join('')}<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/>
        <w:pgMar w:top="850" w:right="850" w:bottom="900" w:left="850" w:header="500" w:footer="500"
        w:gutter="0"/></w:sectPr></w:body></w:document>`,
  }
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(head + xml), name, { mtime: written })
  zip.end()
  return buffer(zip.outputStream)
}

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packaged}/relationships">${
    targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')
  }</Relationships>`

const field = (code: string): Markup =>
  `<w:fldSimple w:instr=" ${code} "><w:r><w:rPr><w:sz w:val="14"/></w:rPr><w:t>1</w:t></w:r></w:fldSimple>`

function footOf(locale: Locale): Markup {
  const small = (text: string) => run(text, { quiet: true, size: 14 })
  const texts = locale === 'cn'
    ? ['{doc.number}　{doc.printedBy} 打印于 {doc.printedAt}　第 ', ' 页，共 ', ' 页']
    : ['{doc.number}   Printed by {doc.printedBy} at {doc.printedAt}   Page ', ' of ', '']
  return small(texts[0] ?? '') + field('PAGE') + small(texts[1] ?? '') + field('NUMPAGES') + small(texts[2] ?? '')
}

const fonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei" w:cs="Calibri"/>'

const heading = (id: string, name: string, { size, before }: { size: number; before: number }): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/>
    <w:spacing w:before="${before}" w:after="60"/></w:pPr><w:rPr><w:b/><w:color w:val="0F5C63"/><w:sz w:val="${size}"/>
    <w:szCs w:val="${size}"/></w:rPr></w:style>`

const styles =
  `<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr></w:rPrDefault>
    <w:pPrDefault><w:pPr><w:spacing w:before="20" w:after="20"/></w:pPr></w:pPrDefault></w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${
    heading('Heading1', 'heading 1', { size: 34, before: 0 })
  }${heading('Heading2', 'heading 2', { size: 20, before: 200 })}</w:styles>`

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
  const [only] = own.length === 1 ? tables : []
  const heading = paragraph(run(title[locale]), { style: 'Heading2' })
  const rowsOf = ([name, field]: FieldEntry) => [
    ...(field[locale] === title[locale] ? [] : [paragraph(run(field[locale], { bold: true }), { keep: true })]),
    loopTable({ name, ...planned(form, name, field) }, locale),
  ]
  if (only) return whereRows(only, [heading, ...rowsOf(only)])
  return [heading, ...grid(plain), ...tables.flatMap((each) => whereRows(each, rowsOf(each))), ...grid(sums)]
}

/** Prints a part only where a table has rows. The lines of the condition stay behind, one of them as the gap below. */
const whereRows = ([name]: FieldEntry, part: readonly Markup[]): Markup[] => [
  narrow(run(`{#${hasRowsTag(name)}}`)),
  ...part,
  narrow(run(`{/${hasRowsTag(name)}}`)),
]

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

interface Starters {
  readonly host: Pick<Host, 'plugins'>
  readonly by: string
  readonly at: Date
}

/** Saves the starter templates of these forms in both languages, for a new company; unknown forms are skipped. */
export async function saveStarters(db: Db, types: readonly string[], { host, by, at }: Starters): Promise<void> {
  const forms = host.plugins.flatMap((plugin) => plugin.forms).filter(({ key, print }) => types.includes(key) && print !== false)
  for (const form of forms) {
    for (const language of ['cn', 'en'] as const) {
      const content = await starterOf(form, language)
      const named = { name: form[language], businessType: form.key, company: null, language }
      await templates(db).add(named, { fileName: `${form[language]}.docx`, content,
        sha256: createHash('sha256').update(content).digest('hex') }, { caller: { id: by }, at })
    }
  }
}
