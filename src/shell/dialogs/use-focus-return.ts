import { useEffect } from 'react'

/** antd's drawer focuses its frame before the dialog within it. */
const dialog = '[role="dialog"], .ant-drawer'

/**
 * Gives the focus back to what had it, when a dialog goes from the page while it holds the focus: one that stays
 * mounted does so itself, one that is unmounted leaves nothing focused. Opened by a key with nothing focused, it leaves
 * the reader at the content.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let opener: HTMLElement | null = null
    let open: Element | null = null
    const enter = ({ target, relatedTarget }: FocusEvent) => {
      const entered = dialogOf(target)
      if (!entered || dialogOf(relatedTarget)) return
      open = entered
      opener = relatedTarget instanceof HTMLElement ? relatedTarget : null
    }
    const observer = new MutationObserver(() => {
      if (!open || open.isConnected) return
      open = null
      if (isNothingFocused()) opener?.focus({ preventScroll: true })
      if (isNothingFocused()) document.getElementById('main')?.focus({ preventScroll: true })
    })
    addEventListener('focusin', enter)
    // Dialogs are drawn right below the body.
    observer.observe(document.body, { childList: true })
    return () => {
      removeEventListener('focusin', enter)
      observer.disconnect()
    }
  }, [])
}

const dialogOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest(dialog) : null)

const isNothingFocused = () => document.activeElement === document.body
