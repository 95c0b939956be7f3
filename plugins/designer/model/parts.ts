import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormContent } from '../wire.ts'
import { compact } from './content.ts'

/** A part of a content that is changed as a whole: a field, a rule, the sections, the flow, or an attribute of the form. */
export interface ContentPart {
  readonly of: 'field' | 'rule' | 'sections' | 'flow' | 'order' | 'form' | 'content'
  /** Key of the field, id of the rule, name of the attribute. */
  readonly id: string
}

/** A part that differs between two contents; undefined on the side that lacks it. */
export interface PartChange extends ContentPart {
  readonly before: unknown
  readonly after: unknown
  /** Attributes of a field or rule that differ. */
  readonly attributes: readonly string[]
}

/** A part that two people changed concurrently. */
export interface PartConflict extends ContentPart {
  readonly mine: unknown
  readonly theirs: unknown
}

type PartValues = ReadonlyMap<string, unknown>

const named = ({ of, id }: ContentPart): string => `${of} ${id}`

function partOf(name: string): ContentPart {
  const space = name.indexOf(' ')
  return { of: name.slice(0, space) as ContentPart['of'], id: name.slice(space + 1) }
}

/** The parts of a content by their names. */
function partsOf(content: FormContent): PartValues {
  const { form, ...settled } = content
  const { fields, rules, sections, flow, ...rest } = form
  const of = (kind: ContentPart['of'], held: object): [string, unknown][] =>
    Object.entries(held).filter(([, value]) => value !== undefined).map(([id, value]) => [named({ of: kind, id }), value])
  return new Map<string, unknown>([...of('field', fields), ...of('rule', Object.fromEntries(rules.map((rule) => [rule.id, rule]))), [
    'sections ',
    sections,
  ], ['flow ', flow], ['order fields', Object.keys(fields)], ['order rules', rules.map(({ id }) => id)], ...of('form', rest),
    ...of('content', settled)])
}

/** Builds a content from its parts. */
function contentOf(parts: PartValues): FormContent {
  const held: Record<ContentPart['of'], Record<string, unknown>> = { field: {}, rule: {}, sections: {}, flow: {}, order: {}, form: {},
    content: {} }
  for (const [name, value] of parts) if (value !== undefined) held[partOf(name).of][partOf(name).id] = value
  const inOrder = (of: Record<string, unknown>, order: unknown): [string, unknown][] =>
    [...(order as readonly string[]), ...Object.keys(of)].filter((id, at, all) => Object.hasOwn(of, id) && all.indexOf(id) === at)
      .map((id) => [id, of[id]])
  return { ...held.content,
    form: { ...held.form, sections: held.sections[''], flow: held.flow[''],
      fields: Object.fromEntries(inOrder(held.field, held.order['fields'])) as Record<string, FieldDefinition>,
      rules: inOrder(held.rule, held.order['rules']).map(([, rule]) => rule) } as unknown as Form } as FormContent
}

/** Returns whether two parts are equal. The order of attributes is ignored, that of fields and columns is not. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** Returns whether two contents are equal. */
export const isSameContent = (one: FormContent, other: FormContent): boolean => isSame(one, other)

const ordered: ReadonlySet<string> = new Set(['fields', 'columns'])

function sorted(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => sorted(each))
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, held]) => held !== undefined).map((
    [key, held],
  ): [string, unknown] => [key, sorted(held, key)])
  // JSON objects have no order; a list keeps it
  return ordered.has(name) ? entries : Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Compares two contents part by part; order changes that only result from added or removed parts are ignored. */
export function changesBetween(before: FormContent, after: FormContent): readonly PartChange[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)]
    const part = partOf(name)
    if (part.of === 'order' ? isSameOrder(from as readonly string[], to as readonly string[]) : isSame(from, to)) return []
    return [{ ...part, before: from, after: to, attributes: attributesBetween(from, to) }]
  })
}

function isSameOrder(before: readonly string[], after: readonly string[]): boolean {
  const common = before.filter((id) => after.includes(id))
  return isSame(common, after.filter((id) => before.includes(id)))
}

function attributesBetween(before: unknown, after: unknown): readonly string[] {
  if (!isObject(before) || !isObject(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isSame(before[name], after[name]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Joins what two people made of one content. Parts that only one of them changed are that person's; of those that both changed
 * differently, mine stand in the answer and each is named in `conflicts`.
 */
export function mergeContents(base: FormContent, mine: FormContent,
  theirs: FormContent): { readonly content: FormContent; readonly conflicts: readonly PartConflict[] } {
  const [from, own, other] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  const conflicts: PartConflict[] = []
  const merged = [...new Set([...own.keys(), ...other.keys()])].map((name): [string, unknown] => {
    const [was, my, their] = [from.get(name), own.get(name), other.get(name)]
    if (partOf(name).of === 'order') {
      return [name, isSameOrder(was as readonly string[], my as readonly string[])
        ? joined(their as readonly string[], my as readonly string[])
        : joined(my as readonly string[], their as readonly string[])]
    }
    if (isSame(my, was)) return [name, their]
    if (!isSame(their, was) && !isSame(my, their)) conflicts.push(compact({ ...partOf(name), mine: my, theirs: their }))
    return [name, my]
  })
  return { content: contentOf(new Map(merged)), conflicts }
}

/** Merges two orders: items that only the second has are placed behind their predecessor there. */
export function joined(order: readonly string[], other: readonly string[]): readonly string[] {
  const all = [...order]
  other.forEach((id, at) => {
    if (!all.includes(id)) all.splice(at === 0 ? 0 : all.indexOf(other[at - 1] ?? '') + 1, 0, id)
  })
  return all
}

/** A content with some parts taken from another one. */
export function withParts(content: FormContent, parts: readonly PartConflict[]): FormContent {
  return contentOf(new Map([...partsOf(content), ...parts.map((part): [string, unknown] => [named(part), part.theirs])]))
}
