/** What other modules' server halves may use of this one. */
export { costCenters } from './cost-centers.ts'
export { takeOverCostCenters } from './take-over.ts'
