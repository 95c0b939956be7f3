import { useEffect, useState } from 'react'
import { Floating } from './Floating.tsx'
import type { Anchor, FloatingSide } from './place.ts'

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
  return tip && <Floating className="oa-tip" role="tooltip" anchor={tip.anchor} side={tip.side}>{tip.text}</Floating>
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
  text: owner.dataset['tip'] ?? owner.textContent ?? '',
  anchor: owner.getBoundingClientRect(),
  side: owner.dataset['tipSide'] === 'right' ? 'right' : 'below-end',
})

/** The hovered element if its text is truncated and it has no `title`. */
function cutText(target: HTMLElement): HTMLElement | undefined {
  const cut = [target, target.parentElement].find((element) =>
    element && element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'
  )
  return cut && !cut.closest('[title]:not([title=""])') ? cut : undefined
}
