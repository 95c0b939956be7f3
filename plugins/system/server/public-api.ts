/** What other modules' server halves may use of this one. */
export { saveFactory, saveRisk } from './areas/save.ts'
export { updateEntries } from './update-log/entries.ts'
export { type RiskLevel, riskLevels } from './areas/risk-levels.ts'
