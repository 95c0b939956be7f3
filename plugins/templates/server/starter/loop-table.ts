import type { Locale } from '#kernel/wording/label.ts'
import { type PrintableColumn, isFigure, widthOf } from '#server/prints/columns.ts'
import { isSummed } from '#server/prints/sections.ts'
import { rowNumber, sumTag } from '#server/prints/word/tags.ts'
import { cell, type Markup, pageWidth, row, run, table } from './markup.ts'

interface Loop {
  /** The tag that repeats the row. */
  readonly name: string
  readonly main: readonly PrintableColumn[]
  /** Below the row, as far as they are filled. */
  readonly rest: readonly PrintableColumn[]
}

const numberWidth = 500

/** A table whose head stands on each page, with a row for each that the loop holds, and totals. */
export function loopTable({ name, main, rest }: Loop, locale: Locale): Markup {
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

/** The room beside the numbers, by what each column needs. */
function shares(columns: readonly PrintableColumn[]): number[] {
  const needed = columns.reduce((sum, [, field]) => sum + widthOf(field), 0)
  return columns.map(([, field]) => Math.floor(((pageWidth - numberWidth) * widthOf(field)) / needed))
}
