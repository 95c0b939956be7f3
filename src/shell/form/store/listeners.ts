type Listener = () => void

/** Listeners to a form's changes: to everything that follows, to a cell, or to each entry as it is made. */
export class Listeners {
  private readonly all = new Set<Listener>()
  private readonly entries = new Set<Listener>()
  private readonly cells = new Map<string, Set<Listener>>()

  readonly subscribe = (listener: Listener): () => void => added(this.all, listener)

  /** Calls the listener at once after every change of the person. */
  readonly onEntry = (listener: Listener): () => void => added(this.entries, listener)

  /** Calls the listener after every change, and at once after an entry into one cell. */
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

  /** Something was entered; without a name, in several places. */
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
