/** The part of this module that other modules' server halves may use. */
export { charges as projectCharges } from './projects.ts'
export { projects } from './projects.ts'
export { sapProjectOn } from './projects.ts'
export { takeOverProjects } from './projects.ts'
