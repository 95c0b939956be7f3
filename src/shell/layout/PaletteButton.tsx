import { SearchOutlined } from '@ant-design/icons'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useKeyHold } from '../key-hold.ts'
import { commandKey } from '../keys.ts'
import { onPaletteRequest } from '../palette/open-palette.ts'
import { useText } from '../text.tsx'

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))

/** Opens the search over everything, as does Ctrl or ⌘ with K from anywhere. Without room it is its sign alone. */
export function PaletteButton({ isNarrow = false }: { isNarrow?: boolean }) {
  const { t } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const close = useCallback(() => setIsOpen(false), [])
  const hold = useKeyHold()
  const open = useCallback(() => {
    hold(close)
    setIsOpen(true)
  }, [hold, close])
  usePaletteKey(() => (isOpen ? close() : open()))
  useEffect(() => {
    return onPaletteRequest(open)
  }, [open])
  return (
    <>
      <button type="button" className={isNarrow ? 'plain oa-tool' : 'plain oa-find'} aria-label={t('shell.find')} aria-haspopup="dialog"
        onClick={open}
      >
        <SearchOutlined aria-hidden />
        {!isNarrow && (
          <>
            <span className="cut">{t('shell.find')}</span>
            <kbd aria-hidden>{commandKey} K</kbd>
          </>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Works in inputs too: nothing else takes this key. */
function usePaletteKey(toggle: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
