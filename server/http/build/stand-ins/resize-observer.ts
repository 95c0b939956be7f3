/** In the place of a package for browsers without one of their own (`lean-libraries.ts`). */
export default ResizeObserver
