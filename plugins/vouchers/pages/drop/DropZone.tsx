import { CameraOutlined, CheckCircleFilled, CloseOutlined, ExclamationCircleFilled, LoadingOutlined, ScanOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState,
  useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { keyAs } from '#kernel/fields/roles.ts'
import { fillText } from '#kernel/wording/translate.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { nameOfCell } from '#shell/form/store/cell.ts'
import type { CellMark } from '#shell/form/store/store-parts.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { type Batch, type Intake, intakeOf, type IntakeState, type Job, type Work } from './intake.ts'
import { JourneyQuestions } from '../journey/JourneyQuestions.tsx'
import { ForAllRows } from './ForAllRows.tsx'
import { columnsOf, isInRmb, placeOf, takeBack } from './placing.ts'
import { isOpen, useDropText, useWork } from './use-work.ts'
import { cn, en } from '../sharing/texts.ts'
import { type InvoiceRow, invoiceRowsOf, type Share, sharesOf, useInvoiceTotals } from '../sharing/shares.ts'
import './drop.css'

/**
 * Drop zone and file chooser for invoices: each invoice fills a row of the table. Files dropped elsewhere on the form are routed to a
 * table.
 */
export function DropZone({ table }: { table: string }) {
  const store = useStore()
  const { t } = useDropText()
  const isMobile = useIsMobile()
  const zone = useRef<HTMLDivElement>(null)
  const intake = intakeOf(store)
  const state = useSyncExternalStore(intake.subscribe, intake.snapshot)
  const work = useWork()
  const add = (files: readonly File[], place: Pick<Job, 'table' | 'row'> = { table }) =>
    intake.add(files.map((file) => ({ name: file.name, file, ...place })), work.read)
  useInvoicesOfAddress(intake, firstOf(store) === table ? work.read : undefined)
  const isOver = usePageDrop(zone, (files, at) => {
    // each zone gets the drop: the one for the target table takes the files, or the first one if dropped outside all tables
    const place = placeAt(store, at)
    const isMeant = place ? place.table === table : firstOf(store) === table
    if (isMeant) add(files, place ?? {})
    return isMeant
  })
  const failed = state.jobs.filter((job) => job.failure !== undefined && (job.table ?? firstOf(store)) === table)
  return (
    <div ref={zone} data-invoices={table} role="group" aria-label={t('zoneName')}>
      <div className={isOver ? 'oa-drop is-over row dashed round-6 wrap between' : 'oa-drop row dashed round-6 wrap between'}>
        {isMobile ? <PhoneButtons table={table} onFiles={add} /> : (
          <span className="oa-drop-words">
            <ScanOutlined aria-hidden />
            <span>{t('zone')}</span>
            <span className="muted">{t('zoneMore')}</span>
            <Chooser table={table} onFiles={add}>{t('choose')}</Chooser>
          </span>
        )}
        <Status intake={intake} state={state} table={table} />
      </div>
      <AfterFilling intake={intake} state={state} table={table} isFirst={firstOf(store) === table} />
      {failed.map((job) => (
        <Failure key={job.key} job={job} onRetry={job.isFinal ? undefined : () => intake.retry(job, work.read)}
          onAttach={job.attachment === undefined ? undefined : () => intake.retry(job, work.attach)}
          onDismiss={() => intake.dismiss(job)} />
      ))}
    </div>
  )
}

interface AfterProps {
  readonly intake: Intake
  readonly state: IntakeState
  readonly table: string
  readonly isFirst: boolean
}

/** Follow-up after filling: one value for all rows that lack it, and open questions of a journey. */
function AfterFilling({ intake, state: { filled, done, total, leftOut }, table, isFirst }: AfterProps) {
  return (
    <>
      {done === total && <ForAllRows table={table} rows={filled} />}
      {isFirst && <JourneyQuestions leftOut={leftOut} onForget={() => intake.forgetLeftOut()} />}
      {isFirst && <SharedMarks />}
    </>
  )
}

/** Renders nothing; runs the hook in the first zone only. */
function SharedMarks() {
  useSharedMarks()
  return null
}

/** The editable, visible tables of the form with invoices. */
const openTables = (store: FormStore) => invoiceTables(store.form.fields).filter((table) => isOpen(store, table))

const firstOf = (store: FormStore) => openTables(store)[0]

/** Table and row that files were dropped on; undefined if outside a table, or if that table is not editable. */
function placeAt(store: FormStore, at: Element): Pick<Job, 'table' | 'row'> | undefined {
  const table = at.closest('.oa-rowtable')?.getAttribute('data-cell')
  const row = at.closest('[data-row]')?.getAttribute('data-row')
  return table && openTables(store).includes(table) ? { table, ...(row && { row }) } : undefined
}

interface ChooserProps {
  readonly children: ReactNode
  onFiles(files: readonly File[]): void
}

/** A button that opens a file chooser for the file types of the table. */
function Chooser({ table, children, onFiles }: ChooserProps & { readonly table: string }) {
  const columns = useStore().form.fields[table]?.columns ?? {}
  const { extensions = [] } = columns[keyAs(columns, 'invoiceFiles') ?? ''] ?? {}
  const [open, input] = useFileInput({ multiple: true, accept: extensions.map((each) => `.${each}`).join(',') }, onFiles)
  return (
    <>
      <Button type="link" className="oa-drop-link" size="small" onClick={open}>{children}</Button>
      {input}
    </>
  )
}

/** A button that opens the camera of a phone. */
function Camera({ children, onFiles }: ChooserProps) {
  const [open, input] = useFileInput({ accept: 'image/*', capture: 'environment' }, onFiles)
  return (
    <>
      <Button icon={<CameraOutlined aria-hidden />} onClick={open}>{children}</Button>
      {input}
    </>
  )
}

function useFileInput(attributes: InputHTMLAttributes<HTMLInputElement>,
  onFiles: ChooserProps['onFiles']): readonly [open: () => void, input: ReactNode] {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    onFiles(files)
  }
  return [() => input.current?.click(), <input key="files" ref={input} hidden type="file" {...attributes} onChange={take} />]
}

