import { FileExcelOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { type ClipboardEvent, useCallback, useRef } from 'react'
import type { TableRows } from '#kernel/answers.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { cellOfName, isUntouched } from '#shell/form/store/cell.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { useFormText } from '#shell/form/texts.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { isFailure } from '#providers/failure.ts'
import { download } from '#providers/files.ts'

interface RowImportProps {
  readonly table: string
  /** Maximum number of rows of the table. */
  readonly limit: number
  onFailed(answer: TableRows): void
}

/** Import of rows from a workbook: download of the template, upload of the file. */
export function RowImport({ table, limit, onFailed }: RowImportProps) {
  const { t } = useFormText()
  const store = useStore()
  const { http, reactions } = useBackend()
  const input = useRef<HTMLInputElement>(null)
  const { run, isPending } = useCommand({ refused: (error) => {
    if (isFailure(error)) reactions.notify({ kind: 'refused', text: error.message })
    return isFailure(error)
  } })
  const path = `/oaserver/${store.form.key}/rows/${table}`

  const send = async (file: File) => {
    const content = new FormData()
    content.append('file', file, file.name)
    await run((to) => to.upload<TableRows>({ path: `${path}/import`, content }), (answer) => {
      const held = rowsAt(store.entered, table).filter((row) => !isUntouched(row)).length
      if (held + answer.rows.length > limit) return reactions.notify({ kind: 'refused', text: t('tooManyPasted', { limit }) })
      placeRows(store, table, answer.rows.map(({ value }) => value))
      if (answer.failed > 0) onFailed(answer)
      else reactions.notify({ kind: 'success', text: t('rowsTaken', { count: answer.rows.length }) })
    })
  }
  const items = [
    { key: 'template', label: t('rowTemplate'), onClick: () => void download(http, { path: `${path}/template` }).catch(() => undefined) },
    { key: 'file', label: t('rowFile'), onClick: () => input.current?.click() },
  ]
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Tooltip title={t('rowsPasted')}>
          <Button icon={<FileExcelOutlined aria-hidden />} loading={isPending} aria-label={t('fromWorkbook')} />
        </Tooltip>
      </Dropdown>
      <input ref={input} hidden type="file" accept=".xls,.xlsx" onChange={({ target }) => {
        const [file] = target.files ?? []
        target.value = ''
        if (file) void send(file)
      }} />
    </>
  )
}

/**
 * Writes rows into a table: over those from index `from` on, or appended after non-blank ones; other columns of overwritten rows are kept.
 */
function placeRows(store: Pick<FormStore, 'setRows'>, table: string, values: readonly FormValue[], from?: number): void {
  store.setRows(table, (rows) => {
    const held = from === undefined ? rows.filter((row) => !isUntouched(row)) : rows
    const at = from ?? held.length
    const placed = values.map((value, index) => ({ ...held[at + index], ...value, rowId: rowIdOf(held[at + index] ?? {}) ?? newRowId() }))
    return [...held.slice(0, at), ...placed, ...held.slice(at + values.length)]
  })
}

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
