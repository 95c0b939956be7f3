export { countedEntries, countEntry } from './entries.ts'
