import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { holdAlso } from './key-hold.ts'
import { isMeant } from './keys.ts'

/** An unhandled key press with its address, and the keys typed afterwards. */
interface EarlyKey {
  readonly key: string
  readonly typed: readonly KeyboardEvent[]
  readonly address: string
  readonly at: number
}

/** Lifetime of an early key in ms. */
const waits = 5_000

let early: EarlyKey | undefined

const addressNow = () => `${location.pathname}${location.search}`

/** Buffers a shortcut pressed before the page at the address is loaded, with the keys typed afterwards, which belong to its dialog. */
export function useEarlyKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const known = early
      early = undefined
      if (!isMeant(event)) return
      // after all other listeners
      setTimeout(() => {
        if (!event.defaultPrevented) early = following(known, event)
      })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Appends a key press to the early key, or starts a new one. */
function following(known: EarlyKey | undefined, event: KeyboardEvent): EarlyKey | undefined {
  const address = addressNow()
  if (known?.address === address && Date.now() - known.at < waits) return { ...known, typed: [...known.typed, event] }
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  return isLetter ? { key: event.key, typed: [], address, at: Date.now() } : undefined
}

/**
 * Returns whether the address has changed while this page is still rendered: its shortcuts are then left to the next page (`useEarlyKey`).
 * @param part query parameter that identifies the page, e.g. a document's id; without it, the path does
 */
export function usePageLeft(part?: string): () => boolean {
  const { pathname, search } = useLocation()
  const routed = placeOf({ pathname, search }, part)
  const drawn = useRef({ routed, address: placeOf(location, part) })
  useEffect(() => {
    drawn.current = { routed, address: placeOf(location, part) }
  }, [routed, part])
  return useCallback(() => placeOf(location, part) !== drawn.current.address, [part])
}

const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, part: string | undefined) =>
  part === undefined ? pathname : `${pathname} ${new URLSearchParams(search).get(part)}`

/** Runs a shortcut that was pressed while this part of the page was loading, and replays the keys typed afterwards. */
export function useEarlyKey(bindings: Readonly<Record<string, () => void>>): void {
  const first = useRef(bindings)
  useEffect(() => {
    const pressed = early
    early = undefined
    if (pressed?.address !== addressNow() || Date.now() - pressed.at >= waits) return
    first.current[pressed.key]?.()
    for (const event of pressed.typed) holdAlso(event)
  }, [])
}
