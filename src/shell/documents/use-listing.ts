import type { DocumentFigures, DocumentRow } from '#approval/wire/document-row.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { useExistingPage, useListQuery } from '../list/use-list-query.ts'
import { bodyOf } from './body.ts'
import { documentFilters, type DocumentListKind } from './lists.ts'
import { useDocuments, useFigures } from './use-documents.ts'

/** A list at its address, without queued rows. */
export function useListing(list: DocumentListKind, gone: ReadonlySet<string>) {
  const address = useListQuery(documentFilters)
  const body = bodyOf(address.query)
  const answer = useDocuments(list, body)
  const figures = useFigures(list, body)
  const records = answer.data?.data
  const rows = records?.filter(({ id }) => !gone.has(id))
  const left = figures && without(figures, records?.filter(({ id }) => gone.has(id)) ?? [])
  useExistingPage({ ...address.query, turn: address.turn }, { rows, total: left?.total, isPlaceholderData: answer.isPlaceholderData })
  return { address, answer, figures, rows, left }
}

export type DocumentListState = ReturnType<typeof useListing>

function without(figures: DocumentFigures, rows: readonly DocumentRow[]): DocumentFigures {
  const sum = decimalOf(figures.amount)
  if (rows.length === 0 || !sum) return figures
  return { ...figures, total: Math.max(0, figures.total - rows.length),
    amount: sum.minus(sumMoney(rows.map(({ amount }) => amount))).toFixed(2) }
}
