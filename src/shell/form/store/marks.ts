import type { Label } from '#kernel/wording/label.ts'

/**
 * The mark of a module on a cell or a row until the person changes it. `fresh`: a row that has just been filled in;
 * `busy`: it is being found out; `doubtful`: to be looked at; `wrong`: it will be refused.
 */
export interface CellMark {
  readonly tone: 'fresh' | 'busy' | 'sound' | 'doubtful' | 'wrong'
  /** One or two words beside the value. */
  readonly tag?: Label
  readonly text?: Label
}

/** Marks by the name of their cell (`items:r1:amount`) or row (`items:r1`). */
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

  /** The cell was changed; whoever changes it tells so. */
  forget(name: string): void {
    this.held.delete(name)
  }
}
