import { WarningFilled } from '@ant-design/icons'
import { createContext, useContext, useMemo } from 'react'
import type { ExceptionOnPage } from '#approval/wire/filed-document.ts'
import { definePartText } from '#fields/text.ts'
import './exceptions.css'

const useRowText = definePartText({ cn: { sign: '有例外', quoted: '说明：{words}' },
  en: { sign: 'Exception', quoted: 'Explanation: {words}' } })

/** The icon of a row with exceptions, in its first cell. */
export function ExceptionSign() {
  const { t } = useRowText()
  return <WarningFilled className="oa-exception-sign" role="img" aria-label={t('sign')} />
}

/** The exceptions of a row, with the initiator's explanations. */
export function RowExceptions({ exceptions }: { exceptions: readonly ExceptionOnPage[] }) {
  const { label } = useRowText()
  const explanations = [...new Set(exceptions.flatMap(({ explanation }) => explanation ?? []))]
  return (
    <span className="oa-row-exceptions flex wrap small regular line-18 anywhere">
      {exceptions.map((each) => <span key={each.key}>{label(each.detail ?? each.text)}</span>)}
      {explanations.map((words) => <Quoted key={words} words={words} />)}
    </span>
  )
}

/** The initiator's explanation of an exception. */
export function Quoted({ words }: { words: string }) {
  const { t } = useRowText()
  return <q className="oa-exception-words small">{t('quoted', { words })}</q>
}

/** Exceptions of the displayed document; empty outside of a document's page. */
export const ExceptionsContext = createContext<readonly ExceptionOnPage[]>([])

interface RowPlace {
  readonly table: string
  readonly rowId: string | undefined
  /** Row number, from 1. */
  readonly place: number
}

/** Exceptions of a row, by its id, or by its number if it has no id. */
export function useRowExceptions({ table, rowId, place }: RowPlace): readonly ExceptionOnPage[] {
  const all = useContext(ExceptionsContext)
  return useMemo(
    () =>
      all.filter(({ field, row }) =>
        row !== null && field.startsWith(`${table}.`) && (row.id === null ? row.place === place : row.id === rowId)
      ),
    [all, table, rowId, place],
  )
}

/** Returns whether one of a row's exceptions is about one of these columns. */
export const isConcerned = (exceptions: readonly ExceptionOnPage[], ...columns: readonly string[]): boolean =>
  exceptions.some(({ field }) => columns.includes(field.slice(field.indexOf('.') + 1)))

/** Rows that another system refused, as `items 2`, from 1. */
export const RefusedRows = createContext<ReadonlySet<string>>(new Set())

/** Returns whether another system refused a row of the document. @param place from 1 */
export const useIsRefused = (table: string, place: number): boolean => useContext(RefusedRows).has(`${table} ${place}`)
