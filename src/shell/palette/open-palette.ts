const paletteEvent = 'oa:palette'

/** Opens the command palette from anywhere. */
export const openPalette = (): boolean => dispatchEvent(new Event(paletteEvent))

/** @returns the function that unsubscribes */
export function onPaletteRequest(open: () => void): () => void {
  addEventListener(paletteEvent, open)
  return () => removeEventListener(paletteEvent, open)
}
