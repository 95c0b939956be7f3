import excel, { type CellValue } from 'exceljs'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { ImportColumn } from '#server/imports/importer.ts'
import { bytesOf } from '#server/workbooks/writer.ts'

/** An invalid cell, and the expected message in each language, where it is the same for all columns. */
export interface HostileCell {
  readonly what: string
  readonly value: CellValue
  readonly says?: { readonly cn: string; readonly en: string }
}

const every: readonly HostileCell[] = [
  { what: 'a formula', value: { formula: '1+1', result: 2 }, says: { cn: '不能是公式', en: 'formula' } },
  { what: 'an error', value: { error: '#N/A' }, says: { cn: '#N/A', en: '#N/A' } },
]

const noNumber: HostileCell = { what: 'words for a number', value: '一千', says: { cn: '不是数字', en: 'Not a number' } }
const lost: HostileCell = { what: 'a number that lost its end', value: 12345678901234567000, says: { cn: '15', en: '15' } }

const noChoice: HostileCell = { what: 'no choice', value: '无此项', says: { cn: '“无此项”', en: '“无此项”' } }

const byKind: Partial<Record<ImportColumn['field']['kind'], readonly HostileCell[]>> = {
  money: [noNumber, lost, { what: 'a European comma', value: '1.234,56', says: { cn: '不是数字', en: 'Not a number' } }],
  number: [noNumber, lost, { what: 'nothing per unit', value: '0' }],
  integer: [noNumber, { what: 'a part of one', value: '1.5', says: { cn: '须为整数', en: 'whole number' } }],
  date: [
    { what: 'a day that never was', value: '2026-02-30', says: { cn: '不是日期', en: 'Not a date' } },
    { what: 'another order', value: '05/11/2026', says: { cn: '不是日期', en: 'Not a date' } },
    { what: 'before time began', value: '0', says: { cn: '不是日期', en: 'Not a date' } },
  ],
  switch: [{ what: 'perhaps', value: '也许', says: { cn: '是或否', en: 'yes or no' } }],
  select: [noChoice],
  radio: [noChoice],
}

/** Returns the cells that a column refuses. */
export function hostileCells({ field, required }: ImportColumn): readonly HostileCell[] {
  const reference = recordKindOf(field)
    ? [{ what: 'nobody and nothing', value: 'NOWHERE-9', says: { cn: '没有“NOWHERE-9”', en: '“NOWHERE-9”' } }]
    : []
  const long = ['text', 'textarea'].includes(field.kind) ? [{ what: 'a text too long', value: '长'.repeat((field.max ?? 200) + 1) }] : []
  const empty = required ? [{ what: 'blanks', value: ' \u3000\u200b ' }] : []
  return [...every, ...(byKind[field.kind] ?? []), ...reference, ...long, ...(field.kind === 'money' ? hostileAmounts(field) : []),
    ...empty]
}

const hostileAmounts = ({ precision = 2, min }: ImportColumn['field']): readonly HostileCell[] => [
  { what: 'a decimal too many', value: `1.${'1234567'.slice(0, precision + 1)}` },
  ...(min === 0 ? [{ what: 'less than nothing', value: '-0.01' }] : []),
]

/** The same value in another spelling: full-width, with separators, or as a date cell. Undefined where there is none. */
export function otherwise(column: ImportColumn, text: string): CellValue | undefined {
  if (text === '' || column.by === 'name') return undefined
  return (writings[column.field.kind] ?? (isCode(column) ? inWideLetters : undefined))?.(text)
}

const inWideLetters = (text: string): string => `\u3000${wide(text)}\u200b`

const writings: Partial<Record<ImportColumn['field']['kind'], (text: string) => CellValue>> = {
  money: (text) => `￥${wide(Number(text).toLocaleString('en', { minimumFractionDigits: 2 }))}`,
  date: (text) => new Date(`${text}T00:00:00Z`),
  switch: (text) => text === '是',
  number: inWideLetters,
  integer: inWideLetters,
  currency: inWideLetters,
}

/** Returns whether a column has a pattern or contains codes; patterns of names allow any letter. */
const isCode = ({ field: { pattern }, by }: ImportColumn): boolean => by === 'code' || (pattern !== undefined && !pattern.startsWith('^[^'))

const wide = (text: string): string => text.replaceAll(/[!-~]/g, (mail) => String.fromCodePoint((mail.codePointAt(0) ?? 0) + 0xfee0))

/** The template filled with these rows; optionally with the 1904 date system. */
export async function workbookFrom(template: Uint8Array, rows: readonly (readonly CellValue[])[],
  change: (book: excel.Workbook, sheet: excel.Worksheet) => void = () => undefined): Promise<Buffer> {
  const book = new excel.Workbook()
  await book.xlsx.load(Uint8Array.from(template).buffer)
  const sheet = book.worksheets[0]!
  for (const row of rows) {
    const added = sheet.addRow([...row])
    row.forEach((value, index) => {
      if (value instanceof Date) added.getCell(index + 1).numFmt = 'yyyy"年"m"月"d"日"'
    })
  }
  change(book, sheet)
  return bytesOf(book)
}
