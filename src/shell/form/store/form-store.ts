import { check, checkOpened, sentence } from '#kernel/evaluate/checks/check.ts'
import { Memory } from '#kernel/evaluate/plan/memory.ts'
import type { FormState } from '#kernel/evaluate/form-state.ts'
import { isRow, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { type FieldState, type Visibility, visibilityIn } from '#kernel/evaluate/access/states.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { LeftFields, Listeners, Marks, PendingCalculation, Refusals } from './store-parts.ts'
import { acceptancesOf, type CellName, nameOfCell, pathOfCell, readCell, withRows, writeCell } from './cell.ts'
import { isInBlankRow, outsideBlankRows } from './blank-rows.ts'
import { derive, withoutEchoes } from './derive.ts'
import { byName, outsideUncutAmounts, type Problem, problemOf } from './problems.ts'

/** Reuses unchanged rows and lists of the previous value, so that React does not re-render them. */
function keepSame(before: FormValue | undefined, after: FormValue): FormValue {
  if (!before) return after
  const kept = Object.fromEntries(
    Object.entries(after).map(([key, held]) => [key, Array.isArray(held) ? keptList(before[key], held) : held]),
  )
  return holdsSame(before, kept) ? before : kept
}

function keptList(before: unknown, after: readonly unknown[]): readonly unknown[] {
  if (!Array.isArray(before) || before === after) return after
  const known = new Map(before.filter(isRow).map((row) => [rowIdOf(row), row]))
  const kept = after.map((row) => keptRow(row, known))
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept
}

function keptRow(row: unknown, known: ReadonlyMap<string | undefined, FormValue>): unknown {
  const before = isRow(row) && rowIdOf(row) !== undefined ? known.get(rowIdOf(row)) : undefined
  return before && isRow(row) && holdsSame(before, row) ? before : row
}

function holdsSame(before: FormValue, after: FormValue): boolean {
  const keys = Object.keys(after)
  return keys.length === Object.keys(before).length && keys.every((key) => Object.is(before[key], after[key]) && key in before)
}

/** The cells with running uploads. */
export class Uploads {
  private readonly cells = new Set<string>()
  private waiting: (() => void)[] = []

  set(cell: string, isUnderWay: boolean): void {
    if (isUnderWay) this.cells.add(cell)
    else this.cells.delete(cell)
    if (!this.isUnderWay()) { for (const go of this.waiting.splice(0)) go() }
  }

  isUnderWay = (): boolean => this.cells.size > 0

  /** Resolves when all uploads have ended. */
  async ended(): Promise<void> {
    if (this.isUnderWay()) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }
}

/** Returns a predicate for editable paths: the given ones, in any row; without `editable`, by the form's declaration. */
function writableOf({ form, at, editable }: Pick<StoreOptions, 'form' | 'at' | 'editable'>): (path: string) => boolean {
  if (editable) {
    const paths = new Set(editable)
    return (path) => paths.has(path.replace(/\.\d+(?=\.|$)/, ''))
  }
  return at === undefined ? () => false : editableFields(form, at)
}

/** The explanation of a field's default, while its condition holds. */
function startValueReason({ scope }: Pick<FormState, 'scope'>, key: string): Label | undefined {
  const because = scope.plan.byKey.get(key)?.because
  return because && scope.holds(because.when) ? sentence(because, scope, undefined) : undefined
}

/** Limits of the delay, in ms. */
const shortest = 60

const longest = 400

/**
 * Delay in ms after the last change until derived fields, conditions and checks are recomputed: after the input is painted, and longer if
 * the computation is slow.
 */
const pauseAfter = (cost: number): number => Math.min(longest, Math.max(shortest, 4 * cost))

/**
 * The state of a form being filled in. Outside of React, so that a key press re-renders one cell only. Derived values follow a moment
 * later, for several key presses at once; call `flush` before sending or saving. `entered` is the user's input, `value` the result
 * including derived values.
 */
export class FormStore {
  readonly form: Form
  readonly at: string | undefined
  value: FormValue
  entered: FormValue
  /** The value for which everything was last recomputed. */
  derivedFrom: FormValue | undefined
  /** Number of the user's changes. */
  changes = 0
  private readonly options: StoreOptions
  private readonly writable: (path: string) => boolean
  private states: Visibility
  private readonly known = new Map<string, FieldState>()
  /** Duration of the last recomputation, in ms. */
  private cost = 0
  private problems: ReadonlyMap<string, Problem> = new Map()
  private readonly refusals = new Refusals()
  private listed: readonly Problem[] | undefined
  private readonly left = new LeftFields()
  private isAttempted = false
  private answered: FormValue | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Cache of the results of the form's expressions. */
  readonly memory = new Memory()
  private opened: FormState | undefined
  private readonly listeners = new Listeners()
  readonly marks = new Marks(() => this.listeners.notify())
  readonly pendingCalculation = new PendingCalculation()
  /** Running uploads; the form is not sent before they have ended. */
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

  /** Subscribes to recomputations. */
  readonly subscribe = this.listeners.subscribe
  /** Subscribes to changes by the user, synchronously. */
  readonly onEntry = this.listeners.onEntry
  /** Subscribes to recomputations, and synchronously to changes of one cell. */
  watch = (name: string, listener: () => void): () => void => this.listeners.watch(name, listener)

  read = (cell: CellName): unknown => readCell(this.value, cell)
  state = (cell: CellName, name = nameOfCell(cell)): FieldState => this.knownState(name, () => pathOfCell(this.value, cell))
  /** The state of a field or column; a column is visible when any of its cells is. */
  stateAt = (path: string): FieldState => this.knownState(path, () => path)
  editable = (path: string): boolean => this.writable(path)
  becauseOf = (key: string): Label | undefined => this.opened && startValueReason(this.opened, key)

  /** The problem shown at a cell: the server's, or that of a field that lost the focus. */
  problemAt(name: string): Problem | undefined {
    const refused = this.refusals.at(name)
    if (refused) return refused
    return this.isAttempted || this.left.has(name) ? this.problems.get(name) : undefined
  }

  /** All problems, shown or not, in the order of the form. */
  allProblems(): readonly Problem[] {
    this.listed ??= [...new Map([...this.problems, ...this.refusals.all()]).values()]
    return this.listed
  }

  /** Whether a problem is shown to the user. */
  get isRefused(): boolean {
    return this.isAttempted || this.allProblems().some(({ name, level }) => level === 'block' && this.problemAt(name) !== undefined)
  }

  /** Returns whether a cell has a blocking problem, shown or not. */
  isBlocked = (name: string): boolean => (this.refusals.at(name) ?? this.problems.get(name))?.level === 'block'

  /** Returns whether a cell was entered by the user and not filled in automatically. */
  isEntered = (cell: CellName): boolean => readCell(this.entered, cell) !== undefined

  set(cell: CellName, entered: unknown): void {
    this.entered = writeCell(withRows(this.entered, cell, this.value), cell, entered)
    this.value = writeCell(this.value, cell, entered)
    this.forget(cell)
    this.marks.forget(nameOfCell(cell))
    this.changed(nameOfCell(cell))
  }

  /** Clears fields, including the server's proposals for them. */
  empty(keys: readonly string[]): void {
    const none = Object.fromEntries(keys.map((key) => [key, undefined]))
    this.entered = { ...this.entered, ...none }
    this.answered = this.answered && { ...this.answered, ...none }
    this.changed()
    this.flush()
  }

  /** On blur: shows the field's problem once the last input was checked; in a row only after its first input. */
  leave(cell: CellName): void {
    if (!isInBlankRow(this.entered, cell)) this.left.leave(nameOfCell(cell), this.timer === undefined)
    this.notify()
  }

  /** Pointer down and up: problems of fields blurred in between are shown on release. */
  press = (): void => this.left.press()
  release = (): void => void (this.left.release(this.timer === undefined) && this.notify())

  /** Replaces a table's rows, to add, remove or move rows. */
  setRows(key: string, change: (rows: readonly FormValue[]) => readonly FormValue[]): void {
    const rows = this.entered[key] === undefined ? rowsAt(this.value, key) : rowsAt(this.entered, key)
    this.entered = { ...this.entered, [key]: change(rows) }
    this.changed()
    this.flush()
  }

  /** Adds an empty row, to which defaults are applied; returns its id. */
  addRow(key: string, like: FormValue = {}): string {
    const rowId = newRowId()
    this.setRows(key, (rows) => [...rows, { ...like, rowId }])
    return rowId
  }

  /** Applies the server's calculation: its value, and its problems. */
  answer(value: FormValue, refused: readonly Problem[]): void {
    const { form, entered, options } = this
    this.answered = withoutEchoes(value, { form, entered, facts: options.facts(), currentUser: options.currentUser() })
    this.refusals.answer(refused, this.changes)
    this.flush()
  }

  /** Shows the server's problems, and those of all fields. */
  refuse(refused: readonly Problem[]): void {
    this.refusals.refuse(refused, this.changes)
    this.isAttempted = true
    this.notify()
  }

  /** Recomputes and checks at once, e.g. before sending. */
  flush(): void {
    clearTimeout(this.timer)
    this.follow()
    this.judge()
  }

  /** Checks the value by the same rules as the server. */
  check(): readonly FieldProblem[] {
    const { at, opened } = this
    if (at === undefined) return []
    return opened && this.value === this.derivedFrom
      ? checkOpened(opened, { at })
      : check(this.form, this.value, this.options.facts(), { at })
  }

  /** Replaces the whole input, e.g. by a draft. */
  load(entered: FormValue): void {
    this.entered = entered
    this.answered = undefined
    this.refusals.clear()
    this.left.clear()
    this.isAttempted = false
    this.flush()
  }

  dispose = (): void => clearTimeout(this.timer)

  /** On a change: clears the server's refusal of the field, and the acceptances of questions about it. */
  private forget({ key, rowId, column }: CellName): void {
    this.refusals.forget(['', key, nameOfCell({ key, rowId, column })])
    for (const acceptance of acceptancesOf(this.form, { key, rowId, column })) this.entered = writeCell(this.entered, acceptance, undefined)
  }

  /** Recomputes defaults, derived values and states from the input. */
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

  /** Checks the value and updates the problems. */
  private judge(): void {
    this.timer = undefined
    const found = this.check().map((problem) => problemOf(this.form, this.value, problem))
    this.problems = byName(outsideUncutAmounts(this, outsideBlankRows(this, found)))
    this.left.judge()
    this.notify()
  }

  /** Schedules recomputation and check as two tasks, so that a key press in between is handled promptly. */
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

interface StoreOptions {
  readonly form: Form
  /** `start` while filing, a node id for its approver, undefined for a reader. */
  readonly at: string | undefined
  readonly entered: FormValue
  facts(): FormFacts
  /** The record of the current user. */
  currentUser(): Readonly<Record<string, unknown>>
  /** Editable paths. @default by the form's declaration */
  readonly editable?: readonly string[]
}
