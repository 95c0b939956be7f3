import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type DictionaryItem, itemsQuery, movedTo, sortPath } from './dictionaries.ts'

/** The events that a row's handle answers to. */
export interface Handle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface Drag {
  readonly id: string
  readonly ids: readonly string[]
}

/**
 * The order of a dictionary while it is dragged: rows change places at once and are sent when they are let go. By the
 * keyboard each step is sent. A refused order goes back to what holds.
 */
export function useOrder(type: string, items: readonly DictionaryItem[]) {
  const http = useHttp()
  const [drag, show] = useState<Drag>()
  // Letting go may come before the last move is drawn.
  const latest = useRef<Drag>(undefined)
  const setDrag = (next: Drag | undefined) => {
    latest.current = next
    show(next)
  }
  const [moved, setMoved] = useState<{ readonly item: DictionaryItem; readonly place: number }>()
  const { queryKey } = itemsQuery(http, type)
  const { run } = useCommand({ touches: [queryKey], isQueued: true })
  const byId = new Map(items.map((item) => [item.id, item]))
  const shown = drag ? drag.ids.flatMap((id) => byId.get(id) ?? []) : items

  const send = async (ids: readonly string[]) => {
    if (ids.every((id, place) => items[place]?.id === id)) return
    await run((to) => to.put(sortPath, { type, ids }), {
      optimistic: { queryKey, change: () => ids.flatMap((id) => byId.get(id) ?? []) },
    })
  }
  // The window listens: a row that changes its place lets go of what it had captured.
  const follow = (id: string) => {
    const listening = new AbortController()
    const move = (event: globalThis.PointerEvent) => {
      const { ids = [] } = latest.current ?? {}
      const over = placeUnder(event)
      if (over !== undefined) setDrag({ id, ids: movedTo(ids, ids.indexOf(id), over) })
    }
    const end = (isKept: boolean) => () => {
      listening.abort()
      if (isKept && latest.current) void send(latest.current.ids)
      setDrag(undefined)
    }
    addEventListener('pointermove', move, listening)
    addEventListener('pointerup', end(true), listening)
    addEventListener('pointercancel', end(false), listening)
  }
  const step = (id: string, by: 1 | -1) => {
    const from = items.findIndex((item) => item.id === id)
    const ids = movedTo(items.map((item) => item.id), from, from + by)
    const item = byId.get(id)
    if (item) setMoved({ item, place: ids.indexOf(id) + 1 })
    void send(ids)
  }
  const handleOf = (id: string): Handle => ({
    onPointerDown(event) {
      if (event.button !== 0) return
      setDrag({ id, ids: items.map((item) => item.id) })
      follow(id)
    },
    onKeyDown(event) {
      const by = event.altKey && steps[event.key]
      if (!by) return
      event.preventDefault()
      step(id, by)
    },
  })
  return { shown, dragged: drag?.id, moved, handleOf }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** The place under the pointer: which row is drawn there may be about to change, the place is not. */
const placeUnder = ({ clientX, clientY }: globalThis.PointerEvent): number | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLTableRowElement>('tr[data-item]')?.sectionRowIndex
