import type { Flow } from '#kernel/flow.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import type { TimelinePerson } from '#approval/wire/timeline.ts'
import type { Directory } from '#approval/directory.ts'
import { system } from '#approval/event.ts'
import { nameOf } from '#approval/reason.ts'
import type { Reason } from '#approval/types.ts'
import { nodeNames } from '../definitions/flow-contents.ts'

/** Names of the nodes of several flow versions; later versions override earlier ones. */
export const namesOf = (flows: readonly Flow[]): Map<string, Label> => new Map(flows.flatMap((flow) => [...nodeNames(flow)]))

/** A person of the timeline from the directory; an unknown person is named by the id. */
export function personOf(directory: Directory, id: string,
  more: Omit<Partial<TimelinePerson>, 'id' | 'name' | 'enable'> = {}): TimelinePerson {
  return { id, name: nameOf(directory, id), enable: id === system || (directory.person(id)?.enabled ?? false), ...more }
}

/** The node's label as an entry contains it. */
export const labelOf = (names: ReadonlyMap<string, Label>, node: string | null) => {
  const label = (node === null ? undefined : names.get(node)) ?? { cn: node ?? '', en: node ?? '' }
  return { nodeName: label.cn, nodeNameEn: label.en }
}

/** A note of the product as stored in the history: in both languages. */
export const noteOf = ({ cn, en }: Label): string => `${cn} / ${en}`

/**
 * A comment as shown to its reader: notes of the product in their language, other comments unchanged.
 * @param notes those of the modules' actions and of the form's follow-ups
 */
export function readNote(comment: string, notes: readonly Label[], locale: Locale): string {
  return notes.find((note) => noteOf(note) === comment)?.[locale] ?? comment
}

/**
 * A comment with the people mentioned in it by their names in the reader's language, whatever the writer's was. A name that the person no
 * longer has stays as it was written.
 */
export function readMentions(comment: string, mentioned: readonly string[],
  { directory, locale }: { readonly directory: Pick<Directory, 'person'>; readonly locale: Locale }): string {
  // of two names that begin alike, the longer one is tried first
  const names = mentioned.map((id) => splitName(directory.person(id)?.name))
    .flatMap((name) => [name.cn, name.en].map((written) => ({ written, read: name[locale] })))
    .filter(({ written }) => written !== '').toSorted((one, other) => other.written.length - one.written.length)
  const [first = '', ...parts] = comment.split('@')
  return [first, ...parts.map((part) => {
    const name = names.find(({ written }) => part.startsWith(written) && !/^[\p{L}\p{N}]/u.test(part.slice(written.length)))
    return name ? `${name.read}${part.slice(name.written.length)}` : part
  })].join('@')
}

const shippedNames = new Map(roleDefinitions.map(({ key, cn, en }) => [key, `${cn}/${en}`]))

/** Replaces the keys of roles in a reason with their names ("中文/English"). */
export const spokenBy = ({ roleName }: Pick<Directory, 'roleName'>) => (reason: Reason): Reason => {
  const { role } = reason.parameters
  const name = typeof role === 'string' ? (roleName?.(role) ?? shippedNames.get(role)) : undefined
  return name ? { ...reason, parameters: { ...reason.parameters, role: name } } : reason
}
