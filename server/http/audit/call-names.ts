import type { Label } from '#kernel/wording/label.ts'

/** Names of a module's calls for the audit log. */
export interface CallNames {
  /** Labels by the `resource` of routes, for those that are not declared resources. */
  readonly subjects?: Readonly<Record<string, Label>>
  /** Operations by the registered path of the route. The usual paths of adding, changing and deleting a record need none. */
  readonly operations?: Readonly<Record<string, Label>>
}

/** A call as logged: its method, and its path with the names of its parameters. */
interface Call {
  readonly method: string
  readonly path: string
}

export interface CallNamer {
  /** Undefined for an unnamed resource. */
  subject(resource: string): Label | undefined
  /** The operation of a call. `isReading`: it changes nothing and is only logged since access was refused. */
  operation(call: Call, isReading: boolean): Label
}

/**
 * Names the calls of the host and the modules. A module names complete paths; words with the same meaning for every record (`save`,
 * `import`) are named by the host.
 * @throws Error for conflicting names
 */
export function callNaming(words: Readonly<Record<string, Label>>, parts: readonly CallNames[]): CallNamer {
  const subjects = merged(parts.map((part) => part.subjects ?? {}))
  const operations = merged(parts.map((part) => part.operations ?? {}))
  return {
    subject: (resource) => subjects.get(resource),
    operation: ({ method, path }, isReading) =>
      operations.get(path) ?? byWords(words, path) ?? (isReading ? view : (byMethod[method] ?? view)),
  }
}

/** Finds a label by the last two words of the path, or the last one. */
function byWords(words: Readonly<Record<string, Label>>, path: string): Label | undefined {
  const segments = path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  return words[segments.slice(-2).join('/')] ?? words[segments.at(-1) ?? '']
}

const view: Label = { cn: '查看', en: 'View' }

const byMethod: Readonly<Record<string, Label>> = { POST: { cn: '新增', en: 'Add' }, PUT: { cn: '修改', en: 'Change' },
  DELETE: { cn: '删除', en: 'Delete' } }

function merged(parts: readonly Readonly<Record<string, Label>>[]): ReadonlyMap<string, Label> {
  const all = parts.flatMap((part) => Object.entries(part))
  const twice = all.find(([key], index) => all.findIndex(([other]) => other === key) !== index)
  if (twice) throw new Error(`Two modules name the call ${twice[0]}`)
  return new Map(all)
}