function PhoneButtons({ table, onFiles }: { table: string } & Pick<ChooserProps, 'onFiles'>) {
  const { t } = useDropText()
  return (
    <span className="oa-drop-words">
      <Camera onFiles={onFiles}>{t('photo')}</Camera>
      <Chooser table={table} onFiles={onFiles}>{t('chooseMobile')}</Chooser>
    </span>
  )
}

/** Progress of the files; then the filled rows with undo, until the form is changed. */
function Status({ intake, state: { total, done, batch }, table }: { intake: Intake; state: IntakeState; table: string }) {
  const { t } = useDropText()
  const changes = usePart((store) => store.changes)
  const isBusy = done < total
  const hasSummary = !isBusy && batch !== undefined && batch.changes === changes && batch.rows.length > 0 &&
    batch.rows.at(-1)?.table === table
  return (
    <span className="oa-drop-status second normal" role="status">
      {isBusy && (
        <>
          <LoadingOutlined aria-hidden /> {t('progress', { done, total })}
        </>
      )}
      {hasSummary && <Filled batch={batch} onUndone={() => intake.forget()} />}
    </span>
  )
}

function Filled({ batch, onUndone }: { batch: Batch; onUndone(): void }) {
  const store = useStore()
  const { t } = useDropText()
  const [first] = batch.rows
  const undo = () => {
    if (batch.undo) batch.undo()
    else takeBack(store, batch.rows)
    onUndone()
  }
  return (
    <>
      <CheckCircleFilled className="oa-drop-done" aria-hidden />
      <span className="cut">
        {first && batch.rows.length === 1
          ? t('filledRow', { row: placeOf(store, first), file: batch.files[0] ?? '' })
          : t('filledRows', { rows: batch.rows.length, files: batch.files.length, count: batch.files.length })}
      </span>
      <Button type="link" className="oa-drop-link" size="small" onClick={undo}>{t('undo')}</Button>
    </>
  )
}

interface FailureProps {
  readonly job: Job
  readonly onRetry: (() => void) | undefined
  readonly onAttach: (() => void) | undefined
  onDismiss(): void
}

/** A file that filled no row, with the reason. */
function Failure({ job: { name, failure }, onRetry, onAttach, onDismiss }: FailureProps) {
  const { t } = useDropText()
  return (
    <div className="oa-drop-failure row line-bottom wrap gap-2-8 normal" role="alert">
      <ExclamationCircleFilled aria-hidden />
      <span className="oa-drop-file medium clip nowrap" title={name}>{name}</span>
      <span className="oa-drop-reason second grow">{failure}</span>
      {onRetry && <Button type="link" className="oa-drop-link" size="small" onClick={onRetry}>{t('retry')}</Button>}
      {onAttach && <Button type="link" className="oa-drop-link" size="small" onClick={onAttach}>{t('attach')}</Button>}
      <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('dismiss', { file: name })} onClick={onDismiss} />
    </div>
  )
}

const taken = new WeakSet<Intake>()

