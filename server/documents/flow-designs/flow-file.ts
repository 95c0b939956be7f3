import { z } from 'zod'
import { type Parameters, Refused } from '#kernel/errors.ts'
import type { FlowFile, ImportedFlow, ImportMapping } from '#kernel/flow/design.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { flowNames } from '#kernel/composition/expressions.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import { FeelError } from '#kernel/feel/feel.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { contentOf } from '../definitions/definition-store.ts'
import { flowInput } from '../flow-analysis/flow-input.ts'

/** Attributes of rules that hold a field path, of steps that hold several, and of steps and branches that hold a condition. */
const pathAttributes: ReadonlySet<string> = new Set(['field', 'scope', 'from'])
const listAttributes: ReadonlySet<string> = new Set(['edits', 'decidesOn'])
const conditionAttributes: ReadonlySet<string> = new Set(['when', 'opinionRequired'])

/** The fields of a flow that a form lacks: paths of rules and steps, and names in conditions. */
function unknownFields(flow: Flow, fields: Fields): readonly string[] {
  const known = new Set([...Object.keys(fields), ...Object.keys(rmbNames(fields)), ...flowNames])
  const used = usedIn(flow, [...known])
  return [
    ...new Set([...used.paths.filter((path) => !known.has(path) && !fieldAt(fields, path)),
      ...used.names.filter((name) => !known.has(name))]),
  ]
}

/** Names of the fields of a flow, "中文/English", by path. */
function fieldLabels(flow: Flow, fields: Fields): Readonly<Record<string, string>> {
  const { paths, names } = usedIn(flow, Object.keys(fields))
  return Object.fromEntries([...paths, ...names].flatMap((path) => {
    const field = fieldAt(fields, path)
    return field ? [[path, bilingual(field)]] : []
  }))
}

/** The flow with other fields in the place of some. */
const withFields = (flow: Flow, mapping: Readonly<Record<string, string>>): Flow =>
  walked(flow, { path: (path) => mapping[path] ?? path, condition: (source) => renamed(source, mapping) })

function usedIn(flow: Flow, names: readonly string[]): { readonly paths: readonly string[]; readonly names: readonly string[] } {
  const found = { paths: [] as string[], names: [] as string[] }
  walked(flow, {
    path(path) {
      found.paths.push(path)
      return path
    },
    condition(source) {
      found.names.push(...namesOf(source, names))
      return source
    },
  })
  return found
}

/** The names that a condition reads; none of one that cannot be read, which is a finding of its own. */
function namesOf(source: string, names: readonly string[]): readonly string[] {
  try {
    return [...formula(source, names).expression.names]
  } catch (error) {
    if (error instanceof FeelError) return []
    throw error
  }
}

/** A condition with other names; texts in it and attributes of records stay. */
const renamed = (source: string, mapping: Readonly<Record<string, string>>): string =>
  source.replace(/"(?:[^"\\]|\\.)*"|(?<![\w.])[A-Za-z_]\w*(?!\w|\s*\()/g,
    (token) => (token.startsWith('"') ? token : mapping[token] ?? token))

interface FieldVisitor {
  path(path: string): string
  condition(source: string): string
}

function walked(flow: Flow, visit: FieldVisitor): Flow {
  const valueOf = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') {
      if (pathAttributes.has(key)) return visit.path(value)
      return conditionAttributes.has(key) ? visit.condition(value) : value
    }
    return listAttributes.has(key) && Array.isArray(value) ? (value as string[]).map((path) => visit.path(path)) : walk(value)
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, valueOf(key, inner)]))
  }
  return { ...flow, steps: walk(flow.steps) as Flow['steps'] }
}

type NamedKind = 'roles' | 'people' | 'departments'

const names = z.record(z.string().max(64), z.string().max(200)).default({})
const file = z.object({ format: z.literal('flow'), formatVersion: z.literal(1), key: z.string().max(64), hash: z.string().max(64),
  flow: flowInput, names: z.object({ roles: names, people: names, departments: names, fields: names }) })

/**
 * Makes a file of a flow that another installation can read. People are named by user name, roles by key, departments by id and fields by
 * path.
 */
export function flowFile({ key, fields }: Pick<Form, 'key' | 'fields'>, flow: Flow, organisation: Organisation,
  directory: Directory): FlowFile {
  const used = namesIn(flow)
  const named = (ids: ReadonlySet<string>, nameOf: (id: string) => string | undefined) =>
    Object.fromEntries([...ids].map((id) => [id, nameOf(id) ?? id]))
  const userNames = (id: string) => organisation.users.get(id)?.userName
  const outward = mapped(flow, { people: named(used.people, userNames) })
  return { format: 'flow', formatVersion: 1, key, hash: contentOf(outward), flow: outward, names: {
    roles: named(used.roles, (role) => directory.roleName?.(role)),
    people: Object.fromEntries([...used.people].map((id) => [userNames(id) ?? id, directory.person(id)?.name ?? id])),
    departments: named(used.departments, (id) => directory.department(id)?.name),
    fields: fieldLabels(flow, fields),
  } }
}

/** Parses a flow file. @throws Refused for an invalid one, with the first step or part that cannot be read */
export function readFlowFile(input: unknown): Pick<FlowFile, 'flow' | 'names'> {
  const read = file.safeParse(input)
  if (read.success) return read.data
  const { code, parameters } = faultOf(input, read.error.issues[0]?.path ?? [])
  throw new Refused(code, parameters, [{ field: 'file', code, parameters }])
}

