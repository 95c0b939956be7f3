const paletteEvent = 'oa:palette'

/** Opens the search over everything, from wherever it is offered. */
export const openPalette = (): boolean => dispatchEvent(new Event(paletteEvent))

/** @returns how to stop listening */
export function onPaletteRequest(open: () => void): () => void {
  addEventListener(paletteEvent, open)
  return () => removeEventListener(paletteEvent, open)
}
