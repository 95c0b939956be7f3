/** What other modules' server halves, and the composition's directory, may use of this one. */
export { type NewActualProject, type NewProject, projects } from './projects.ts'
