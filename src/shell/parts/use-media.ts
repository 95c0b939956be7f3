import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Returns whether the screen is narrower than 768 pixels, which gives pages their layout for phones. */
export const useIsMobile = (): boolean => useMedia('(max-width: 767px)')
