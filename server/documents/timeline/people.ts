import type { TimelinePerson } from '#approval/wire/timeline.ts'
import type { Directory } from '#approval/directory.ts'
import { system } from '#approval/event.ts'
import { nameOf } from '#approval/reason.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Label } from '#kernel/wording/label.ts'
import { nodeNames } from '../definitions/flow-nodes.ts'

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
