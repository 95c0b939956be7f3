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
import { cellsOf, isBlock } from './tsv.ts'

/**
 * Takes a block of cells that was copied in a spreadsheet: from the cell with the focus to the right and down, by the
 * order of the form's columns; rows that are missing are added. What its texts mean is asked of the server.
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
  /** Place of the first row. */
  readonly from: number
  readonly columns: readonly string[]
  readonly cells: readonly (readonly string[])[]
}

/** Undefined for what is pasted into one cell. */
function pastedBlock({ target, clipboardData }: ClipboardEvent<HTMLElement>, store: FormStore, table: string): Block | undefined {
  const text = clipboardData.getData('text/plain')
  const place = placeOf(target, store, table)
  if (!place || !isBlock(text) || isOfSeveralLines(target, text)) return undefined
  const cells = cellsOf(text).map((row) => row.slice(0, place.columns.length))
  return { ...place, columns: place.columns.slice(0, Math.max(...cells.map((row) => row.length))), cells }
}

/** Lines without columns are a text for a field of several lines. */
const isOfSeveralLines = (target: EventTarget, text: string): boolean => target instanceof HTMLTextAreaElement && !text.includes('\t')

function placeOf(target: EventTarget, store: FormStore, table: string): Pick<Block, 'from' | 'columns'> | undefined {
  const { key, rowId, column = '' } = cellOfName(cellNameOf(target))
  const columns = Object.keys(store.form.fields[table]?.columns ?? {}).filter((each) => store.editable(`${table}.${each}`))
  const from = rowsAt(store.value, table).findIndex((row) => rowIdOf(row) === rowId)
  return key === table && from >= 0 && columns.includes(column) ? { from, columns: columns.slice(columns.indexOf(column)) } : undefined
}

const cellNameOf = (target: EventTarget): string =>
  (target instanceof Element && target.closest<HTMLElement>('[data-cell]')?.dataset['cell']) || ''
