/** The part of this module that other modules' server halves may use. */
export { saveDistances } from './save-distances.ts'
