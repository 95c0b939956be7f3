/** A content with its undo and redo history. */
export interface Edits<Content> {
  readonly past: readonly Content[]
  readonly content: Content
  readonly future: readonly Content[]
  /** Place of the last change; further changes at the same place are merged into one step. */
  readonly last?: string | undefined
}

/** Maximum number of undo steps. */
const kept = 200

/** Number of undo and redo steps stored across reloads. */
const keptOverReloads = 20

/** An empty history. */
export const fresh = <Content>(content: Content): Edits<Content> => ({ past: [], content, future: [] })

/** Applies a change; consecutive changes at one place form a single step. No-op if the content is the same. */
export function edited<Content>(edits: Edits<Content>, content: Content, place?: string): Edits<Content> {
  if (content === edits.content) return edits
  if (place !== undefined && place === edits.last) return { ...edits, content, future: [] }
  return { past: [...edits.past, edits.content].slice(-kept), content, future: [], last: place }
}

/** Undoes a step; no-op if there is none. */
export function undone<Content>(edits: Edits<Content>): Edits<Content> {
  const content = edits.past.at(-1)
  return content === undefined ? edits : { past: edits.past.slice(0, -1), content, future: [edits.content, ...edits.future] }
}

/** Redoes a step; no-op if there is none. */
export function redone<Content>(edits: Edits<Content>): Edits<Content> {
  const [content, ...future] = edits.future
  return content === undefined ? edits : { past: [...edits.past, edits.content], content, future }
}

/** Stores a history in session storage, for a reload. */
export function remember<Content>(key: string, { past, content, future }: Edits<Content>): void {
  try {
    const held = { past: past.slice(-keptOverReloads), content, future: future.slice(0, keptOverReloads) }
    sessionStorage.setItem(key, JSON.stringify(held))
  } catch {
    // quota exceeded: a reload starts without undo
    sessionStorage.removeItem(key)
  }
}

/** Restores the history after a reload, if the content is unchanged; else an empty one. */
export function remembered<Content>(key: string, content: Content, isSame: (one: Content, other: Content) => boolean): Edits<Content> {
  const text = sessionStorage.getItem(key)
  if (text === null) return fresh(content)
  const held = JSON.parse(text) as Edits<Content>
  return isSame(held.content, content) ? { ...held, content } : fresh(content)
}
