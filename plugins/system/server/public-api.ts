/** The part of this module that other modules' server halves may use. */
export { areaMeanings } from './areas/areas.ts'
export { placeFinder, type PlaceFinder } from './areas/areas.ts'
export { saveRisk } from './areas/risk-areas.ts'
export { type RiskLevel, riskLevels } from './areas/risk-areas.ts'