function faultOf(input: unknown, path: readonly PropertyKey[]): { readonly code: string; readonly parameters: Parameters } {
  const [first = ''] = path
  if (['', 'format'].includes(String(first))) return { code: 'documents.noFlowFile', parameters: {} }
  if (first === 'formatVersion') return { code: 'documents.otherFlowFile', parameters: {} }
  const labelled = path.map((_, index) => labelAt(input, path.slice(0, index + 1)))
  const innermost = labelled.findLastIndex((label) => label !== undefined)
  const place = path.slice(innermost + 1).join('.')
  const step = labelled[innermost]
  return step === undefined
    ? { code: 'documents.damagedFlowFile', parameters: { place } }
    : { code: 'documents.damagedFlowStep', parameters: { step: bilingual(step), place } }
}

const named = z.object({ cn: z.string(), en: z.string() })

/** The name of the step at a path of a file; undefined where there is none. */
function labelAt(input: unknown, path: readonly PropertyKey[]): Label | undefined {
  const at = path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input)
  return named.safeParse(at).data
}

/** Maps an id of a file to the local one, if any. */
type Counterparts = Readonly<Record<NamedKind, (id: string) => string | undefined>>

/** The roles, people and departments of this installation by their names in files. */
export async function counterparts(db: Db, organisation: Organisation, directory: Pick<Directory, 'department'>): Promise<Counterparts> {
  const rows = await db.selectFrom('sys_role').where('del_flag', '=', 0).select('perm_chars').execute()
  const roles = new Set(rows.map(({ perm_chars: key }) => key))
  const byUserName = new Map([...organisation.users.values()].map(({ id, userName }) => [userName.toLowerCase(), id]))
  return {
    roles: (key) => (roles.has(key) ? key : undefined),
    people: (name) => byUserName.get(name.toLowerCase()) ?? (organisation.users.has(name) ? name : undefined),
    departments: (id) => (directory.department(id) ? id : undefined),
  }
}

const parts = [['roles', 'role'], ['people', 'person'], ['departments', 'department']] as const

/** The flow of a file with local names; names without a counterpart are listed and kept. */
export function importedFlow({ flow, names: known }: Pick<FlowFile, 'flow' | 'names'>, here: Counterparts,
  { mapping, fields }: { readonly mapping: ImportMapping; readonly fields: Fields }): Omit<ImportedFlow, 'findings'> {
  const used = namesIn(flow)
  const lacking = unknownFields(flow, fields)
  const pairs = parts.flatMap(([part, kind]) =>
    [...used[part]].map((id) => ({ part, kind, id, to: here[part](mapping[part]?.[id] ?? id) }))
  )
  const found = (part: NamedKind) =>
    Object.fromEntries(pairs.flatMap(({ part: of, id, to }) => (of === part && to !== undefined ? [[id, to]] : [])))
  const named = mapped(flow, { roles: found('roles'), people: found('people'), departments: found('departments') })
  const chosen = Object.fromEntries(Object.entries(mapping.fields ?? {}).filter(([id]) => lacking.includes(id)))
  return { flow: withFields(named, chosen),
    unknown: [...pairs.filter(({ to }) => to === undefined).map(({ part, kind, id }) => ({ kind, id, name: known[part][id] ?? id })),
      ...lacking.filter((id) => chosen[id] === undefined).map((id) => ({ kind: 'field' as const, id, name: known.fields[id] ?? id }))] }
}

type Names = Readonly<Record<NamedKind, ReadonlySet<string>>>

/** The roles, people and departments that a flow names, in rules, ranges of choices and starters. */
function namesIn(flow: Flow): Names {
  const found: Record<NamedKind, Set<string>> = { roles: new Set(), people: new Set(), departments: new Set() }
  mapped(flow, {}, (part, id) => void found[part].add(id))
  return found
}

/** Parts of ranges of choices, by their type. */
const rangeParts: Readonly<Record<string, NamedKind>> = { ROLE: 'roles', USERS: 'people', DEPT: 'departments' }

/** The flow with mapped roles, people and departments. */
function mapped(flow: Flow, names: Partial<Readonly<Record<NamedKind, Readonly<Record<string, string>>>>>,
  visit: (part: NamedKind, id: string) => void = () => undefined): Flow {
  const other = (part: NamedKind, id: string): string => {
    visit(part, id)
    return names[part]?.[id] ?? id
  }
  const all = (part: NamedKind, ids: unknown) => (Array.isArray(ids) ? (ids as string[]).map((id) => other(part, id)) : ids)
  const renamed = (known: Readonly<Record<string, unknown>>) => {
    const part = rangeParts[String(known['type'])]
    return {
      ...(known['rule'] === 'role' && { role: other('roles', String(known['role'])) }),
      ...(known['rule'] === 'fixed' && { people: all('people', known['people']) }),
      ...(part && 'ids' in known && { ids: all(part, known['ids']) }),
    }
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const known = value as Readonly<Record<string, unknown>>
    return { ...Object.fromEntries(Object.entries(known).map(([key, inner]) => [key, walk(inner)])), ...renamed(known) }
  }
  const { starters, ...settings } = flow.settings
  return { steps: walk(flow.steps) as Flow['steps'], settings: { ...settings, ...(starters && { starters: {
    departments: all('departments', starters.departments) as string[],
    roles: all('roles', starters.roles) as string[],
    people: all('people', starters.people) as string[],
  } }) } }
}

/** Names of the people, departments and roles of a flow for display; people and departments as "中文/English". */
export function namesFor(flow: Flow, directory: Directory): Readonly<Record<string, string>> {
  const { roles, people, departments } = namesIn(flow)
  const entries = [...[...roles].map((role) => [role, directory.roleName?.(role)]),
    ...[...people].map((id) => [id, directory.person(id)?.name]), ...[...departments].map((id) => [id, directory.department(id)?.name])]
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
