import type { Decimal } from 'decimal.js'
import { equal, same } from '../comparison.ts'
import { integer, numberOf } from '../numbers.ts'
import type { FeelRun } from '../run.ts'
import { emptyContext, entryOf, type FeelContext, type FeelValue, isContext, isList, isReservedKey } from '../values.ts'
import { any, context, define, defineRest, type FeelFunction, list, number, optional, text } from './define.ts'

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

/** Functions of contexts. */
export const contexts: Readonly<Record<string, FeelFunction>> = {
  'get value': [
    define([context('m'), text('key')], (_, m, key) => entryOf(m, key) ?? null),
    define([context('context'), list('keys')], (_, source, keys) => valueAt(source, keys)),
  ],
  'get entries': [define([context('m')], (run, m) => run.list(Object.keys(m).map((key) => entry(key, m[key] ?? null))))],
  context: [define([list('entries')], (run, entries) => fromEntries(entries, run))],
  'context put': [
    define([context('context'), text('key'), any('value')], (run, source, key, value) => put(source, [key], value, run)),
    define([context('context'), list('keys'), any('value')], (run, source, keys, value) => put(source, keys, value, run)),
  ],
  'context merge': [define([list('contexts')], (run, sources) => merge(sources, run))],
}

function entry(key: string, value: FeelValue): FeelContext {
  const made = emptyContext()
  made['key'] = key
  made['value'] = value
  return made
}

function copyOf(source: FeelContext, run: FeelRun): FeelContext {
  const keys = Object.keys(source)
  run.spend(keys.length)
  const copy = emptyContext()
  for (const key of keys) copy[key] = source[key] ?? null
  return copy
}

function valueAt(source: FeelValue, keys: FeelValue[]): FeelValue {
  if (keys.length === 0) return null
  return keys.reduce<FeelValue>((value, key) => {
    return isContext(value) && typeof key === 'string' ? entryOf(value, key) ?? null : null
  }, source)
}

/** Builds a context from contexts with a `key` and a `value`; null when a key is missing or repeated. */
function fromEntries(entries: FeelValue[], run: FeelRun): FeelValue {
  const made = emptyContext()
  run.spend(entries.length)
  for (const item of entries) {
    const key = isContext(item) ? entryOf(item, 'key') : undefined
    const value = isContext(item) ? entryOf(item, 'value') : undefined
    if (!isUsableKey(key) || value === undefined || entryOf(made, key) !== undefined) return null
    made[key] = value
  }
  return made
}

function isUsableKey(key: FeelValue | undefined): key is string {
  return typeof key === 'string' && !isReservedKey(key)
}

/** A copy with the value set at a path of keys; null when an intermediate value is not a context. */
function put(source: FeelValue, keys: FeelValue[], value: FeelValue, run: FeelRun): FeelValue {
  const [key, ...further] = keys
  if (!isContext(source) || !isUsableKey(key)) return null
  const inner = further.length === 0 ? value : put(entryOf(source, key) ?? null, further, value, run)
  if (further.length > 0 && inner === null) return null
  const copy = copyOf(source, run)
  copy[key] = inner
  return copy
}

/** Merges contexts; later ones take precedence. */
function merge(sources: FeelValue[], run: FeelRun): FeelValue {
  const merged = emptyContext()
  for (const source of sources) {
    if (!isContext(source)) return null
    Object.assign(merged, copyOf(source, run))
  }
  return merged
}
