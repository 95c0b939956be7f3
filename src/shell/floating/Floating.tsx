import { type ComponentProps, Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useCallback, useEffect,
  useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import './floating.css'

/** The anchor of a floating element: a rectangle of the window, or a point. */
export type Anchor = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

type FloatingSide = 'below-start' | 'below-end' | 'right'

interface Size {
  readonly width: number
  readonly height: number
}

/** Distance in pixels to the anchor and to the window's edge. */
const gap = 6

/** Position of a box next to its anchor; flipped or shifted to stay inside the window. */
export function placeBeside(anchor: Anchor, box: Size, side: FloatingSide, frame: Size): { left: number; top: number } {
  const preferred = wantedPlace(anchor, box, side)
  const isTooLow = side !== 'right' && preferred.top + box.height > frame.height - gap && anchor.top - gap - box.height >= gap
  return {
    left: within(preferred.left, frame.width - box.width - gap),
    top: isTooLow ? anchor.top - gap - box.height : within(preferred.top, frame.height - box.height - gap),
  }
}

function wantedPlace(anchor: Anchor, box: Size, side: FloatingSide) {
  if (side === 'right') return { left: anchor.right + gap, top: (anchor.top + anchor.bottom - box.height) / 2 }
  return { left: side === 'below-end' ? anchor.right - box.width : anchor.left, top: anchor.bottom + gap }
}

const within = (value: number, most: number) => Math.max(gap, Math.min(value, most))

interface FloatingProps extends ComponentProps<'div'> {
  readonly anchor: Anchor
  readonly side: FloatingSide
}

/** A portal positioned next to its anchor. */
export function Floating({ anchor, side, ref, ...rest }: FloatingProps) {
  const own = useRef<HTMLDivElement>(null)
  const box = (ref as RefObject<HTMLDivElement | null> | undefined) ?? own
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { left, top } = placeBeside(anchor, { width: element.offsetWidth, height: element.offsetHeight }, side, { width: innerWidth,
      height: innerHeight })
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` })
  })
  return createPortal(<div {...rest} ref={box} />, document.body)
}

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

interface MenuProps {
  /** Opened with the keyboard: the first item has the focus, otherwise the menu itself. */
  readonly isByKey?: boolean
  readonly anchor: Anchor
  readonly side: FloatingSide
  readonly name: string
  readonly sections: readonly MenuSection[]
  onClose(): void
}

/**
 * A menu. Arrow keys move, Enter chooses; Escape, Tab and an outside click close it; the focus returns to the opener.
 */
export function Menu({ isByKey = false, anchor, side, name, sections, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null)
  useFocusInside(box, isByKey)
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
    <Floating anchor={anchor} side={side} ref={box} className="oa-floating oa-actions scroll elevated round-10 raised" role="menu"
      aria-label={name} tabIndex={-1} onKeyDown={press}
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

function useFocusInside(box: { readonly current: HTMLElement | null }, isByKey: boolean) {
  useEffect(() => {
    const before = document.activeElement
    const first = isByKey ? itemsOf(box.current)[0] : undefined
    ;(first ?? box.current)?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && (document.activeElement === document.body || document.activeElement === null))
        before.focus({ preventScroll: true })
    }
  }, [box, isByKey])
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

interface MenuButtonProps extends Pick<MenuProps, 'side' | 'sections'> {
  readonly className: string
  /** Accessible name of button and menu. */
  readonly name: string
  readonly children: ReactNode
}

/** A button that opens a menu. */
export function MenuButton({ className, name, side, sections, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<{ readonly anchor: Anchor; readonly isByKey: boolean }>()
  const close = () => setOpened(undefined)
  // a click without a pointer, by Enter or by another key of the page, has no count
  const toggle = ({ detail }: MouseEvent) =>
    setOpened(opened || !button.current ? undefined : { anchor: button.current.getBoundingClientRect(), isByKey: detail === 0 })

  return (
    <>
      <button ref={button} type="button" className={`plain ${className}`} aria-label={name} aria-haspopup="menu"
        aria-expanded={opened !== undefined} onClick={toggle}
      >
        {children}
      </button>
      {opened && <Menu {...opened} side={side} name={name} sections={sections} onClose={close} />}
    </>
  )
}

interface Tip {
  readonly text: string
  readonly anchor: Anchor
  readonly side: FloatingSide
}

/** Hover delay in ms. */
const rest = 300

/**
 * The page's single tooltip: shows the `data-tip` of the hovered or focused element, or the full text of a truncated one.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => {
    return watch(setTip)
  }, [])
  return tip && <Floating className="oa-tip round-6" role="tooltip" anchor={tip.anchor} side={tip.side}>{tip.text}</Floating>
}

function watch(show: (tip: Tip | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    show(undefined)
  }
  const soon = ({ target, type }: Event) => {
    hide()
    const owner = target instanceof HTMLElement ? (target.closest<HTMLElement>('[data-tip]') ?? cutText(target)) : undefined
    if (!owner || (type === 'focusin' && !owner.matches(':focus-visible'))) return
    timer = setTimeout(() => owner.isConnected && show(tipOf(owner)), type === 'focusin' ? 0 : rest)
  }
  const away = ['pointerout', 'focusout', 'pointerdown', 'keydown', 'scroll'] as const
  for (const name of ['pointerover', 'focusin']) addEventListener(name, soon)
  for (const name of away) addEventListener(name, hide, true)
  return () => {
    hide()
    for (const name of ['pointerover', 'focusin']) removeEventListener(name, soon)
    for (const name of away) removeEventListener(name, hide, true)
  }
}

const tipOf = (owner: HTMLElement): Tip => ({
  text: owner.dataset['tip'] ?? visibleText(owner),
  anchor: owner.getBoundingClientRect(),
  side: owner.dataset['tipSide'] === 'right' ? 'right' : 'below-end',
})

/** The text of an element without its parts for screen readers only. */
function visibleText(owner: HTMLElement): string {
  const copy = owner.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll('.unseen')) part.remove()
  return copy.textContent
}

/** The hovered element if its text is truncated and it has no `title`. */
function cutText(target: HTMLElement): HTMLElement | undefined {
  const cut = [target, target.parentElement].find((element) =>
    element && element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'
  )
  return cut && !cut.closest('[title]:not([title=""])') ? cut : undefined
}
