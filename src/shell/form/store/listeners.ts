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
