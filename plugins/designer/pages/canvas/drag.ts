import { type DragEvent, useState } from 'react'
import type { FieldKind } from '#kernel/fields.ts'
import type { FieldPath, FieldPlace } from '../../model/content.ts'

/** A field that is dragged to another place, or a kind of which a field is to be added. */
export type Dragged = { readonly path: FieldPath } | { readonly kind: FieldKind }

/** A field or kind on its way over the canvas. */
export interface Dragging {
  readonly dragged: Dragged | undefined
  /** The place where it would be dropped now. */
  readonly place: FieldPlace | undefined
  start(event: DragEvent, dragged: Dragged): void
  over(event: DragEvent, place: FieldPlace): void
  end(): void
  drop(event: DragEvent): void
}

/** Follows a field or a kind that is dragged, and tells where it was dropped. */
export function useDragging(onDrop: (dragged: Dragged, place: FieldPlace) => void): Dragging {
  const [dragged, setDragged] = useState<Dragged>()
  const [place, setPlace] = useState<FieldPlace>()
  const end = () => {
    setDragged(undefined)
    setPlace(undefined)
  }
  return {
    dragged,
    place,
    start(event, next) {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'copyMove'
      event.dataTransfer.setData('text/plain', 'path' in next ? next.path : next.kind)
      // the browser takes the drag image before the canvas changes
      requestAnimationFrame(() => setDragged(next))
    },
    over(event, next) {
      if (!dragged || !fits(dragged, next)) return
      event.preventDefault()
      event.stopPropagation()
      if (!place || !isSame(place, next)) setPlace(next)
    },
    end,
    drop(event) {
      event.preventDefault()
      event.stopPropagation()
      if (dragged && place) onDrop(dragged, place)
      end()
    },
  }
}

/** A field cannot be dragged into or out of a table, because references to it would change their meaning. */
const fits = (dragged: Dragged, { table }: FieldPlace): boolean => {
  if ('kind' in dragged) return table === undefined || dragged.kind !== 'table'
  const own = dragged.path.includes('.') ? dragged.path.slice(0, dragged.path.indexOf('.')) : undefined
  return own === table
}

const isSame = (one: FieldPlace, other: FieldPlace): boolean =>
  one.section === other.section && one.table === other.table && one.before === other.before

/** Returns whether the pointer is over the first half of an element: before it, else behind it. */
export function isBefore({ clientX, clientY, currentTarget }: DragEvent): boolean {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const isWide = currentTarget instanceof HTMLElement && width > (currentTarget.parentElement?.clientWidth ?? 0) * 0.6
  return isWide ? clientY < top + height / 2 : clientX < left + width / 2
}
