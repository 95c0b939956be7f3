export { countedEntries, type CountedEntry, countEntry, entryDeviates, type EntryFigures } from './facts/entries.ts'
