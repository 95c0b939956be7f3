import type { FormStore } from '#shell/form/store/form-store.ts'
import { nameOfCell } from '#shell/form/store/cell.ts'
import type { FilledRow } from './placing.ts'
import type { VoucherWithFile } from '../journey/fill.ts'
import type { JourneyResult, LeftOutFile } from '../journey/journey-of-form.ts'

/** A file on its way into rows, or one that did not get there. */
export interface Job {
  readonly key: number
  readonly name: string
  /** Absent where it is uploaded already. */
  readonly file?: File
  /** The table that it was dropped on; absent beside the tables. */
  readonly table?: string
  readonly row?: string
  /** Id of the uploaded file, once it is there. */
  readonly attachment?: string
  /** The reason for which it fills nothing in. */
  readonly failure?: string
  /** Trying again cannot help. */
  readonly isFinal?: boolean
}

/** The rows that the last files filled in. */
export interface Batch {
  readonly rows: readonly FilledRow[]
  readonly files: readonly string[]
  /** Changes of the form when it was filled in: a later one ends the offer to take it back. */
  readonly changes: number
  /** Takes back what was filled in as a whole; without it, row by row. */
  undo?(): void
}

export interface IntakeState {
  readonly jobs: readonly Job[]
  /** Files of the running drop, and how many of them are through. */
  readonly total: number
  readonly done: number
  readonly batch: Batch | undefined
  /** Every row that a file filled in since the form was opened; some may be gone. */
  readonly filled: readonly FilledRow[]
  /** Vouchers of a journey that no row claims. */
  readonly leftOut: readonly LeftOutFile[]
}

/** Vouchers that wait for those of the other files: together they tell a journey. */
export interface PendingVouchers {
  readonly gathered: readonly VoucherWithFile[]
  /** Once the form has everything that they are put beside. */
  ready(): Promise<void>
  finish(all: readonly VoucherWithFile[], fileOf: (job: number) => string): JourneyResult & {
    readonly failures: ReadonlyMap<number, string>
  }
}

export type IntakeOutcome = readonly FilledRow[] | { readonly failure: string; readonly isFinal?: boolean } | PendingVouchers

/** Does one file: uploads, reads, fills in. Answers the rows, the vouchers of a journey, or why not. */
export type Work = (job: Job, learn: (part: Partial<Job>) => void) => Promise<IntakeOutcome>

/** Files that are read at once. */
const atOnce = 3
/** Milliseconds that a filled row is tinted. */
const tinted = 6000

let keys = 0

/** Files that fill in a form, several at once; shared by its tables. */
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

  /** The offer to take the last files back is over. */
  forget(): void {
    this.change({ batch: undefined })
  }

  /** The person has seen what was left out. */
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

  /** Every file is through: what they say together is filled in, as soon as the form is ready for it. */
  private async finishTogether(): Promise<void> {
    if (!this.isThrough()) return
    this.store.uploads.set('invoice-files-together', true)
    await this.together[0]?.waiting.ready()
    this.store.uploads.set('invoice-files-together', false)
    // files that came meanwhile go on when they are through
    const all = this.isThrough() ? this.together.splice(0) : []
    const [first] = all
    if (first) this.fillTogether(all, first)
  }

  /** Returns whether every file of the drop is read, or failed. */
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

/** The one intake of a form. */
export function intakeOf(store: FormStore): Intake {
  const known = intakes.get(store) ?? new Intake(store)
  intakes.set(store, known)
  return known
}
