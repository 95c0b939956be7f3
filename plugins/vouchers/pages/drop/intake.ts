import type { FormStore } from '#shell/form/store/form-store.ts'
import { nameOfCell } from '#shell/form/store/cell.ts'
import type { FilledRow } from './placing.ts'
import type { VoucherWithFile } from '../journey/fill.ts'
import type { JourneyResult, LeftOutFile } from '../journey/journey-of-form.ts'

/** A file being processed, or one that failed. */
export interface Job {
  readonly key: number
  readonly name: string
  /** Absent if already uploaded. */
  readonly file?: File
  /** The table that it was dropped on; absent if dropped outside a table. */
  readonly table?: string
  readonly row?: string
  /** Id of the uploaded file, after the upload. */
  readonly attachment?: string
  /** Reason of the failure. */
  readonly failure?: string
  /** The failure is permanent: no retry is offered. */
  readonly isFinal?: boolean
}

/** The rows filled by the last drop. */
export interface Batch {
  readonly rows: readonly FilledRow[]
  readonly files: readonly string[]
  /** Change counter of the form after filling; undo is no longer offered once it increases. */
  readonly changes: number
  /** Undoes the whole drop; if absent, it is undone row by row. */
  undo?(): void
}

export interface IntakeState {
  readonly jobs: readonly Job[]
  /** Number of files in the running drop, and how many are done. */
  readonly total: number
  readonly done: number
  readonly batch: Batch | undefined
  /** All rows filled since the form was opened, including rows deleted since. */
  readonly filled: readonly FilledRow[]
  /** Vouchers of a journey that are not claimed by any row. */
  readonly leftOut: readonly LeftOutFile[]
}

/** Vouchers that are filled in together with those of the other files of the drop, as one journey. */
export interface PendingVouchers {
  readonly gathered: readonly VoucherWithFile[]
  /** Resolves once pending calculations of the form have ended. */
  ready(): Promise<void>
  finish(all: readonly VoucherWithFile[], fileOf: (job: number) => string): JourneyResult & {
    readonly failures: ReadonlyMap<number, string>
  }
}

export type IntakeOutcome = readonly FilledRow[] | { readonly failure: string; readonly isFinal?: boolean } | PendingVouchers

/** Processes one file: upload, reading, filling. Resolves to filled rows, vouchers of a journey, or a failure. */
export type Work = (job: Job, learn: (part: Partial<Job>) => void) => Promise<IntakeOutcome>

/** Maximum number of files processed concurrently. */
const atOnce = 3
/** Duration of the highlight of a filled row, in ms. */
const tinted = 6000

let keys = 0

/** Queue of dropped files of a form, processed concurrently; shared by its tables. */
export class Intake {
  private state: IntakeState = { jobs: [], total: 0, done: 0, batch: undefined, filled: [], leftOut: [] }
  private readonly listeners = new Set<() => void>()
  private readonly waiting: (() => Promise<void>)[] = []
  private running = 0
  private readonly together: { readonly job: Job; readonly waiting: PendingVouchers }[] = []

  constructor(private readonly store: FormStore) {}

  readonly subscribe = (listener: () => void): () => void => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly snapshot = (): IntakeState => this.state

  add(jobs: readonly Omit<Job, 'key'>[], work: Work): void {
    const isIdle = this.state.total === this.state.done
    const news = jobs.map((job) => ({ ...job, key: ++keys }))
    const isBehind = this.state.batch !== undefined && this.state.batch.changes === this.store.changes && !isIdle
    this.change({ jobs: [...this.state.jobs, ...news], total: (isIdle ? 0 : this.state.total) + news.length,
      done: isIdle ? 0 : this.state.done, ...(!isBehind && { batch: undefined }), ...(isIdle && { leftOut: [] }) })
    for (const { key } of news) this.enqueue(key, work)
  }

  retry(job: Job, work: Work): void {
    this.dismiss(job)
    const { name, file, table, row, attachment } = job
    this.add([{ name, ...(file && { file }), ...(table !== undefined && { table }), ...(row !== undefined && { row }),
      ...(attachment !== undefined && { attachment }) }], work)
  }

