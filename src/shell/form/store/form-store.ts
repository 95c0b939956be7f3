import { check, checkOpened } from '#kernel/evaluate/checks/check.ts'
import { Memory } from '#kernel/evaluate/plan/memory.ts'
import type { FormState } from '#kernel/evaluate/form-state.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FieldState, visibilityIn, type Visibility } from '#kernel/evaluate/access/states.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import { startValueReason } from './start-value-reason.ts'
import { PendingCalculation } from './pending-calculation.ts'
import { acceptancesOf, type CellName, nameOfCell, pathOfCell, readCell, withRows, writeCell } from './cell.ts'
import { isInBlankRow, outsideBlankRows } from './blank-rows.ts'
import { withoutEchoes } from './echoes.ts'
import { outsideUncutAmounts } from './approved-amounts.ts'
import { LeftFields } from './left-fields.ts'
import { Listeners } from './listeners.ts'
import { Marks } from './marks.ts'
import { pauseAfter } from './pause.ts'
import { byName, type Problem, problemOf } from './problems.ts'
import { Refusals } from './refusals.ts'
import { keepSame } from './same-rows.ts'
import { derive } from './derive.ts'
import { Uploads } from './uploads.ts'
import { writableOf } from './writable.ts'
import type { StoreOptions } from './store-options.ts'

/**
 * A form's value while somebody works on it: outside of React, so that a key in one cell draws one cell. What follows from
 * the key is found out a moment later, several keys at once; whoever sends or keeps the form asks for it first (`flush`).
 * `entered` is what the person put in, `value` what follows from it.
 */
export class FormStore {
  readonly form: Form
  readonly at: string | undefined
  value: FormValue
  entered: FormValue
  /** The value that everything followed from last. */
  derivedFrom: FormValue | undefined
  /** Counts the person's changes. */
  changes = 0
  private readonly options: StoreOptions
  private readonly writable: (path: string) => boolean
  private states: Visibility
  private readonly known = new Map<string, FieldState>()
  /** Milliseconds that the last following took. */
  private cost = 0
  private problems: ReadonlyMap<string, Problem> = new Map()
  private readonly refusals = new Refusals()
  private listed: readonly Problem[] | undefined
  private readonly left = new LeftFields()
  private isAttempted = false
  private answered: FormValue | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The last results of the form's expressions. */
  readonly memory = new Memory()
  private opened: FormState | undefined
  private readonly listeners = new Listeners()
  readonly marks = new Marks(() => this.listeners.notify())
  readonly pendingCalculation = new PendingCalculation()
  /** Files on their way: the form is not sent before they have arrived. */
  readonly uploads = new Uploads()

  constructor(options: StoreOptions) {
    this.options = options
    this.form = options.form
    this.at = options.at
    this.entered = options.entered
    this.writable = writableOf(options)
    this.value = options.entered
    this.states = () => ({ visible: false, required: false })
    this.flush()
  }

  /** Tells when everything has followed. */
  readonly subscribe = this.listeners.subscribe
  /** Called at once for each entry. */
  readonly onEntry = this.listeners.onEntry
  /** Tells the same as `subscribe`, and at once what is entered into one cell. */
  watch = (name: string, listener: () => void): () => void => this.listeners.watch(name, listener)

  read = (cell: CellName): unknown => readCell(this.value, cell)
  state = (cell: CellName, name = nameOfCell(cell)): FieldState => this.knownState(name, () => pathOfCell(this.value, cell))
  /** Of a field, or of a column: shown when any of its cells is. */
  stateAt = (path: string): FieldState => this.knownState(path, () => path)
  editable = (path: string): boolean => this.writable(path)
  becauseOf = (key: string): Label | undefined => this.opened && startValueReason(this.opened, key)

  /** The problem to show at a place: the server's, or that of a field that was left. */
  problemAt(name: string): Problem | undefined {
    const refused = this.refusals.at(name)
    if (refused) return refused
    return this.isAttempted || this.left.has(name) ? this.problems.get(name) : undefined
  }

  /** Returns all problems, shown or not, in the order of the form. */
  allProblems(): readonly Problem[] {
    this.listed ??= [...new Map([...this.problems, ...this.refusals.all()]).values()]
    return this.listed
  }

  /** Returns whether the person was shown a problem. */
  get isRefused(): boolean {
    return this.isAttempted || this.allProblems().some(({ name, level }) => level === 'block' && this.problemAt(name) !== undefined)
  }

  /** Returns whether a place has a problem, shown or not. */
  isBlocked = (name: string): boolean => (this.refusals.at(name) ?? this.problems.get(name))?.level === 'block'

  /** Returns whether the cell was entered by the person rather than filled in. */
  isEntered = (cell: CellName): boolean => readCell(this.entered, cell) !== undefined

