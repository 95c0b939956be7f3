/** What other modules' server halves, and the composition's directory, may use of this one. */
export { costCenters, type NewCostCenter, type NewMapping } from './cost-centers.ts'
