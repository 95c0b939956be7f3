import type { PathNode } from '#approval/wire/path.ts'

/** People chosen for nodes by hand, as the calls take them. */
export type NodeChoices = Readonly<Record<string, readonly string[]>>

/** The chosen people as the calls take them; a node without people is left out. */
export const nodeListOf = (choices: NodeChoices) =>
  Object.entries(choices).filter(([, people]) => people.length > 0).map(([nodeId, userIdList]) => ({ nodeId, userIdList }))

/** Returns whether the initiator still has to choose who approves at a node. */
export const lacksPeople = ({ selectUser, problems, state }: PathNode): boolean =>
  selectUser !== null && problems.length > 0 && state !== 'skipped'

/** Between names: everybody, anybody, one after the other. */
export const signOf = (code: number): string => ({ 1: '+', 2: '/', 3: '>' })[code] ?? '+'

export const copyNode = 3

/** Each node with each person on it: what may be new in the next answer. */
export const partsOf = (nodes: readonly PathNode[]): ReadonlySet<string> =>
  new Set(nodes.flatMap(({ nodeId, state, userList }) => (state === 'skipped' ? [] : userList.map(({ id }) => `${nodeId} ${id}`))))
