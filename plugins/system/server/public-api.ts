/** The part of this module that other modules' server halves may use. */
export { areaMeanings } from './areas/area-meanings.ts'
export { placeFinder, type PlaceFinder } from './areas/named.ts'
export { saveFactory, saveRisk } from './areas/save.ts'
export { updateEntries } from './update-log/entries.ts'
export { type RiskLevel, riskLevels } from './areas/risk-levels.ts'
