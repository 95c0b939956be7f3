import type { Label } from '#kernel/wording/label.ts'
import { byName, type Problem, withoutThose } from './problems.ts'

type Listener = () => void

/** Listeners of a form store: to recomputations, to single cells, and to each input. */
export class Listeners {
  private readonly all = new Set<Listener>()
  private readonly entries = new Set<Listener>()
  private readonly cells = new Map<string, Set<Listener>>()

  readonly subscribe = (listener: Listener): () => void => added(this.all, listener)

  /** Subscribes to changes by the user, synchronously. */
  readonly onEntry = (listener: Listener): () => void => added(this.entries, listener)

  /** Subscribes to recomputations, and synchronously to changes of one cell. */
  watch(name: string, listener: Listener): () => void {
    const cell = this.cells.get(name) ?? new Set()
    this.cells.set(name, cell)
    const stops = [added(this.all, listener), added(cell, listener)]
    return () => {
      for (const stop of stops) stop()
      if (cell.size === 0) this.cells.delete(name)
    }
  }

  notify(): void {
    for (const listener of this.all) listener()
  }

  /** Notifies of an input in a cell; without name, in several cells. */
  notifyEntry(name?: string): void {
    for (const listener of this.entries) listener()
    if (name === undefined) return this.notify()
    for (const listener of this.cells.get(name) ?? []) listener()
  }
}

function added(set: Set<Listener>, listener: Listener): () => void {
  set.add(listener)
  return () => void set.delete(listener)
}

/** Fields that lost the focus, whose problems may be shown; one blurred right after an input only once that was checked. */
export class LeftFields {
  private readonly checked = new Set<string>()
  private readonly waiting = new Set<string>()
  private readonly pressed = new Set<string>()
  private isPressed = false

  has = (name: string): boolean => this.checked.has(name)

  leave(name: string, isJudged: boolean): void {
    const fields = this.isPressed ? this.pressed : isJudged ? this.checked : this.waiting
    fields.add(name)
  }

  /** Pointer down: showing problems now could move the pressed element. */
  press(): void {
    this.isPressed = true
  }

  /** Pointer up; returns whether fields were blurred in between. */
  release(isJudged: boolean): boolean {
    this.isPressed = false
    const names = [...this.pressed]
    this.pressed.clear()
    for (const name of names) this.leave(name, isJudged)
    return names.length > 0
  }

  /** Marks all input so far as checked. */
  judge(): void {
    for (const name of this.waiting) this.checked.add(name)
    this.waiting.clear()
  }

  clear(): void {
    this.checked.clear()
    this.waiting.clear()
    this.pressed.clear()
  }
}

/** Maximum waiting time in ms. */
const longest = 10_000

/** Whether a calculation on the server is running or due, whose answer may still add rows. */
export class PendingCalculation {
  private isPending = false
  private waiting: (() => void)[] = []

  set(isPending: boolean): void {
    this.isPending = isPending
    if (isPending) return
    for (const go of this.waiting.splice(0)) go()
  }

  /** Resolves when no calculation is pending, at the latest after ten seconds. */
  async ended(): Promise<void> {
    if (!this.isPending) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longest)
      this.waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** The server's problems with a form, by cell. */
export class Refusals {
  private held: ReadonlyMap<string, Problem> = new Map()
  /** Change count at which a submission was refused. */
  private refusedAt: number | undefined

  at = (name: string): Problem | undefined => this.held.get(name)
  all = (): ReadonlyMap<string, Problem> => this.held

  /** Sets the problems of a calculation; those of a refused submission are kept until the next change. */
  answer(problems: readonly Problem[], changes: number): void {
    this.held = new Map([...(this.refusedAt === changes ? this.held : []), ...byName(problems)])
  }

  /** Sets the problems of a refused submission. */
  refuse(problems: readonly Problem[], changes: number): void {
    this.held = byName(problems)
    this.refusedAt = changes
  }

  forget(names: readonly string[]): void {
    this.held = withoutThose(this.held, names)
  }

  clear(): void {
    this.held = new Map()
    this.refusedAt = undefined
  }
}

/**
 * A module's mark on a cell or row, until the user changes it. `fresh`: a row just filled in; `busy`: a check is running; `doubtful`:
 * should be reviewed; `wrong`: will be refused.
 */
export interface CellMark {
  readonly tone: 'fresh' | 'busy' | 'sound' | 'doubtful' | 'wrong'
  /** Short text next to the value. */
  readonly tag?: Label
  readonly text?: Label
}

/** Marks by cell (`items:r1:amount`) or row (`items:r1`). */
export class Marks {
  private readonly held = new Map<string, CellMark>()

  constructor(private readonly notify: () => void) {}

  at = (name: string): CellMark | undefined => this.held.get(name)

  put(marks: readonly (readonly [name: string, mark: CellMark])[]): void {
    for (const [name, mark] of marks) this.held.set(name, mark)
    this.notify()
  }

  remove(names: readonly string[]): void {
    const removed = names.filter((name) => this.held.delete(name))
    if (removed.length > 0) this.notify()
  }

  /** Removes the mark of a changed cell. Does not notify; the caller does. */
  forget(name: string): void {
    this.held.delete(name)
  }
}