/** Fills rows with the pooled invoices in the URL (`?invoices=`), once; `work` is defined in one table only. */
function useInvoicesOfAddress(intake: Intake, work: Work | undefined): void {
  const named = new URLSearchParams(useLocation().search).get('invoices') ?? ''
  const take = useEffectEvent(() => {
    if (!work || named === '' || taken.has(intake)) return
    taken.add(intake)
    intake.add(named.split(',').slice(0, mostInvoices).map((attachment) => ({ name: attachment, attachment })), work)
  })
  useEffect(() => {
    take()
  }, [])
}

/** Maximum number of invoices in the URL. */
const mostInvoices = 50

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/**
 * Handles files dropped anywhere on the form around an element, unless a field handles them. `take` returns whether it accepts the files,
 * since every zone of the form is asked. @returns whether files are being dragged over the form
 */
function usePageDrop(zone: RefObject<HTMLElement | null>, take: (files: readonly File[], at: Element) => boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  const takesFiles = useEffectEvent(take)
  useEffect(() => {
    const within = ({ target }: DragEvent): boolean =>
      target instanceof Element && zone.current?.closest('.oa-editor')?.contains(target) === true
    const over = (event: DragEvent) => {
      const isMeant = hasFiles(event) && within(event)
      // otherwise the browser would open the dropped file
      if (isMeant) event.preventDefault()
      setIsOver(isMeant)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (event.defaultPrevented || !hasFiles(event) || !within(event) || !(event.target instanceof Element)) return
      if (takesFiles([...(event.dataTransfer?.files ?? [])], event.target)) event.preventDefault()
    }
    // React's listeners are below the document: a field that handles the drop has already prevented the default
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [zone])
  return isOver
}

/** Marks rows that share an invoice with the remaining amount of it, updated as rows change. */
function useSharedMarks(): void {
  const store = useStore()
  const rowsText = usePart(sharedRowsOf)
  const shared = useMemo(() => JSON.parse(rowsText) as readonly InvoiceRow[], [rowsText])
  const known = useInvoiceTotals(shared.flatMap(({ files }) => files))
  const replaced = useRef(new Map<string, { readonly mark: CellMark; readonly before: CellMark | undefined }>())
  useEffect(() => {
    const news = new Map(
      sharesOf(shared, isInRmb(store) ? known : []).flatMap((share) =>
        share.rows.map((row) => [cellOf(store, row), markOf(store, row, share)] as const)
      ),
    )
    for (const [name, { mark, before }] of replaced.current) {
      if (store.marks.at(name) !== mark) continue
      store.marks.remove([name])
      if (before) store.marks.put([[name, before]])
    }
    replaced.current.clear()
    for (const [name, mark] of news) {
      const before = store.marks.at(name)
      if (before?.tone === 'wrong') continue
      replaced.current.set(name, { mark, before })
      store.marks.put([[name, mark]])
    }
  }, [store, shared, known])
}

/** The rows that share invoices, serialized: changes exactly when the marks need an update. */
const sharedRowsOf = (store: FormStore): string => JSON.stringify(sharesOf(invoiceRowsOf(store), []).flatMap(({ rows }) => rows))

const cellOf = (store: FormStore, { table, rowId }: InvoiceRow): string =>
  nameOfCell({ key: table, rowId, column: keyAs(columnsOf(store, table), 'invoiceNumber') ?? '' })

function markOf(store: FormStore, row: InvoiceRow, { rows, used, total, left, above }: Share): CellMark {
  const label = (key: keyof typeof cn, parameters: Parameters = {}): Label => {
    const others = rows.filter((each) => each !== row).map((each) => placeLabel(store, each, row.table))
    return { cn: fillText(cn[key], { ...parameters, rows: others.map((each) => each.cn).join('、') }, 'cn'),
      en: fillText(en[key], { ...parameters, rows: others.map((each) => each.en).join(', ') }, 'en') }
  }
  if (total === undefined || left === undefined) return { tone: 'doubtful', tag: label('unknownTag'), text: label('unknown') }
  return above.includes(row)
    ? { tone: 'wrong', tag: label('aboveTag'), text: label('above', { total, used }) }
    : { tone: 'sound', tag: label('leftTag', { left }), text: label('shared', { total, left }) }
}

/** Label of a row: its number, and its table if that differs from `own`. */
function placeLabel(store: FormStore, { table, place }: InvoiceRow, own: string): Label {
  const field = store.form.fields[table]
  const key = table === own || !field ? 'row' : 'rowOf'
  return { cn: fillText(cn[key], { n: place, table: field?.cn ?? '' }, 'cn'),
    en: fillText(en[key], { n: place, table: field?.en ?? '' }, 'en') }
}
