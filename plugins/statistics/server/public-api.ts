export { countedEntries, type CountedEntry, countEntry, entryDeviates, type EntryFigures } from './entries.ts'
