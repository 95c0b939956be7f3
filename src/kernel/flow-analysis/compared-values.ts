import type { FeelDate } from '../feel/temporal/date.ts'
import type { Atom } from './atoms.ts'

/**
 * The literals that conditions compare a value with and, nested, those for its parts: columns of a table, attributes of a record.
 */
export interface ComparedValues {
  readonly numbers: Set<string>
  readonly texts: Set<string>
  readonly dates: Map<number, FeelDate>
  /** Contains true if the value is compared with `null`. */
  readonly absent: Set<true>
  readonly below: Map<string, ComparedValues>
}

/** The compared literals of atoms, by the name that is read. */
export function comparisonsOf(atoms: readonly Atom[]): ReadonlyMap<string, ComparedValues> {
  const top = noComparisons()
  // twice, so that literals of one side of a comparison propagate to the other side
  for (const atom of [...atoms, ...atoms]) learn(atom, atom.paths.map((path) => placeOf(top, path)))
  return top.below
}

/** Merges the compared literals of several fields of one kind of record. */
export function joined(several: Iterable<ComparedValues>): ComparedValues {
  const all = noComparisons()
  for (const { below, ...more } of several) {
    add(all, more)
    for (const [key, inner] of below) all.below.set(key, joined([inner, all.below.get(key) ?? noComparisons()]))
  }
  return all
}

const noComparisons = (): ComparedValues => ({ numbers: new Set(), texts: new Set(), dates: new Map(), absent: new Set(),
  below: new Map() })

function learn({ numbers, texts, dates, absent }: Atom, places: readonly ComparedValues[]): void {
  const known = noComparisons()
  add(known, { numbers, texts, dates: dates.map((date) => [date.epochDay, date]), absent: absent ? [true] : [] })
  for (const place of places) add(known, place)
  for (const place of places) add(place, known)
}

interface ComparedValueLists {
  readonly numbers: Iterable<string>
  readonly texts: Iterable<string>
  readonly dates: Iterable<readonly [number, FeelDate]>
  readonly absent: Iterable<true>
}

function add(place: ComparedValues, { numbers, texts, dates, absent }: ComparedValueLists): void {
  for (const number of numbers) place.numbers.add(number)
  for (const text of texts) place.texts.add(text)
  for (const [day, date] of dates) place.dates.set(day, date)
  for (const yes of absent) place.absent.add(yes)
}

function placeOf(top: ComparedValues, path: readonly string[]): ComparedValues {
  let place = top
  for (const step of path) {
    const inner: ComparedValues = place.below.get(step) ?? noComparisons()
    place.below.set(step, inner)
    place = inner
  }
  return place
}
