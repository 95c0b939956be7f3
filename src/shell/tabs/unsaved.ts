import { useEffect } from 'react'

/** The options of a page when its tab is closed with unsaved input. */
export interface UnsavedChoices {
  /** Saves a draft; offered in the dialog if present. */
  readonly save?: () => Promise<void>
}

/**
 * Unsaved input by tab; a page may have several sources. Kept outside of React state, so that a change re-renders only the dot of its tab.
 * Effects of a hidden page are cleaned up while its input remains, so sources are removed with their tab, not by an effect.
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

  /** Sets the unsaved input of a source; undefined removes it. */
  report(tab: string, source: string, unsaved: UnsavedChoices | undefined): void {
    if (unsaved) this.sources.set(source, { tab, unsaved })
    else if (!this.sources.delete(source)) return
    this.notify()
  }

  /** Removes the unsaved input of closed tabs. */
  keep(tabs: ReadonlySet<string>): void {
    for (const [source, { tab }] of this.sources) if (!tabs.has(tab)) this.sources.delete(source)
    this.notify()
  }

  /** Discards the unsaved input of a tab, when it is refreshed. */
  end(tab: string): void {
    for (const [source, held] of this.sources) if (held.tab === tab) this.sources.delete(source)
    this.notify()
  }

  private notify(): void {
    for (const listener of this.listeners) listener()
  }
}

/** Makes the browser confirm before the window closes with unsaved input. */
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
