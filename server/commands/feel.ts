import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { formFunctions } from '#kernel/evaluate/plan/formula.ts'
import { compile, FeelError, shapeOf } from '#kernel/feel/feel.ts'
import { readJson, writeJson } from '#kernel/feel/json-text.ts'
import { type FeelValue, isContext } from '#kernel/feel/values.ts'

/**
 * Evaluates FEEL, one JSON object per line: `{"expression": "a + 1", "context": {"a": 1}}` results in `{"value": 2}` or `{"error": "…"}`.
 * Optional `today` and `now` set the clock. Numbers keep all their digits; an invalid line is answered with an error.
 */
const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })

for await (const line of lines) {
  const drained = process.stdout.write(`${answer(line)}\n`)
  if (!drained) await once(process.stdout, 'drain')
}

function answer(line: string): string {
  try {
    return `{"value":${writeJson(evaluate(readJson(line)))}}`
  } catch (error) {
    return JSON.stringify({ error: messageOf(error) })
  }
}

function evaluate(request: FeelValue): FeelValue {
  if (!isContext(request)) throw new FeelError('value', 'the line is not an object')
  const { expression, context = null } = request
  if (typeof expression !== 'string') throw new FeelError('value', 'expression is not a string')
  if (context !== null && !isContext(context)) throw new FeelError('value', 'context is not an object')
  const values = context ?? {}
  return compile(expression, { shape: shapeOf(values), longest: 10_000, functions: formFunctions }).evaluate(values, environmentOf(request))
}

function environmentOf({ today, now }: { [key: string]: FeelValue }): { today?: string; now?: string } {
  return { ...(typeof today === 'string' && { today }), ...(typeof now === 'string' && { now }) }
}

function messageOf(error: unknown): string {
  if (error instanceof FeelError) return error.to > 0 ? `${error.message} (${error.from}–${error.to})` : error.message
  return error instanceof RangeError ? 'The expression is nested too deeply' : String(error)
}
