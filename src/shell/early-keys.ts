import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isMeant } from './keys.ts'

/** A letter that no part of the page took, at its address. */
interface EarlyKey {
  readonly key: string
  readonly address: string
  readonly at: number
}

/** Milliseconds for which a letter waits for a page that is still loading. */
const waits = 5_000

let early: EarlyKey | undefined

const addressNow = () => `${location.pathname}${location.search}`

/** Remembers a letter that is pressed before the page at the address is there to take it. */
export function useEarlyKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      early = undefined
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || !isMeant(event)) return
      const pressed = { key: event.key, address: addressNow(), at: Date.now() }
      // after every part of the page has had the key
      setTimeout(() => {
        if (!event.defaultPrevented) early = pressed
      })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/**
 * Returns whether the address has moved on while the page is still drawn, as it is until the next one has come: its keys are then left to
 * the next one (`useEarlyKey`).
 */
export function usePageLeft(): () => boolean {
  const { pathname } = useLocation()
  const drawn = useRef({ pathname, address: location.pathname })
  useEffect(() => {
    drawn.current = { pathname, address: location.pathname }
  }, [pathname])
  return useCallback(() => location.pathname !== drawn.current.address, [])
}

/** Does what a letter stands for that was pressed while this part of the page was loading. */
export function useEarlyKey(bindings: Readonly<Record<string, () => void>>): void {
  const first = useRef(bindings)
  useEffect(() => {
    const pressed = early
    early = undefined
    if (pressed?.address === addressNow() && Date.now() - pressed.at < waits) first.current[pressed.key]?.()
  }, [])
}
