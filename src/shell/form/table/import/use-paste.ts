import { useCallback, type ClipboardEvent } from 'react'
import type { TableRows } from '#kernel/import-answer.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { cellOfName } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { useFormText } from '#shell/form/text.ts'
import { placeRows } from './place-rows.ts'

/**
 * Pastes a block of cells copied from a spreadsheet, starting at the focused cell, in the order of the form's columns; missing rows are
 * added. The server parses the texts.
 */
export function usePaste(table: string, { limit, onFailed }: { readonly limit: number; onFailed(answer: TableRows): void }) {
  const { t } = useFormText()
  const { reactions } = useBackend()
  const { run } = useCommand()
  const store = useStore()
  return useCallback(async (event: ClipboardEvent<HTMLElement>) => {
    const block = pastedBlock(event, store, table)
    if (!block) return
    event.preventDefault()
    const { from, columns, cells } = block
    if (from + cells.length > limit) return reactions.notify({ kind: 'refused', text: t('tooManyPasted', { limit }) })
    await run((http) => http.post<TableRows>(`/oaserver/${store.form.key}/rows/${table}/read`, { columns, cells }), (answer) => {
      placeRows(store, table, answer.rows.map(({ value }) => value), from)
      if (answer.failed > 0) onFailed(answer)
      else reactions.notify({ kind: 'success', text: t('rowsTaken', { count: answer.rows.length }) })
    })
  }, [run, limit, reactions, onFailed, store, t, table])
}

interface Block {
  /** Index of the first row. */
  readonly from: number
  readonly columns: readonly string[]
  readonly cells: readonly (readonly string[])[]
}

/** The pasted block; undefined for a paste into a single cell. */
function pastedBlock({ target, clipboardData }: ClipboardEvent<HTMLElement>, store: FormStore, table: string): Block | undefined {
  const text = clipboardData.getData('text/plain')
  const place = placeOf(target, store, table)
  if (!place || !isBlock(text) || isOfSeveralLines(target, text)) return undefined
  const cells = cellsOf(text).map((row) => row.slice(0, place.columns.length))
  return { ...place, columns: place.columns.slice(0, Math.max(...cells.map((row) => row.length))), cells }
}

/** Whether it is multi-line text, without tabs, for a multi-line input. */
const isOfSeveralLines = (target: EventTarget, text: string): boolean => target instanceof HTMLTextAreaElement && !text.includes('\t')

function placeOf(target: EventTarget, store: FormStore, table: string): Pick<Block, 'from' | 'columns'> | undefined {
  const { key, rowId, column = '' } = cellOfName(cellNameOf(target))
  const columns = Object.keys(store.form.fields[table]?.columns ?? {}).filter((each) => store.editable(`${table}.${each}`))
  const from = rowsAt(store.value, table).findIndex((row) => rowIdOf(row) === rowId)
  return key === table && from >= 0 && columns.includes(column) ? { from, columns: columns.slice(columns.indexOf(column)) } : undefined
}

const cellNameOf = (target: EventTarget): string =>
  (target instanceof Element && target.closest<HTMLElement>('[data-cell]')?.dataset['cell']) || ''

/**
 * Parses a block copied from a spreadsheet: columns separated by tabs, rows by line breaks. A cell with either is quoted, with quotes
 * inside doubled.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  // spreadsheets end the last row with a line break too
  for (const [, quoted, plain = '', end] of text.replace(/\r?\n$/, '').matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows
}

/** A cell and its separator: quoted text, or text up to the next tab or line break. */
const cell = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g

/** Returns whether a text has several cells; a single one is pasted as text. */
export const isBlock = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ''))
