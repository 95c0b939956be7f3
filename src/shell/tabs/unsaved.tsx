import { Button } from 'antd'
import { useCallback, useEffect } from 'react'
import { useDialogs } from '../dialogs/dialogs-context.tsx'
import { useText } from '../text.tsx'

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

/** Returns a function that asks before unsaved input is discarded: save a draft if possible, discard, or continue editing. */
export function useUnsavedQuestion(): (unsaved: UnsavedChoices) => Promise<boolean> {
  const dialogs = useDialogs()
  const { t } = useText()
  return useCallback(
    async ({ save }) => {
      const ask = await dialogs()
      return new Promise<boolean>((resolve) => {
        const dialog = ask.confirm({
          title: t('tabs.unsaved'),
          onCancel: () => resolve(false),
          footer: () => (
            <div className="ant-modal-confirm-btns">
              {save && <Button onClick={() => void save().then(() => end(true), () => end(false))}>{t('tabs.saveDraft')}</Button>}
              <Button danger onClick={() => end(true)}>{t('tabs.discard')}</Button>
              <Button type="primary" autoFocus onClick={() => end(false)}>{t('tabs.keep')}</Button>
            </div>
          ),
        })
        const end = (may: boolean) => {
          dialog.destroy()
          resolve(may)
        }
      })
    },
    [dialogs, t],
  )
}
