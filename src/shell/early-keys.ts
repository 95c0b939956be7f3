import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { holdAlso } from './key-hold.ts'
import { isMeant } from './keys.ts'

/** A letter that no part of the page took, at its address, and what was typed right after it. */
interface EarlyKey {
  readonly key: string
  readonly typed: readonly KeyboardEvent[]
  readonly address: string
  readonly at: number
}

/** Milliseconds for which a letter waits for a page that is still loading. */
const waits = 5_000

let early: EarlyKey | undefined

const addressNow = () => `${location.pathname}${location.search}`

/**
 * Remembers a letter that is pressed before the page at the address is there to take it; what is typed after it belongs to the
 * dialog that it may open, and is no letter of its own.
 */
export function useEarlyKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const known = early
      early = undefined
      if (!isMeant(event)) return
      // after every part of the page has had the key
      setTimeout(() => {
        if (!event.defaultPrevented) early = following(known, event)
      })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** The early key with one more that was pressed, or a new one. */
function following(known: EarlyKey | undefined, event: KeyboardEvent): EarlyKey | undefined {
  const address = addressNow()
  if (known?.address === address && Date.now() - known.at < waits) return { ...known, typed: [...known.typed, event] }
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  return isLetter ? { key: event.key, typed: [], address, at: Date.now() } : undefined
}

/**
 * Returns whether the address has moved on while the page is still drawn, as it is until the next one has come: its keys are then left to
 * the next one (`useEarlyKey`).
 * @param part the part of the query that names what is drawn, e.g. a document's id; without it, the path alone names the page
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

/** Does what a letter stands for that was pressed while this part of the page was loading; what followed it goes into its dialog. */
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