  set(cell: CellName, entered: unknown): void {
    this.entered = writeCell(withRows(this.entered, cell, this.value), cell, entered)
    this.value = writeCell(this.value, cell, entered)
    this.forget(cell)
    this.marks.forget(nameOfCell(cell))
    this.changed(nameOfCell(cell))
  }

  /** Empties fields, and forgets what the server proposed for them. */
  empty(keys: readonly string[]): void {
    const none = Object.fromEntries(keys.map((key) => [key, undefined]))
    this.entered = { ...this.entered, ...none }
    this.answered = this.answered && { ...this.answered, ...none }
    this.changed()
    this.flush()
  }

  /** The field was left: its problem is shown once the last entry has been judged, in a row only after the row's first entry. */
  leave(cell: CellName): void {
    if (!isInBlankRow(this.entered, cell)) this.left.leave(nameOfCell(cell), this.timer === undefined)
    this.notify()
  }

  /** Problems of fields that are left between the two are shown with the second. */
  press = (): void => this.left.press()
  release = (): void => void (this.left.release(this.timer === undefined) && this.notify())

  /** Replaces a table's rows: added, removed, moved. */
  setRows(key: string, change: (rows: readonly FormValue[]) => readonly FormValue[]): void {
    const rows = this.entered[key] === undefined ? rowsAt(this.value, key) : rowsAt(this.entered, key)
    this.entered = { ...this.entered, [key]: change(rows) }
    this.changed()
    this.flush()
  }

  /** Adds an empty row, whose defaults follow; answers its id. */
  addRow(key: string, like: FormValue = {}): string {
    const rowId = newRowId()
    this.setRows(key, (rows) => [...rows, { ...like, rowId }])
    return rowId
  }

  /** Takes over what the server made of the form, and what it has against it. */
  answer(value: FormValue, refused: readonly Problem[]): void {
    const { form, entered, options } = this
    this.answered = withoutEchoes(value, { form, entered, facts: options.facts(), currentUser: options.currentUser() })
    this.refusals.answer(refused, this.changes)
    this.flush()
  }

  /** Shows the server's problems, and those of every field. */
  refuse(refused: readonly Problem[]): void {
    this.refusals.refuse(refused, this.changes)
    this.isAttempted = true
    this.notify()
  }

  /** Calculates and judges at once, as before sending. */
  flush(): void {
    clearTimeout(this.timer)
    this.follow()
    this.judge()
  }

  /** Finds what is wrong, by the same rules as on the server. */
  check(): readonly FieldProblem[] {
    const { at, opened } = this
    if (at === undefined) return []
    return opened && this.value === this.derivedFrom
      ? checkOpened(opened, { at })
      : check(this.form, this.value, this.options.facts(), { at })
  }

  /** Replaces everything that was entered, e.g. by a draft. */
  load(entered: FormValue): void {
    this.entered = entered
    this.answered = undefined
    this.refusals.clear()
    this.left.clear()
    this.isAttempted = false
    this.flush()
  }

  dispose = (): void => clearTimeout(this.timer)

  /** A changed field is no longer what the server refused; an acceptance ends with what was accepted. */
  private forget({ key, rowId, column }: CellName): void {
    this.refusals.forget(['', key, nameOfCell({ key, rowId, column })])
    for (const acceptance of acceptancesOf(this.form, { key, rowId, column })) this.entered = writeCell(this.entered, acceptance, undefined)
  }

  /** Fills in, computes and shows what follows from what was entered. */
  private follow(): void {
    const started = performance.now()
    const { form, at, answered, memory, options } = this
    this.opened = derive(this.entered, { form, at, facts: options.facts(), currentUser: options.currentUser(), answered,
      editable: this.writable, memory })
    this.value = keepSame(this.derivedFrom, this.opened.value)
    this.states = visibilityIn(this.opened)
    this.derivedFrom = this.value
    this.known.clear()
    this.cost = performance.now() - started
    this.notify()
  }

  /** Finds what is wrong. */
  private judge(): void {
    this.timer = undefined
    const found = this.check().map((problem) => problemOf(this.form, this.value, problem))
    this.problems = byName(outsideUncutAmounts(this, outsideBlankRows(this, found)))
    this.left.judge()
    this.notify()
  }

  /** In two steps, so that a key between them need not wait for both. */
  private changed(name?: string): void {
    this.changes++
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.follow()
      this.timer = setTimeout(() => this.judge())
    }, pauseAfter(this.cost))
    this.listed = undefined
    this.listeners.notifyEntry(name)
  }

  private knownState(name: string, path: () => string): FieldState {
    let state = this.known.get(name)
    if (!state) this.known.set(name, state = this.states(path()))
    return state
  }

  private notify(): void {
    this.listed = undefined
    this.listeners.notify()
  }
}
