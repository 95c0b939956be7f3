const place = 'oa.swiped'

/** Returns whether a document was ever passed by swiping on this phone, so that the hint is hidden. */
export const hasSwiped = (): boolean => localStorage.getItem(place) !== null

/** Stores that a document was passed by swiping on this phone. */
export const rememberSwiped = (): void => localStorage.setItem(place, '1')
