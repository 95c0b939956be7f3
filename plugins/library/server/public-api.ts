/** What other modules' server halves may use of this one. */
export { saveLibrary } from './save-library.ts'
