/** What other modules' server halves may use of this one. */
export { projects } from './projects.ts'