  dismiss({ key }: Pick<Job, 'key'>): void {
    this.change({ jobs: this.state.jobs.filter((job) => job.key !== key) })
  }

  /** Withdraws the offer to undo the last drop. */
  forget(): void {
    this.change({ batch: undefined })
  }

  /** Dismisses the list of left-out vouchers. */
  forgetLeftOut(): void {
    this.change({ leftOut: [] })
  }

  private enqueue(key: number, work: Work): void {
    this.store.uploads.set(`invoice-file-${key}`, true)
    this.waiting.push(() => this.run(key, work))
    this.next()
  }

  private next(): void {
    if (this.running >= atOnce) return
    const task = this.waiting.shift()
    if (!task) return
    this.running++
    void task().finally(() => {
      this.running--
      this.next()
    })
  }

  private async run(key: number, work: Work): Promise<void> {
    const job = this.state.jobs.find((each) => each.key === key)
    const outcome = job ? await work(job, (part) => this.changeJob(key, part)) : []
    this.store.uploads.set(`invoice-file-${key}`, false)
    if ('failure' in outcome) {
      this.changeJob(key, outcome)
      this.change({ done: this.state.done + 1 })
    } else if (job && 'gathered' in outcome) this.together.push({ job, waiting: outcome })
    else if (job && !('gathered' in outcome)) this.finish(job, outcome)
    await this.finishTogether()
  }

  /** Fills in the gathered vouchers once all files are done and the form has no pending calculation. */
  private async finishTogether(): Promise<void> {
    if (!this.isThrough()) return
    this.store.uploads.set('invoice-files-together', true)
    await this.together[0]?.waiting.ready()
    this.store.uploads.set('invoice-files-together', false)
    // files added meanwhile: postponed until they are done too
    const all = this.isThrough() ? this.together.splice(0) : []
    const [first] = all
    if (first) this.fillTogether(all, first)
  }

  /** Returns whether all files of the drop are done or failed. */
  private isThrough(): boolean {
    return this.together.length > 0 && this.state.done + this.together.length === this.state.total
  }

  private fillTogether(all: typeof this.together, first: (typeof this.together)[number]): void {
    const names = new Map(all.map(({ job }) => [job.key, job.name]))
    const { rows, leftOut, failures, undo } = first.waiting.finish(all.flatMap(({ waiting }) => waiting.gathered),
      (job) => names.get(job) ?? '')
    const { batch, filled, jobs } = this.state
    this.change({
      filled: [...filled, ...rows],
      jobs: jobs.flatMap((job) => {
        const failure = failures.get(job.key)
        return failure !== undefined ? [{ ...job, failure, isFinal: true }] : names.has(job.key) ? [] : [job]
      }),
      leftOut,
      done: this.state.done + all.length,
      batch: { rows: [...(batch?.rows ?? []), ...rows], files: [...(batch?.files ?? []), ...names.values()], changes: this.store.changes,
        ...(!batch && { undo }) },
    })
    this.untint(rows)
  }

  private finish(job: Job, rows: readonly FilledRow[]): void {
    const { batch, filled, jobs, done } = this.state
    this.change({
      filled: [...filled, ...rows],
      jobs: jobs.filter(({ key }) => key !== job.key),
      done: done + 1,
      batch: { rows: [...(batch?.rows ?? []), ...rows], files: [...(batch?.files ?? []), job.name], changes: this.store.changes },
    })
    this.untint(rows)
  }

  private untint(rows: readonly FilledRow[]): void {
    setTimeout(() => this.store.marks.remove(rows.map(({ table, rowId }) => nameOfCell({ key: table, rowId }))), tinted)
  }

  private changeJob(key: number, part: Partial<Job>): void {
    this.change({ jobs: this.state.jobs.map((job) => (job.key === key ? { ...job, ...part } : job)) })
  }

  private change(part: Partial<IntakeState>): void {
    this.state = { ...this.state, ...part }
    for (const listener of this.listeners) listener()
  }
}

const intakes = new WeakMap<FormStore, Intake>()

/** The intake of a form, created on first use. */
export function intakeOf(store: FormStore): Intake {
  const known = intakes.get(store) ?? new Intake(store)
  intakes.set(store, known)
  return known
}
