/** The part of this module that other modules' server halves may use. */
export { saveLibrary } from './book-rules.ts'
