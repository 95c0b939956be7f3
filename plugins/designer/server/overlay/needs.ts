import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { Label } from '#kernel/wording/label.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import { fieldAt, pathsOf } from '#kernel/evaluate/path.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import type { FieldNeeds } from '../../overlay/difference.ts'
import { contentOfForm, type FieldPath, isHeaderField, partsOf } from '../../model/content.ts'
import { type ReferencePlace, usesByPath } from '../../model/references.ts'

interface Product {
  readonly plugins: readonly Plugin[]
  readonly servers: readonly Pick<ServerPlugin, 'id' | 'extensions'>[]
}

/** Finds which fields of a shipped form the product needs, and why: by the form itself, by other modules, and by those that act on it. */
export function fieldNeeds(form: Form, product: Product): FieldNeeds {
  const uses = usesByPath(contentOfForm(form))
  const outside = [...readers(form, product.plugins)]
  const acting = actingOn(form, product.servers)
  const entries = pathsOf(form.fields).map((path): [FieldPath, readonly Label[]] => {
    const field = fieldAt(form.fields, path)!
    return [path, unique([
      ...byItself(path, field),
      ...(uses.get(path) ?? []).filter(isNeed).map((place) => placeLabel(form, place)),
      ...outside.filter(({ names }) => names.has(partsOf(path).key)).map(({ label }) => label),
      ...byModules(form, path, acting),
    ])]
  })
  return Object.fromEntries(entries.filter(([, reasons]) => reasons.length > 0))
}

const unique = (labels: readonly Label[]): readonly Label[] => [...new Map(labels.map((label) => [label.en, label])).values()]

/** Reasons that follow from a field itself, each with its sentence. */
const ofItself: readonly (readonly [holds: (path: FieldPath, field: FieldDefinition) => boolean, label: Label])[] = [
  [(path) => isHeaderField(path), { cn: '每张单据都有这个字段', en: 'Every document has it' }],
  [(_, { system, readOnly, value, kind }) => system === true || readOnly === true || value !== undefined || kind === 'calculated', {
    cn: '由产品填写',
    en: 'The product fills it in',
  }],
  [(_, { as, columns = {} }) => [as, ...Object.values(columns).map((column) => column.as)].some((role) => role !== undefined), {
    cn: '产品按它在单据中的作用处理',
    en: 'The product acts by the part that it plays in the document',
  }],
  [(_, { takes, proposes, claims }) => [takes, proposes, claims].some((links) => links !== undefined), { cn: '它与关联的单据往来',
    en: 'It exchanges values with linked documents' }],
]

const byItself = (path: FieldPath, field: FieldDefinition): readonly Label[] =>
  ofItself.filter(([holds]) => holds(path, field)).map(([, label]) => label)

/** References that need the field: list columns and omissions of the print do not. */
const isNeed = ({ of, attribute }: ReferencePlace): boolean => of !== 'list' && !(of === 'print' && attribute === 'omit')

function placeLabel(form: Form, { of, id, attribute }: ReferencePlace): Label {
  const named = (label: Label | undefined): Label => label ?? { cn: id, en: id }
  if (of === 'rule') {
    const { cn, en } = named(form.rules.find((rule) => rule.id === id))
    return { cn: `规则“${cn}”要用它`, en: `The rule “${en}” reads it` }
  }
  if (of === 'field') {
    const { cn, en } = named(fieldAt(form.fields, id))
    return { cn: `字段“${cn}”要用它`, en: `The field “${en}” reads it` }
  }
  if (of === 'step') {
    const { cn, en } = named(nodesOf(form.flow).find((node) => node.id === id))
    return { cn: `审批节点“${cn}”要用它`, en: `The step “${en}” of the flow reads it` }
  }
  if (of === 'branch') return { cn: '流程的分支条件要用它', en: 'A branch of the flow reads it' }
  if (of === 'print') return { cn: '打印要用它', en: 'The print reads it' }
  return formParts[attribute] ?? { cn: '表单要用它', en: 'The form reads it' }
}

