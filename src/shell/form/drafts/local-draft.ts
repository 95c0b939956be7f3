import { nowOf } from '#kernel/values/dates.ts'

/** The unfiled input of a form. */
export interface DraftContent {
  readonly content: unknown
  /** Time of the last save, yyyy-MM-dd HH:mm:ss. */
  readonly updateTime: string
  /** Version of the server's draft that it is based on; 0 if there is none. */
  readonly version: number
  /** Id of the opened form in which it was first entered; tells whether it was filed. */
  readonly form?: string | null
}

export interface LocalDraft extends DraftContent {
  /** Id of the draft, one per opened form. */
  readonly id: string
}

/** A draft that the user can restore or discard: on the server, local, or the server's with later local changes. */
export interface WaitingDraft extends DraftContent {
  /** Id of the local copy; absent if there is none. */
  readonly id?: string
  /** Whether it is the server's only draft of this form. */
  readonly isServers: boolean
}

/**
 * A person's local drafts, kept when the tab closes or the network drops.
 * @param formKey the form's key; for a filed document, followed by a colon and its id
 */
export function localDrafts(owner: string, formKey: string) {
  const prefix = `oa.draft.${owner}.${formKey}.`
  return {
    /** All drafts, latest first. */
    all(): readonly LocalDraft[] {
      const drafts = storedNames().flatMap((name) => (name.startsWith(prefix) ? (readDraft(name, prefix) ?? []) : []))
      return drafts.toSorted((one, other) => (one.updateTime < other.updateTime ? 1 : -1))
    },
    /** Stores a draft; returns false if the browser's storage is full. */
    keep(id: string, { content, version, form }: Pick<DraftContent, 'content' | 'version' | 'form'>): boolean {
      try {
        localStorage.setItem(prefix + id, JSON.stringify({ content, version, form, updateTime: nowOf(new Date()) }))
        return true
      } catch {
        return false
      }
    },
    remove: (id: string) => localStorage.removeItem(prefix + id),
  }
}

/** Keys in local storage; empty if storage is blocked. */
function storedNames(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readDraft(name: string, prefix: string): LocalDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    return isDraft(kept) ? { ...kept, id: name.slice(prefix.length) } : undefined
  } catch {
    return undefined
  }
}

const isDraft = (kept: unknown): kept is DraftContent =>
  typeof kept === 'object' && kept !== null && 'content' in kept && 'updateTime' in kept && 'version' in kept

/**
 * The drafts to choose from when a form is opened. A later local copy based on the server's current draft replaces it; any other copy is
 * listed separately, unless its content is the same.
 */
export function waitingDrafts(server: DraftContent | undefined, here: readonly LocalDraft[]): readonly WaitingDraft[] {
  const latest = here.find(({ version, updateTime }) =>
    server !== undefined && version === server.version && updateTime >= server.updateTime
  )
  const first: readonly WaitingDraft[] = server ? [latest ? { ...latest, isServers: true } : { ...server, isServers: true }] : []
  const said = JSON.stringify(server?.content)
  const others = here.filter((draft) => draft !== latest && JSON.stringify(draft.content) !== said)
  return [...first, ...others.map((draft) => ({ ...draft, isServers: false }))]
}
