import { useEffect } from 'react'

/** Selector of dialogs, including antd's drawer, which focuses its frame before the dialog inside. */
const dialog = '[role="dialog"], .ant-drawer'

/**
 * Restores the focus when a dialog that holds it is unmounted, one within another dialog included; a dialog that stays mounted does so
 * itself. If it was opened by a key with nothing focused, the focus moves to the main content.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const opened = new Map<Element, HTMLElement | null>()
    const enter = ({ target, relatedTarget }: FocusEvent) => {
      const entered = dialogOf(target)
      if (!entered || entered === dialogOf(relatedTarget)) return
      const opener = relatedTarget instanceof HTMLElement ? relatedTarget : null
      // back from a dialog that was opened within this one
      if (opened.has(entered) && (opener === null || dialogOf(opener))) return
      opened.set(entered, opener)
    }
    const observer = new MutationObserver(() => {
      const gone = [...opened].filter(([box]) => !box.isConnected).toReversed()
      if (gone.length === 0) return
      for (const [box, opener] of gone) {
        opened.delete(box)
        if (isNothingFocused()) opener?.focus({ preventScroll: true })
      }
      if (isNothingFocused()) document.getElementById('main')?.focus({ preventScroll: true })
    })
    addEventListener('focusin', enter)
    // dialogs are portals, direct children of the body
    observer.observe(document.body, { childList: true })
    return () => {
      removeEventListener('focusin', enter)
      observer.disconnect()
    }
  }, [])
}

const dialogOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest(dialog) : null)

const isNothingFocused = () => document.activeElement === document.body
