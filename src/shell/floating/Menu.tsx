import { Fragment, useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Floating } from './Floating.tsx'
import type { Anchor, FloatingSide } from './place.ts'

export interface MenuItem {
  readonly key: string
  readonly label: ReactNode
  readonly disabled?: boolean
  /** Checked state of a radio item. */
  readonly checked?: boolean
  choose(): void
}

/** A group of menu items between separators, with an optional heading. */
export interface MenuSection {
  readonly key: string
  readonly name?: string
  readonly head?: ReactNode
  readonly items: readonly MenuItem[]
}

export interface MenuProps {
  readonly anchor: Anchor
  readonly side: FloatingSide
  readonly name: string
  readonly sections: readonly MenuSection[]
  onClose(): void
}

/**
 * A menu. Arrow keys move, Enter chooses; Escape, Tab and an outside click close it; the focus returns to the opener.
 */
export function Menu({ anchor, side, name, sections, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null)
  useFocusInside(box)
  useOutside(box, onClose)

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') return onClose()
    const items = itemsOf(box.current)
    const next = nextOf(event.key, items.indexOf(document.activeElement as HTMLElement), items.length)
    if (next === undefined) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <Floating anchor={anchor} side={side} ref={box} className="oa-floating oa-actions" role="menu" aria-label={name} tabIndex={-1}
      onKeyDown={press}
    >
      {sections.filter(({ head, items }) => head !== undefined || items.length > 0).map(({ key, name: title, head, items }) => (
        <Fragment key={key}>
          {head}
          <div className="oa-actions-section" role="group" aria-label={title}>
            {title && <p aria-hidden>{title}</p>}
            {items.map((item) => <Item key={item.key} item={item} onClose={onClose} />)}
          </div>
        </Fragment>
      ))}
    </Floating>
  )
}

function Item({ item: { label, disabled, checked, choose }, onClose }: { item: MenuItem; onClose(): void }) {
  const act = () => {
    onClose()
    choose()
  }
  return (
    <button type="button" className="plain" role={checked === undefined ? 'menuitem' : 'menuitemradio'} aria-checked={checked} tabIndex={-1}
      disabled={disabled} onClick={act}
    >
      {label}
    </button>
  )
}

const itemsOf = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]

function nextOf(key: string, current: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowDown') return (current + 1) % count
  return key === 'ArrowUp' ? (Math.max(current, 0) - 1 + count) % count : undefined
}

function useFocusInside(box: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && (document.activeElement === document.body || document.activeElement === null))
        before.focus({ preventScroll: true })
    }
  }, [box])
}

function useOutside(box: { readonly current: HTMLElement | null }, onClose: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  const press = useCallback(({ target }: Event) => {
    // the opener toggles the menu itself
    if (target instanceof Element && !box.current?.contains(target) && !target.closest('[aria-haspopup=menu][aria-expanded=true]'))
      close.current()
  }, [box])
  useEffect(() => {
    addEventListener('pointerdown', press, true)
    return () => removeEventListener('pointerdown', press, true)
  }, [press])
}
