/** Returns whether the product runs as an installed application, in a window of its own. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches
