/** Returns whether the product runs as an installed application in its own window. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches
