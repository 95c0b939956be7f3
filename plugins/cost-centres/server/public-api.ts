/** The part of this module that other modules' server halves may use. */
export { costCenters } from './cost-centers.ts'
export { takeOverCostCenters } from './cost-centers.ts'
