import type { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Label } from '#kernel/wording/label.ts'
import { inputProblems } from '#server/http/requests/validation.ts'

const tooLong = 'error.field.tooBig.text'

/** Names of the texts of a design, by the last steps of their place. */
const textNames: Readonly<Record<string, Label>> = { cn: { cn: '中文名称', en: 'Chinese label' },
  en: { cn: '英文名称', en: 'English label' } }

/**
 * Demands a part of a design to be of the right shape.
 * @throws Refused `designer.textTooLong` where a text is too long, `designer.unreadable` otherwise, each at its place
 */
export function demandReadable(schema: z.ZodType, part: unknown, at: readonly string[]): void {
  const problems = inputProblems(schema, part).map(({ path, code, parameters }) => ({ code, parameters,
    steps: [...at, ...namedSteps(part, path)] })
  )
  const [first] = problems
  if (!first) return
  const place = first.steps.join('.')
  const fields = problems.map(({ steps, code, parameters }) => ({ field: steps.join('.'), code, parameters }))
  if (first.code !== tooLong) throw new Refused('designer.unreadable', { place }, fields)
  throw new Refused('designer.textTooLong', { name: textName(first.steps), maximum: first.parameters['maximum'] ?? '' }, fields)
}

/** "“place”的中文名称/Chinese label of “place”": the key of what has the text, since its name may be the text. */
function textName(steps: readonly string[]): string {
  const last = steps.at(-1) ?? ''
  const owner = steps.at(-2) ?? ''
  const { cn, en } = textNames[last] ?? { cn: last, en: last }
  return bilingual(owner === '' || owner === 'form' ? { cn, en } : { cn: `“${owner}”的${cn}`, en: `${en} of “${owner}”` })
}

/** The steps of a path, with fields and columns by their keys. */
function namedSteps(part: unknown, path: readonly PropertyKey[]): readonly string[] {
  let inner = part
  return path.map((step) => {
    inner = (inner as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step]
    const key = (inner as { readonly key?: unknown } | undefined)?.key
    return typeof step === 'number' && typeof key === 'string' ? key : String(step)
  })
}
