const asked = 'oa:palette'

/** Opens the search over everything, from wherever it is offered. */
export const openPalette = (): boolean => dispatchEvent(new Event(asked))

/** @returns how to stop listening */
export function onPaletteAsked(open: () => void): () => void {
  addEventListener(asked, open)
  return () => removeEventListener(asked, open)
}
