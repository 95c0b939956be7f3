/** The part of this module that other modules' server halves may use. */
export { charges as projectCharges } from './charges.ts'
export { projects } from './projects.ts'
export { sapProjectOn } from './sap-project.ts'
export { takeOverProjects } from './take-over.ts'
