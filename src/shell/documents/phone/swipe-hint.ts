const place = 'oa.swiped'

/** Returns whether somebody has passed a document by swiping on this phone: the hint has served. */
export const hasSwiped = (): boolean => localStorage.getItem(place) !== null

/** Notes on this phone that somebody has passed a document by swiping, so that the hint goes. */
export const rememberSwiped = (): void => localStorage.setItem(place, '1')
