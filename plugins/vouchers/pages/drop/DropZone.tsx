import { CameraOutlined, CheckCircleFilled, CloseOutlined, ExclamationCircleFilled, LoadingOutlined, ScanOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { type Batch, type Intake, intakeOf, type IntakeState, type Job } from './intake.ts'
import { JourneyQuestions } from '../journey/JourneyQuestions.tsx'
import { ForAllRows } from './ForAllRows.tsx'
import { placeOf, takeBack } from './placing.ts'
import { useSharedMarks } from '../sharing/use-shared-marks.ts'
import { useDropText } from './text.ts'
import { usePageDrop } from './use-page-drop.ts'
import { useInvoicesOfAddress } from './use-invoices-of-address.ts'
import { isOpen, useWork } from './use-work.ts'
import './drop.css'

/**
 * The zone where invoices are dropped or chosen: each fills in a row of the table. Dropped elsewhere on the form, they find their table.
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
    // of several zones, the one that is meant takes the files, and the first one those that fell beside all
    const place = placeAt(store, at)
    const isMeant = place ? place.table === table : firstOf(store) === table
    if (isMeant) add(files, place ?? {})
    return isMeant
  })
  const failed = state.jobs.filter((job) => job.failure !== undefined && (job.table ?? firstOf(store)) === table)
  return (
    <div ref={zone} data-invoices={table} role="group" aria-label={t('zoneName')}>
      <div className={isOver ? 'oa-drop is-over' : 'oa-drop'}>
        {isMobile ? <PhoneButtons table={table} onFiles={add} /> : (
          <span className="oa-drop-words">
            <ScanOutlined aria-hidden />
            <span>{t('zone')}</span>
            <span className="oa-drop-more">{t('zoneMore')}</span>
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

/** The questions that files leave open: a choice for all of their rows, and what a journey lacks. */
function AfterFilling({ intake, state: { filled, done, total, leftOut }, table, isFirst }: AfterProps) {
  return (
    <>
      {done === total && <ForAllRows table={table} rows={filled} />}
      {isFirst && <JourneyQuestions leftOut={leftOut} onForget={() => intake.forgetLeftOut()} />}
      {isFirst && <SharedMarks />}
    </>
  )
}

/** Draws nothing itself. */
function SharedMarks() {
  useSharedMarks()
  return null
}

/** The tables of the form that take invoices now. */
const openTables = (store: FormStore) => invoiceTables(store.form.fields).filter((table) => isOpen(store, table))

const firstOf = (store: FormStore) => openTables(store)[0]

/** The table, and the row, that files were dropped on; none where the table takes no invoices now. */
function placeAt(store: FormStore, at: Element): Pick<Job, 'table' | 'row'> | undefined {
  const table = at.closest('.oa-rowtable')?.getAttribute('data-cell')
  const row = at.closest('[data-row]')?.getAttribute('data-row')
  return table && openTables(store).includes(table) ? { table, ...(row && { row }) } : undefined
}

interface ChooserProps {
  readonly children: ReactNode
  onFiles(files: readonly File[]): void
}

/** A button that asks for files of the kinds that the table takes. */
function Chooser({ table, children, onFiles }: ChooserProps & { readonly table: string }) {
  const columns = useStore().form.fields[table]?.columns ?? {}
  const { extensions = [] } = columns[keyAs(columns, 'invoiceFiles') ?? ''] ?? {}
  const [open, input] = useFileInput({ multiple: true, accept: extensions.map((each) => `.${each}`).join(',') }, onFiles)
  return (
    <>
      <Button type="link" size="small" onClick={open}>{children}</Button>
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

/** The progress of the files; then which rows they filled in, until the form is changed. */
function Status({ intake, state: { total, done, batch }, table }: { intake: Intake; state: IntakeState; table: string }) {
  const { t } = useDropText()
  const changes = usePart((store) => store.changes)
  const isBusy = done < total
  const hasSummary = !isBusy && batch !== undefined && batch.changes === changes && batch.rows.length > 0 &&
    batch.rows.at(-1)?.table === table
  return (
    <span className="oa-drop-status" role="status">
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
      <Button type="link" size="small" onClick={undo}>{t('undo')}</Button>
    </>
  )
}

interface FailureProps {
  readonly job: Job
  readonly onRetry: (() => void) | undefined
  readonly onAttach: (() => void) | undefined
  onDismiss(): void
}

/** A file that filled nothing in, with the reason. */
function Failure({ job: { name, failure }, onRetry, onAttach, onDismiss }: FailureProps) {
  const { t } = useDropText()
  return (
    <div className="oa-drop-failure" role="alert">
      <ExclamationCircleFilled aria-hidden />
      <span className="oa-drop-file" title={name}>{name}</span>
      <span className="oa-drop-reason">{failure}</span>
      {onRetry && <Button type="link" size="small" onClick={onRetry}>{t('retry')}</Button>}
      {onAttach && <Button type="link" size="small" onClick={onAttach}>{t('attach')}</Button>}
      <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('dismiss', { file: name })} onClick={onDismiss} />
    </div>
  )
}
