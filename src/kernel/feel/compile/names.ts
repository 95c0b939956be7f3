import { normalizeContextKey } from 'lezer-feel'
import type { FeelRun } from '../run.ts'
import { type FeelContext, type FeelValue, isContext, isList } from '../values.ts'

const plainName = /^[\p{L}_?][\p{L}\p{N}_]*$/u

/** A name as written. Names with spaces or signs match keys that differ only in whitespace. */
export class Name {
  readonly text: string
  private readonly normalized: string
  private readonly plain: boolean

  constructor(source: string) {
    this.text = source.replace(/\s+/g, ' ').trim()
    this.plain = plainName.test(this.text)
    this.normalized = this.plain ? this.text : normalizeContextKey(this.text)
  }

  /** Returns whether a key spells this name. */
  matches(key: string): boolean {
    return key === this.text || (!this.plain && normalizeContextKey(key) === this.normalized)
  }

  /** The value of this name in a context; undefined when it has none. */
  in(context: FeelContext, run: FeelRun): FeelValue | undefined {
    if (Object.hasOwn(context, this.text)) return context[this.text] ?? null
    return this.plain ? undefined : this.search(context, run)
  }

  private search(context: FeelContext, run: FeelRun): FeelValue | undefined {
    const keys = Object.keys(context)
    run.spend(keys.length)
    const key = keys.find((candidate) => this.matches(candidate))
    return key === undefined ? undefined : context[key] ?? null
  }
}

/** The names of a context, nested; null for a value that is not a context. */
export interface NameShape {
  readonly [name: string]: NameShape | null
}

/** Number of items of a list that are searched for names. */
const sampledItems = 50
const deepestShape = 20

/** The names in a context and, nested, in the contexts and lists of contexts inside it. */
export function shapeOf(context: FeelContext, depth = 0): NameShape {
  const shape: Record<string, NameShape | null> = {}
  for (const key of Object.keys(context)) shape[key] = innerShape(context[key] ?? null, depth + 1)
  return shape
}

function innerShape(value: FeelValue, depth: number): NameShape | null {
  if (depth > deepestShape) return null
  if (isContext(value)) return shapeOf(value, depth)
  if (!isList(value)) return null
  const shapes = value.slice(0, sampledItems).flatMap((item) => innerShape(item, depth + 1) ?? [])
  return shapes.length === 0 ? null : Object.assign({}, ...shapes) as NameShape
}

/** Words with a meaning in the grammar; the parser needs a list of those that are names. */
const ambiguousWords = new Set(['date', 'time', 'duration', 'days', 'years', 'months', 'list', 'context', 'of'])

/** The part of a shape that the parser needs: names that are not a single plain word. */
export function unusualNames(shape: NameShape): NameShape {
  const found: Record<string, NameShape | null> = {}
  for (const [name, inner] of Object.entries(shape)) {
    const unusual = inner ? unusualNames(inner) : {}
    const nested = Object.keys(unusual).length > 0
    if (nested || !plainName.test(name) || ambiguousWords.has(name)) found[name] = nested ? unusual : null
  }
  return found
}
