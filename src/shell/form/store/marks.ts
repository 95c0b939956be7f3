import type { Label } from '#kernel/wording/label.ts'

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
