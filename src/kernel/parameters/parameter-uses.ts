import { memoize } from '../memoize.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import { nodesOf } from '../flow/flow-nodes.ts'
import type { Form } from '../form.ts'
import type { Label } from '../wording/label.ts'

/** A place where a form reads a parameter: a rule, a node of its flow, or a calculated field. */
export interface ParameterUse {
  readonly kind: 'rule' | 'node' | 'field'
  readonly form: Label
  readonly label: Label
  /** Placeholders of a rule's sentence whose expression is exactly this parameter. */
  readonly blanks: readonly string[]
}

interface ParameterRead extends Omit<ParameterUse, 'form'> {
  readonly source: string
}

/** The uses of a parameter in a form: direct ones, and through at most two calculated fields. */
export function parameterUses(form: Form, key: string, name: string): ParameterUse[] {
  if (!(keysOf(form).has(key))) return []
  const lookup = lookupOf(key, name)
  const fields = derived(form.fields)
  let through = fields.filter(({ source }) => lookup.test(source))
  const direct = [...through]
  for (let step = 0; step < 2; step += 1) {
    const names = through.map((field) => field.key)
    through = [...through, ...fields.filter((field) => !through.includes(field) && mentions(field.source, names))]
  }
  const names = through.map((field) => field.key)
  const readers = [...rulesOf(form, lookup), ...flowOf(form)].filter(({ source }) => lookup.test(source) || mentions(source, names))
  return [...readers, ...direct].map(({ kind, label, blanks }) => ({ kind, label, blanks, form: { cn: form.cn, en: form.en } }))
}

/** The dictionaries whose parameters a form reads. */
const keysOf: (form: Form) => ReadonlySet<string> = memoize(({ fields, rules, flow }) =>
  new Set([...JSON.stringify([fields, rules, flow]).matchAll(/parameter\(\\"(\w+)\\"/g)].map(([, key]) => key ?? ''))
)

/** Matches a call of `parameter` with this name, or with a computed name that begins with the same parts. */
function lookupOf(key: string, name: string): RegExp {
  const beginnings = name.split('.').slice(0, -1).map((_, index, parts) => `"${literal(`${parts.slice(0, index + 1).join('.')}.`)}"`)
  const computed = name.includes('.') ? ['\\(', ...beginnings] : []
  return new RegExp(`parameter\\("${literal(key)}",\\s*(?:${[`"${literal(name)}"`, ...computed].join('|')})`)
}

const literal = (text: string): string => text.replaceAll('.', '\\.')

const mentions = (source: string, names: readonly string[]): boolean =>
  names.some((name) => new RegExp(`(?<![\\w"])${name}(?![\\w"])`).test(source))

function rulesOf({ rules }: Form, lookup: RegExp): ParameterRead[] {
  return rules.map(({ cn, en, when, blanks = {} }) => ({
    kind: 'rule',
    label: { cn, en },
    source: [when, ...Object.values(blanks)].join('\n'),
    blanks: Object.keys(blanks).filter((blank) => isOnly(blanks[blank] ?? '', lookup)),
  }))
}

const isOnly = (source: string, lookup: RegExp): boolean => lookup.test(source) && /^parameter\([^)]*\)$/.test(source)

const flowOf = ({ flow }: Form): ParameterRead[] =>
  nodesOf(flow).flatMap((
    { cn, en, when },
  ) => (when === undefined ? [] : [{ kind: 'node' as const, label: { cn, en }, source: when, blanks: [] }]))

function derived(fields: Fields): (ParameterRead & { readonly key: string })[] {
  return Object.entries(fields).flatMap(([key, field]) => [
    ...(readsOf(field) === ''
      ? []
      : [{ key, kind: 'field' as const, label: { cn: field.cn, en: field.en }, source: readsOf(field), blanks: [] }]),
    ...derived(field.columns ?? {}),
  ])
}

const readsOf = ({ value, required, default: first }: FieldDefinition): string =>
  [value, required === true ? undefined : required, /parameter\(/.test(first ?? '') ? first : undefined].filter(Boolean).join('\n')
