import { fieldAt, pathsOf } from '#kernel/evaluate/path.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Option } from '#kernel/fields/definition.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { type OverlayPart, type SettledAttribute, settledAttributes } from './difference.ts'
import { compact, type FieldPath, partsOf, pathOf } from '../model/content.ts'
import { isSame, joined } from '../model/parts.ts'

/** Name of a part among those of its overlay. */
export function partId(part: OverlayPart): string {
  if (part.of === 'attribute') return `attribute ${part.path} ${part.attribute}`
  if (part.of === 'option') return `option ${part.path} ${part.value}`
  if (part.of === 'section') return `section ${part.id}`
  if (part.of === 'rule') return `rule ${part.rule.id}`
  if (part.of === 'order') return `order ${part.table}`
  return `${part.of} ${part.path}`
}

/** The kind of a field, with what it refers to. */
export const kindText = ({ kind, to }: FieldDefinition): string => (to === undefined ? kind : `${kind} ${to}`)

/** Returns whether a key is one that a company's own field may have on a form of the product. */
export const isOwnKey = (key: string): boolean => /^own[A-Z0-9][A-Za-z0-9]{0,36}$/.test(key)

/** The key of a company's own field, from the stem of its kind or name. */
export const ownKeyOf = (stem: string): string => (isOwnKey(stem) ? stem : `own${stem[0]?.toUpperCase() ?? ''}${stem.slice(1, 37)}`)

const labelOf = ({ cn, en }: Label): Label => ({ cn, en })

/** Finds the differences between a form as it is shipped and as the company has it; what an overlay cannot hold is not among them. */
export function overlayBetween(shipped: Form, form: Form): readonly OverlayPart[] {
  const known = new Set(pathsOf(shipped.fields))
  const fresh = pathsOf(form.fields).filter((path) => !known.has(path) && !isInside(path, known))
  return [
    ...[...known].flatMap((path) => fieldParts(path, fieldAt(shipped.fields, path)!, fieldAt(form.fields, path))),
    ...fresh.map((path): OverlayPart => ({ of: 'added', path, field: fieldAt(form.fields, path)! })),
    ...shipped.sections.flatMap((section): OverlayPart[] => {
      const own = form.sections.find(({ id }) => id === section.id)
      return own && !isSame(labelOf(own), labelOf(section))
        ? [{ of: 'section', id: section.id, was: labelOf(section), now: labelOf(own) }]
        : []
    }),
    ...form.rules.filter(({ id }) => !shipped.rules.some((rule) => rule.id === id)).map((rule): OverlayPart => ({ of: 'rule', rule })),
    ...form.columns.filter((path) => !shipped.columns.includes(path)).map((path): OverlayPart => ({ of: 'column', path })),
    ...omitted(form).filter((path) => !omitted(shipped).includes(path)).map((path): OverlayPart => ({ of: 'omit', path })),
    ...orderParts(shipped, form),
  ]
}

/** Returns whether a column belongs to a table of the company's own: it goes with the table. */
const isInside = (path: FieldPath, known: ReadonlySet<FieldPath>): boolean => {
  const { table } = partsOf(path)
  return table !== undefined && !known.has(table)
}

const omitted = ({ print }: Form): readonly string[] => (print === false || print === undefined ? [] : (print.omit ?? []))

function fieldParts(path: FieldPath, shipped: FieldDefinition, own: FieldDefinition | undefined): readonly OverlayPart[] {
  if (!own) return []
  const kind = kindText(shipped)
  const isHidden = own.visible === never && shipped.visible !== never
  return [
    ...settledAttributes.flatMap((attribute): OverlayPart[] => {
      const [was, now] = [shipped[attribute] ?? null, own[attribute] ?? null]
      return isSame(was, now) || (isHidden && attribute === 'required') ? [] : [{ of: 'attribute', path, attribute, kind, was, now }]
    }),
    ...optionParts(path, shipped, own),
    ...(isHidden ? [{ of: 'hidden', path, kind } as const] : []),
  ]
}

function optionParts(path: FieldPath, shipped: FieldDefinition, own: FieldDefinition): readonly OverlayPart[] {
  const before = new Map((shipped.options ?? []).map((option) => [option.value, option]))
  return (own.options ?? []).flatMap((option): OverlayPart[] => {
    const was = before.get(option.value)
    return was && isSame(labelOf(was), labelOf(option))
      ? []
      : [{ of: 'option', path, value: option.value, kind: kindText(shipped), was: was ? labelOf(was) : null, now: labelOf(option) }]
  })
}

