import { CloudDownloadOutlined, ImportOutlined, SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { RowFetch, RowTaking } from '#kernel/fields/links.ts'
import type { RowsToTake } from '#kernel/answers.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { sameList, usePart, useStore } from '#shell/form/store/use-store.ts'
import { useFormText } from '#shell/form/texts.ts'
import { addable, updated, withoutUnlinked, withTaken } from './taken-rows.ts'

/** Props of a button that is disabled but focusable, with the reason as tooltip. */
const heldBack = (id: string, why: string) => ({ className: 'ant-btn-disabled', 'aria-disabled': true, 'aria-describedby': id,
  'data-tip': why })

const TakeDialog = lazy(async () => ({ default: (await import('./TakeDialog.tsx')).TakeDialog }))

interface TakeRowsProps {
  readonly table: string
  /** Maximum number of rows of the table. */
  readonly limit: number
}

/** Takes over rows of linked documents, while the initiator may add rows. */
export function TakeRows(props: TakeRowsProps) {
  const store = useStore()
  const taking = store.form.fields[props.table]?.takes
  const isOffered = usePart(({ stateAt }) => taking !== undefined && stateAt(taking.from).visible)
  return taking && isOffered && store.at === 'start' && store.editable(props.table) ? <Offered {...props} taking={taking} /> : null
}

function Offered({ table, limit, taking }: TakeRowsProps & { taking: RowTaking }) {
  const { t, label } = useFormText()
  const { reactions } = useBackend()
  const { run, isPending } = useCommand({ isQueued: true })
  const store = useStore()
  const linked = usePart(({ value }) => idsOf(value[taking.from]), sameList)
  const isOutdated = usePart((current) =>
    current.allProblems().some(({ name, code }) => name.startsWith(`${table}:`) && outdated.has(code))
  )
  const [answers, setAnswers] = useState<readonly RowsToTake[]>()
  const id = useId()

  // the client shows a failure; the button allows a retry
  const ask = (documents: readonly string[], done: (offers: readonly RowsToTake[]) => void) =>
    void run(
      (http) =>
        Promise.all(documents.map((document) => http.post<RowsToTake>(`/oaserver/${store.form.key}/rows/${table}/take`, { document }))),
      done,
    )
  const add = (offers: readonly RowsToTake[], among: (takenFrom: string) => boolean = () => true) => {
    const rows = offers.flatMap((offer) => addable(offer, heldIn(store, table), store.value['businessNo'])).filter(({ takenFrom }) =>
      among(takenFrom)
    )
    const held = withTaken(heldIn(store, table), rows)
    if (held.length > limit) return reactions.notify({ kind: 'refused', text: t('tooManyPasted', { limit }) })
    if (rows.length === 0) return
    store.setRows(table, () => held)
    reactions.notify({ kind: 'success', text: t('rowsTaken', { count: rows.length }) })
  }
  useLinkChanges(linked, {
    onAdded: (added) => ask(added, add),
    onRemoved: () => {
      const held = heldIn(store, table)
      const kept = withoutUnlinked(held, linked)
      if (kept === held) return
      store.setRows(table, () => kept)
      reactions.notify({ kind: 'success', text: t('rowsUnlinked', { count: held.length - kept.length }) })
    },
  })
  const update = () => ask(linked, (now) => store.setRows(table, (held) => updated(held, now, taking)))
  const link = store.form.fields[taking.from]
  const why = linked.length === 0 ? t('fetchFirst', { names: link ? label(link) : '' }) : undefined
  return (
    <>
      {isOutdated && linked.length > 0 && (
        <Button icon={<SyncOutlined aria-hidden />} loading={isPending} onClick={update}>{t('updateTaken')}</Button>
      )}
      <Button icon={<ImportOutlined aria-hidden />} loading={isPending} onClick={() => why === undefined && ask(linked, setAnswers)}
        {...(why !== undefined && heldBack(id, why))}
      >
        {t('takeRows')}
      </Button>
      {why !== undefined && <span id={id} className="unseen">{why}</span>}
      {answers && (
        <Suspense>
          <TakeDialog table={table} answers={answers} onClose={() => setAnswers(undefined)} onTake={(chosen) =>
            add(answers, (takenFrom) => chosen.has(takenFrom))} />
        </Suspense>
      )}
    </>
  )
}

/** Codes of the server for a row that differs from its source. */
const outdated: ReadonlySet<string> = new Set(['documents.takenChanged', 'documents.takenGone'])

interface LinkChanges {
  onAdded(added: readonly string[]): void
  onRemoved(): void
}

/** Reports links that are added or removed after the form was opened. */
function useLinkChanges(linked: readonly string[], changes: LinkChanges): void {
  const before = useRef(linked)
  const reportedChanges = useRef(changes)
  useEffect(() => {
    reportedChanges.current = changes
  })
  useEffect(() => {
    const [last, now] = [before.current, linked]
    before.current = now
    const added = now.filter((id) => !last.includes(id))
    if (last.some((id) => !now.includes(id))) reportedChanges.current.onRemoved()
    if (added.length > 0) reportedChanges.current.onAdded(added)
  }, [linked])
}

const heldIn = ({ entered, value }: FormStore, table: string): readonly FormValue[] =>
  rowsAt(entered[table] === undefined ? value : entered, table)

const idsOf = (held: unknown): readonly string[] =>
  (Array.isArray(held) ? held : [held]).filter((id): id is string => typeof id === 'string' && id !== '')

interface FetchAnswer {
  readonly rows: readonly FormValue[]
  readonly set?: FormValue
}

/** A button that fetches the rows of a table from another system. */
export function FetchButton({ table, fetching }: { table: string; fetching: RowFetch | undefined }) {
  return fetching && <OfferedFetch table={table} fetching={fetching} />
}

function OfferedFetch({ table, fetching }: { table: string; fetching: RowFetch }) {
  const { t, label } = useFormText()
  const { reactions } = useBackend()
  const { run, isPending } = useCommand()
  const store = useStore()
  const parameters = usePart((current) => fetching.by.map((name) => current.value[name]), sameList)
  const id = useId()
  const missing = fetching.by.filter((_, index) => isNothing(parameters[index]))
  const names = missing.flatMap((name) => (store.form.fields[name] ? [label(store.form.fields[name])] : [])).join(t('listed'))

  const fetch = () => {
    const by = Object.fromEntries(fetching.by.map((name, index) => [name, String(parameters[index])]))
    return run((http) => http.get<FetchAnswer>(fetching.call, by), (fetched) => {
      take(store, table, fetched)
      if (fetched.rows.length === 0) reactions.notify({ kind: 'warning', text: t('nothingFetched') })
    })
  }
  const why = missing.length > 0 ? t('fetchFirst', { names }) : undefined
  return (
    <>
      <Button icon={<CloudDownloadOutlined aria-hidden />} loading={isPending} onClick={() => why === undefined && void fetch()}
        {...(why !== undefined && heldBack(id, why))}
      >
        {label(fetching)}
      </Button>
      {why !== undefined && <span id={id} className="unseen">{why}</span>}
    </>
  )
}

/** Applies fetched rows and header values: input in rows that are fetched again is kept, and only empty header fields are set. */
function take(store: FormStore, table: string, { rows, set = {} }: FetchAnswer): void {
  store.setRows(table, (held) => {
    const entered = new Map(held.map((row) => [rowIdOf(row), row]))
    return rows.map((row) => ({ ...entered.get(rowIdOf(row)), ...row, rowId: rowIdOf(row) ?? newRowId() }))
  })
  for (const [key, value] of Object.entries(set)) {
    if (!isNothing(value) && isNothing(store.value[key]) && store.editable(key)) store.set({ key }, value)
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''
