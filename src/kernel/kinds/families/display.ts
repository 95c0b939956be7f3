import { z } from 'zod'
import { type KindDefinition, nothingCell } from '../kind.ts'

/** Kinds that only show something: they hold no value and accept none. */
export const display: KindDefinition = {
  attributes: [],
  ask: null,
  shape: () => z.never(),
  faults: () => [],
  empty: () => true,
  toFeel: () => null,
  fromFeel: () => null,
  sqlType: () => null,
  searchText: () => '',
  excelCell: () => nothingCell,
  filter: null,
}