function orderParts(shipped: Form, form: Form): readonly OverlayPart[] {
  const tables = Object.keys(shipped.fields).filter((key) => shipped.fields[key]?.columns && form.fields[key]?.columns)
  const orders = [['', shipped.fields, form.fields] as const,
    ...tables.map((table) => [table, shipped.fields[table]!.columns!, form.fields[table]!.columns!] as const)]
  return orders.flatMap(([table, before, after]): OverlayPart[] => {
    const keys = Object.keys(after)
    const asAdded = [...Object.keys(before).filter((key) => keys.includes(key)), ...keys.filter((key) => !Object.hasOwn(before, key))]
    return isSame(keys, asAdded) ? [] : [{ of: 'order', table, keys }]
  })
}

/** The condition of a field that is shown nowhere. */
const never = 'false'

/** The form with these differences; parts about what it does not have change nothing. */
export function overlaidForm(shipped: Form, parts: readonly OverlayPart[]): Form {
  const columns = parts.flatMap((part) => (part.of === 'column' ? [part.path] : []))
  const omit = parts.flatMap((part) => (part.of === 'omit' ? [part.path] : []))
  const hidden = new Set(parts.flatMap((part) => (part.of === 'hidden' ? [part.path] : [])))
  return {
    ...shipped,
    fields: overlaidFields(shipped, parts),
    sections: shipped.sections.map((section) => {
      const part = parts.find((each) => each.of === 'section' && each.id === section.id)
      return part?.of === 'section' ? { ...section, ...part.now } : section
    }),
    rules: [...shipped.rules, ...parts.flatMap((part) => (part.of === 'rule' ? [part.rule] : []))],
    columns: [...shipped.columns.filter((path) => !hidden.has(path)), ...columns],
    ...(omit.length > 0 && shipped.print !== false && { print: { ...shipped.print, omit: [...omitted(shipped), ...omit] } }),
  }
}

function overlaidFields(shipped: Form, parts: readonly OverlayPart[], table?: string): Fields {
  const fields = table === undefined ? shipped.fields : (shipped.fields[table]?.columns ?? {})
  const changed = Object.entries(fields).map(([key, field]): [string, FieldDefinition] => {
    const next = settled(field, parts.filter((part) => 'path' in part && part.path === pathOf(table, key)))
    return [key, table === undefined && field.columns ? { ...next, columns: overlaidFields(shipped, parts, key) } : next]
  })
  const added = parts.flatMap((part): [string, FieldDefinition][] => {
    if (part.of !== 'added' || partsOf(part.path).table !== table) return []
    return [[partsOf(part.path).key, inSection(part.field, shipped, table)]]
  })
  const all = Object.fromEntries([...changed, ...added])
  const order = parts.find((part) => part.of === 'order' && part.table === (table ?? ''))
  if (order?.of !== 'order') return all
  const keys = order.keys.filter((key) => Object.hasOwn(all, key))
  return Object.fromEntries(joined(keys, Object.keys(all)).map((key) => [key, all[key]!]))
}

/** A field of the company whose section is gone stands in the last one. */
function inSection(field: FieldDefinition, { sections }: Form, table: string | undefined): FieldDefinition {
  const last = sections.at(-1)?.id
  const isKnown = table !== undefined || last === undefined || sections.some(({ id }) => id === field.section)
  return isKnown ? field : { ...field, section: last! }
}

/** A shipped field with what the company settles about it. */
function settled(field: FieldDefinition, parts: readonly OverlayPart[]): FieldDefinition {
  let next = field
  for (const part of parts) {
    if (part.of === 'attribute') next = compact({ ...next, [part.attribute]: part.now ?? undefined, ...stillShown(field, part.attribute) })
    if (part.of === 'option') next = { ...next, options: withOption(next.options ?? [], { value: part.value, ...part.now }) }
  }
  const isHidden = parts.some((part) => part.of === 'hidden')
  return isHidden ?
    compact({ ...next, visible: never, required: undefined, requiredAt: undefined, shown: undefined }) as FieldDefinition
    : next
}

/** A field that is there while it is required stays so when it is required otherwise. */
function stillShown({ required, visible, shown }: FieldDefinition, attribute: SettledAttribute): Partial<FieldDefinition> {
  return attribute === 'required' && typeof required === 'string' && visible === undefined && !shown ? { visible: required } : {}
}

const withOption = (options: readonly Option[], option: Option): readonly Option[] =>
  options.some(({ value }) => value === option.value)
    ? options.map((each) => (each.value === option.value ? option : each))
    : [...options, option]
