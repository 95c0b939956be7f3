import { useEffect } from 'react'

/** The choices of a page when its tab is closed with unsaved input. */
export interface UnsavedChoices {
  /** Saves a draft; the question then offers it beside leaving. */
  readonly save?: () => Promise<void>
}

/**
 * Unsaved input by tab; a page may have several sources. It is kept outside of React: a page that becomes unsaved draws
 * the dot of its tab, not the shell and every page in it. A hidden page's effects are gone while its input is not:
 * sources end with their tab, never with an effect.
 */
export class UnsavedInput {
  private readonly sources = new Map<string, { readonly tab: string; readonly unsaved: UnsavedChoices }>()
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): () => void => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The unsaved input of a tab. */
  of(tab: string): UnsavedChoices | undefined {
    return [...this.sources.values()].findLast((source) => source.tab === tab)?.unsaved
  }

  isEmpty = (): boolean => this.sources.size === 0

  /** Tells what a source has unsaved now; undefined is nothing. */
  report(tab: string, source: string, unsaved: UnsavedChoices | undefined): void {
    if (unsaved) this.sources.set(source, { tab, unsaved })
    else if (!this.sources.delete(source)) return
    this.notify()
  }

  /** Forgets what the tabs that are gone had unsaved. */
  keep(tabs: ReadonlySet<string>): void {
    for (const [source, { tab }] of this.sources) if (!tabs.has(tab)) this.sources.delete(source)
    this.notify()
  }

  /** A tab begins anew: what it had is given up. */
  end(tab: string): void {
    for (const [source, held] of this.sources) if (held.tab === tab) this.sources.delete(source)
    this.notify()
  }

  private notify(): void {
    for (const listener of this.listeners) listener()
  }
}

/** While anything is unsaved the browser's own window asks before it closes. */
export function useWindowQuestion(unsaved: UnsavedInput): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const follow = () => (unsaved.isEmpty() ? removeEventListener('beforeunload', warn) : addEventListener('beforeunload', warn))
    const stop = unsaved.subscribe(follow)
    follow()
    return () => {
      stop()
      removeEventListener('beforeunload', warn)
    }
  }, [unsaved])
}
