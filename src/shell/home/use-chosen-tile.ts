import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { nextTile } from './next-tile.ts'

/**
 * The tile that Enter in the search starts: the first of what is found, moved by the arrow keys while the caret stays in
 * the search. Left and right belong to the caret as long as there is text on their side.
 * No entry is chosen (-1) before something is typed, unless `isEager`. Enter that is pressed while the tiles are loading starts the first
 * once they are here, unless the text changes meanwhile.
 */
export function useChosenTile(keyword: string, { isEager, isLoading }: { readonly isEager: boolean; readonly isLoading: boolean }) {
  const [chosen, choose] = useState({ index: 0, keyword })
  const frame = useRef<HTMLDivElement>(null)
  const index = chosen.keyword === keyword ? chosen.index : 0
  const links = () => [...(frame.current?.querySelectorAll<HTMLElement>('.oa-tile a') ?? [])]
  const heldEnter = useRef<string>(undefined)
  useEffect(() => {
    if (isLoading || heldEnter.current === undefined) return
    const isSame = heldEnter.current === keyword
    heldEnter.current = undefined
    if (isSame) frame.current?.querySelector<HTMLElement>('.oa-tile a')?.click()
  }, [isLoading, keyword])
  const start = () => {
    if (isLoading) heldEnter.current = keyword
    links()[index]?.click()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing) return
    if (key === 'Enter') return start()
    if (!key.startsWith('Arrow') || isForCaret(key, currentTarget)) return
    event.preventDefault()
    const next = nextTile(links().map((link) => link.getBoundingClientRect()), index, key)
    links()[next]?.scrollIntoView?.({ block: 'nearest' })
    choose({ index: next, keyword })
  }
  return { chosen: isEager || keyword.trim() !== '' ? index : -1, frame, onKeyDown }
}

const isForCaret = (key: string, { selectionStart, value }: HTMLInputElement) =>
  (key === 'ArrowLeft' && selectionStart !== 0) || (key === 'ArrowRight' && selectionStart !== value.length)
