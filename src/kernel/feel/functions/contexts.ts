import type { FeelRun } from '../run.ts'
import { emptyContext, entryOf, type FeelContext, type FeelValue, isContext, isReservedKey } from '../values.ts'
import { define, type FeelFunction } from './define.ts'
import { any, context, list, text } from './parameters.ts'

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
