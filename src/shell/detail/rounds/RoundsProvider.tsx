import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { Popover } from 'antd'
import type { CurrencyFormat } from '#kernel/values/money.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Edit, Round, RoundDifference } from '#approval/wire/timeline.ts'
import { useHttp } from '#shell/backend.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import type { Http } from '#providers/http.ts'
import { useRoundsText } from './texts.ts'
import './rounds.css'

/** The changes of a field: against the previous round, and by approvers in this one. */
interface FieldChange {
  readonly change: RoundDifference | undefined
  readonly edits: readonly Edit[]
}

/** The query for a document's rounds; invalidated with all document queries. */
const roundsQuery = (http: Http, { businessType, procInstId }: { businessType: string; procInstId: string }) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId, 'rounds'],
    queryFn: ({ signal }) =>
      http.get<readonly Round[]>(`/workflow/rounds/${encodeURIComponent(procInstId)}`, undefined, { signal, quiet: true }),
  })

/** The key of a field, or of a cell with its row id. */
export const placeOf = (field: string, row?: string): string => (row === undefined ? field : `${field} ${row}`)

/** The changes of a round, by key. */
function marksOf(
  { changes, edits }: Pick<Round, 'changes' | 'edits'> = { changes: [], edits: [] },
): ReadonlyMap<string, FieldChange> {
  const marks = new Map<string, FieldChange>(changes.map((change) => [placeOf(change.field, change.row), { change, edits: [] }]))
  for (const edit of edits) {
    const place = placeOf(edit.field, edit.row)
    const { change, edits: earlier } = marks.get(place) ?? { change: undefined, edits: [] }
    marks.set(place, { change, edits: [...earlier, edit] })
  }
  return marks
}

interface Rounds {
  readonly rounds: readonly Round[]
  readonly marks: ReadonlyMap<string, FieldChange>
  /** Number of the round whose differences are shown; initially the latest. */
  readonly shown: number
  readonly isOpen: boolean
  readonly hasFailed: boolean
  /** The rounds are being loaded. */
  readonly isWaiting: boolean
  open(round: number): void
  close(): void
  retry(): void
}

const nothing: Rounds = { rounds: [], marks: new Map(), shown: 1, isOpen: false, hasFailed: false, isWaiting: false, open: () => undefined,
  close: () => undefined, retry: () => undefined }

const RoundsContext = createContext<Rounds>(nothing)

/** The rounds of the current document, and the shown differences; empty outside of a document. */
export const useRounds = (): Rounds => useContext(RoundsContext)

/** The change of a field or cell, while differences are shown. */
function useMark(field: string, row?: string): FieldChange | undefined {
  const { marks, isOpen } = useRounds()
  return isOpen ? marks.get(placeOf(field, row)) : undefined
}

interface RoundsProviderProps {
  readonly document: FiledDocument
  /** Called when differences are shown. */
  onOpen(): void
  readonly children: ReactNode
}

/** Provides the differences between rounds; loaded only if there can be any. */
export function RoundsProvider({ document, onOpen, children }: RoundsProviderProps) {
  const http = useHttp()
  const { round, processRecord } = document
  const isWanted = round > 1 || processRecord.some(({ changes }) => changes.length > 0)
  const { data, isError, isLoading, refetch } = useQuery({ ...roundsQuery(http, document), enabled: isWanted })
  const [shown, setShown] = useState<number>()
  const [isOpen, setIsOpen] = useState(false)
  const value = useMemo<Rounds>(() => ({
    rounds: data ?? [],
    marks: marksOf(data?.find((each) => each.round === round)),
    shown: shown ?? round,
    isOpen,
    hasFailed: isError,
    isWaiting: isLoading,
    open(wanted) {
      setShown(wanted)
      setIsOpen(true)
      onOpen()
    },
    close: () => setIsOpen(false),
    retry: () => void refetch(),
  }), [data, round, shown, isOpen, isError, isLoading, onOpen, refetch])
  return <RoundsContext value={value}>{children}</RoundsContext>
}

interface ChangeMarkProps {
  /** Path: `title`, or `items.amount` with the row's id. */
  readonly path: string
  readonly row?: string
  readonly field: FieldDefinition
  readonly currency?: CurrencyFormat
}

/** Prevents a line break between the value and the dot. */
const wordJoiner = '\u2060'

/** A dot after a changed value; on hover and focus it shows the previous value and who changed it. */
export function ChangeMark({ path, row, field, currency }: ChangeMarkProps) {
  const { t } = useRoundsText()
  const mark = useMark(path, row)
  if (!mark) return null
  return (
    <>
      {wordJoiner}
      <Popover trigger={['hover', 'focus']} placement="top" content={<Before mark={mark} field={field} currency={currency} />}>
        <button type="button" className="plain oa-change-mark relative" data-edited={mark.edits.length > 0 || undefined}
          aria-label={t('changed')} />
      </Popover>
    </>
  )
}

function Before(
  { mark: { change, edits }, field, currency }: { mark: FieldChange; field: FieldDefinition; currency: CurrencyFormat | undefined },
) {
  const { t, name } = useRoundsText()
  return (
    <dl className="oa-change-before stack gap-6">
      {change && (
        <div>
          <dt className="flex gap-10 between">{t('previous')}</dt>
          <dd className="anywhere">
            <Suspense>
              <FieldCell field={field} value={change.before} currency={currency} />
            </Suspense>
          </dd>
        </div>
      )}
      {edits.map((edit) => (
        <div key={edit.at}>
          <dt className="flex gap-10 between">
            {t('editedBy', { name: name(edit.by.name) })}
            <time className="num" dateTime={edit.at.replace(' ', 'T')}>{edit.at.slice(5, 16)}</time>
          </dt>
          <dd className="anywhere">
            <Suspense>
              <FieldCell field={field} value={edit.before} currency={currency} />
            </Suspense>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The mark of a row that was added since the previous round. */
export function RowMark({ table, row }: { table: string; row: string | undefined }) {
  const { t } = useRoundsText()
  const mark = useMark(table, row)
  return mark?.change && mark.change.before === null ? <Pill tone="accent">{t('newRow')}</Pill> : null
}