const formParts: Readonly<Record<string, Label>> = {
  budget: { cn: '预算要用它', en: 'The budget reads it' },
  posts: { cn: '过账要用它', en: 'A posting reads it' },
  figures: { cn: '外部系统的数据要用它', en: 'Figures of another system read it' },
  unique: { cn: '查重要用它', en: 'It is compared with other documents' },
  amount: { cn: '它是单据金额', en: 'It is the amount of the document' },
  approved: { cn: '它是核定金额', en: 'It is the approved amount' },
  subject: { cn: '它在各列表中说明单据内容', en: 'Lists say by it what a document is about' },
}

interface Reader {
  readonly label: Label
  /** All words of the declaration, including keys of fields. */
  readonly names: ReadonlySet<string>
}

/** Reads of documents of a form by other declarations: contributions to extension points, and forms that link to it. */
function* readers(form: Form, plugins: readonly Plugin[]): Generator<Reader> {
  for (const { contributes, forms } of plugins) {
    for (const item of contributes.flatMap(({ items }) => items)) {
      const names = wordsAbout(item, form.key)
      const { cn, en } = labelOf(item)
      if (names.size > 0) yield { label: { cn: `“${cn}”要用它`, en: `“${en}” reads it` }, names }
    }
    for (const other of forms) {
      const names = other.key === form.key ? new Set<string>() : wordsAbout(other.fields, form.key)
      if (names.size > 0) yield { label: { cn: `“${other.cn}”从单据中取用它`, en: `“${other.en}” takes it from the document` }, names }
    }
  }
}

const labelOf = (item: unknown): Label => {
  const { cn, en } = (typeof item === 'object' && item !== null ? item : {}) as Partial<Label>
  return { cn: cn ?? '其他模块', en: en ?? 'Another module' }
}

/** The words of every part of a declaration that is about a business type: an object that names it, or the value below its key. */
function wordsAbout(part: unknown, type: string): Set<string> {
  if (Array.isArray(part)) return union(part.map((each) => wordsAbout(each, type)))
  if (typeof part !== 'object' || part === null) return new Set()
  const isAbout = Object.values(part).some((value) => value === type || (Array.isArray(value) && value.includes(type)))
  if (isAbout) return wordsIn(part)
  return union(Object.entries(part).map(([key, value]) => (key === type ? wordsIn(value) : wordsAbout(value, type))))
}

function wordsIn(part: unknown): Set<string> {
  if (typeof part === 'string') return new Set(part.match(/[A-Za-z][A-Za-z0-9]*/g))
  if (typeof part !== 'object' || part === null) return new Set()
  return union(Object.values(part).map(wordsIn))
}

const union = (sets: readonly ReadonlySet<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]))

interface Acting {
  readonly id: string
  /** Where a module acts by what a form has: returns whether it still does. */
  readonly concerns: ((form: Form) => boolean) | undefined
}

/** The modules that act on documents of a form, for it by name or for what it has; those that act on every form go by roles. */
const actingOn = (form: Form, servers: Product['servers']): readonly Acting[] =>
  servers.flatMap(({ id, extensions = [] }) =>
    extensions.flatMap(({ concerns }): Acting[] => {
      if (typeof concerns === 'function') return concerns(form) ? [{ id, concerns }] : []
      return concerns?.includes(form.key) ? [{ id, concerns: undefined }] : []
    })
  )

/** A module that acts on every document of the form needs its required fields; one that acts on a field needs that field. */
function byModules(form: Form, path: FieldPath, acting: readonly Acting[]): readonly Label[] {
  const isFilled = fieldAt(form.fields, path)?.required !== undefined
  const rest = withoutField(form, path)
  const counting = acting.filter(({ concerns }) => (concerns ? !concerns(rest) : isFilled))
  return [...new Set(counting.map(({ id }) => id))].map((id) => ({ cn: `模块“${id}”处理单据时要用它`,
    en: `The module “${id}” works with it` })
  )
}

function withoutField(form: Form, path: FieldPath): Form {
  const { table, key } = partsOf(path)
  const dropped = (fields: Form['fields'], name: string) => Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))
  const held = table === undefined ? undefined : form.fields[table]
  return { ...form, fields: held && table !== undefined
    ? { ...form.fields, [table]: { ...held, columns: dropped(held.columns ?? {}, key) } }
    : dropped(form.fields, key) }
}
