/** A name inside a filter that is either an entry of the filtered items or a name of the outer scope. */
export interface ImplicitName {
  readonly name: string
  /** Dotted path of the filtered list; empty when it is computed. */
  readonly within: readonly string[]
}

/** A call of a function that reads a dictionary: its literal string arguments, undefined for computed ones. */
export interface Lookup {
  readonly function: string
  readonly texts: readonly (string | undefined)[]
}

/** A dotted path from a root name; null when the value is computed. */
export type Path = readonly string[] | null

interface Frame {
  /** The bound name, or undefined for a filter. */
  readonly name?: string
  readonly path: Path
}

/** Collects the names and paths that an expression uses while it is compiled. */
export class Usage {
  readonly names = new Set<string>()
  readonly paths: (readonly string[])[] = []
  readonly implicit: ImplicitName[] = []
  readonly lookups: Lookup[] = []
  /** The number of uses of `?`, the tested value. */
  questions = 0
  private readonly frames: Frame[] = []

  /** Compiles `body` with one more name, bound to the value at `path`. */
  bound<T>(name: string, path: Path, body: () => T): T {
    return this.framed({ name, path }, body)
  }

  /** Compiles `body` as a filter over the list at `path`. */
  filtered<T>(path: Path, body: () => T): T {
    return this.framed({ path }, body)
  }

  /** Returns whether a name is bound inside the expression. */
  isBound(name: string): boolean {
    return this.frames.some((frame) => frame.name === name)
  }

  /** Whether the current position is inside a filter, where an unbound name may be an entry of the items. */
  get inFilter(): boolean {
    return this.frames.some((frame) => frame.name === undefined)
  }

  /** The path that a name refers to; null if it is not known. */
  resolve(name: string): Path {
    for (const frame of this.inner()) {
      if (frame.name === name) return frame.path
      if (frame.name === undefined) return name === 'item' ? frame.path : null
    }
    return [name]
  }

  /** Records the use of a name. */
  use(name: string): void {
    if (name === '?') this.questions++
    for (const frame of this.inner()) {
      if (frame.name === name) return
      if (frame.name === undefined) {
        if (name !== 'item' && !this.isBound(name)) this.implicit.push({ name, within: frame.path ?? [] })
        return
      }
    }
    this.names.add(name)
  }

  /** Records the use of a path. */
  record(path: Path): void {
    if (path && !this.paths.some((known) => known.join('.') === path.join('.'))) this.paths.push(path)
  }

  private framed<T>(frame: Frame, body: () => T): T {
    this.frames.push(frame)
    try {
      return body()
    } finally {
      this.frames.pop()
    }
  }

  private inner(): Frame[] {
    return this.frames.toReversed()
  }
}
