/** What other modules' server halves may use of this one. */
export { saveDistances } from './save-distances.ts'
