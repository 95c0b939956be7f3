import { BadRequest } from '../answers/refusal.ts'

/** No form or list of ours nests deeper; deeper input only serves to exhaust the stack of its readers. */
const deepest = 48

/**
 * Refuses what later readers would trip over: keys that reach an object's prototype or make its
 * conversion to a text fail, nesting without end,
 * and texts that PostgreSQL cannot hold (NUL, half a surrogate pair).
 * @throws BadRequest
 */
export function checkValue(value: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string') checkText(next.value)
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= deepest) throw new BadRequest(400, 'error.tooDeep')
    for (const [key, child] of Object.entries(next.value)) {
      if (reserved.has(key)) throw new BadRequest(400, 'error.reservedKey')
      checkText(key)
      open.push({ value: child, depth: next.depth + 1 })
    }
  }
}

const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'toString', 'valueOf'])
const unstorable = /\0|\p{Surrogate}/u

function checkText(text: string) {
  if (unstorable.test(text)) throw new BadRequest(400, 'error.unreadableText')
}
