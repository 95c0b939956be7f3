import type { Label } from '#kernel/wording/label.ts'

/** Names of a module's calls for the audit log. */
export interface CallNames {
  /** Subjects, by the `resource` of the routes, where that is no declared record. */
  readonly subjects?: Readonly<Record<string, Label>>
  /** Operations, by the path of the route as it is registered. The usual paths of adding, changing and deleting a record need none. */
  readonly operations?: Readonly<Record<string, Label>>
}

/** A call as the log keeps it: its method, and its path with the names of its parameters. */
interface Call {
  readonly method: string
  readonly path: string
}

export interface CallNamer {
  /** Undefined where nobody has named it. */
  subject(resource: string): Label | undefined
  /** The operation of a call. `isReading`: it changes nothing, and is in the log because access was refused. */
  operation(call: Call, isReading: boolean): Label
}

/**
 * Names the calls of the host and the modules. A module names a path as a whole; words that mean the same below
 * every record (`save`, `import`) are the host's.
 * @throws Error where two name one thing
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

/** By the last two words of the path, or the last one. */
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
