import type { Decimal } from 'decimal.js'
import { equal, same } from '../equality.ts'
import { integer, numberOf } from '../numbers.ts'
import type { FeelRun } from '../run.ts'
import { type FeelValue, isList } from '../values.ts'
import { define, defineRest, type FeelFunction } from './define.ts'
import { any, list, number, optional } from './parameters.ts'

/** Functions that build or search lists. Positions count from 1, negative ones from the end. */
export const lists: Readonly<Record<string, FeelFunction>> = {
  'list contains': [define([list('list'), any('element')], (run, items, element) => contains(items, element, run))],
  'list replace': [
    define([list('list'), number('position'), any('newItem')],
      (run, items, position, item) => at(items, position, (index) => run.list(items.with(index, item)))),
  ],
  sublist: [
    define([list('list'), number('start position'), optional(number('length'))],
      (_, items, start, length) => at(items, start, (index) => sublist(items, index, length))),
  ],
  append: [defineRest(list('list'), any('item'), (run, items, further) => run.list([...items, ...further]))],
  concatenate: [defineRest(list('list'), list('list'), (run, items, further) => run.list([items, ...further].flat()))],
  'insert before': [
    define([list('list'), number('position'), any('newItem')],
      (run, items, position, item) => at(items, position, (index) => run.list(items.toSpliced(index, 0, item)))),
  ],
  remove: [
    define([list('list'), number('position')], (_, items, position) => at(items, position, (index) => items.toSpliced(index, 1))),
  ],
  reverse: [define([list('list')], (run, items) => run.list(items.toReversed()))],
  'index of': [define([list('list'), any('match')], (run, items, match) => indexes(items, match, run))],
  union: [defineRest(list('list'), list('list'), (run, items, further) => distinct([items, ...further].flat(), run))],
  'distinct values': [define([list('list')], (run, items) => distinct(items, run))],
  flatten: [define([list('list')], (run, items) => run.list(flatten(items, [], run)))],
}

/** Calls `body` with the array index of a FEEL position; null when the position is out of range. */
function at(items: FeelValue[], position: Decimal, body: (index: number) => FeelValue): FeelValue {
  const place = integer(position)
  if (place === null || place === 0 || Math.abs(place) > items.length) return null
  return body(place > 0 ? place - 1 : items.length + place)
}

function contains(items: FeelValue[], element: FeelValue, run: FeelRun): boolean {
  return items.some((item) => same(item, element, run))
}

function sublist(items: FeelValue[], start: number, length: Decimal | undefined): FeelValue {
  const size = length === undefined ? items.length : integer(length)
  if (size === null || size < 1) return null
  return length !== undefined && start + size > items.length ? null : items.slice(start, start + size)
}

function indexes(items: FeelValue[], match: FeelValue, run: FeelRun): FeelValue {
  return items.flatMap((item, index) => (same(item, match, run) ? [numberOf(index + 1)] : []))
}

/** Removes duplicates, keeping the first of equal values. */
function distinct(items: FeelValue[], run: FeelRun): FeelValue[] {
  run.list(items)
  const strings = new Set<FeelValue>()
  const others: FeelValue[] = []
  return items.filter((item) => {
    if (typeof item === 'string') return !strings.has(item) && Boolean(strings.add(item))
    if (others.some((known) => run.spend(1) === undefined && equal(known, item, run) === true)) return false
    others.push(item)
    return true
  })
}

function flatten(items: FeelValue[], flat: FeelValue[], run: FeelRun): FeelValue[] {
  run.spend(items.length + 1)
  for (const item of items) {
    if (isList(item)) flatten(item, flat, run)
    else flat.push(item)
  }
  return run.list(flat)
}
