import { nowOf } from '#kernel/values/dates.ts'

/** Entries of a form that are not filed. */
export interface DraftContent {
  readonly content: unknown
  /** yyyy-MM-dd HH:mm:ss */
  readonly updateTime: string
  /** Of the server's draft that it goes on from; 0 where it goes on from none. */
  readonly version: number
  /** The opened form that it was first entered in; what was filed is known by it. */
  readonly form?: string | null
}

export interface LocalDraft extends DraftContent {
  /** Of the form in which it was entered; each opened form has its own. */
  readonly id: string
}

/** A draft that waits for an answer: on the server, on this computer, or the one with later changes here. */
export interface WaitingDraft extends DraftContent {
  /** Absent where this computer has no copy. */
  readonly id?: string
  /** It is the server's one draft of this kind of form. */
  readonly isServers: boolean
}

/**
 * A person's drafts on this computer: what closed windows or a cut line leave behind.
 * @param formKey the form's key; with a document's id after a colon, of that filed document
 */
export function localDrafts(owner: string, formKey: string) {
  const prefix = `oa.draft.${owner}.${formKey}.`
  return {
    /** The latest first. */
    all(): readonly LocalDraft[] {
      const drafts = storedNames().flatMap((name) => (name.startsWith(prefix) ? (readDraft(name, prefix) ?? []) : []))
      return drafts.toSorted((one, other) => (one.updateTime < other.updateTime ? 1 : -1))
    },
    /** Returns whether it could be kept; a full store of the browser keeps nothing more. */
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

/** A browser that lets nothing be stored has none. */
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
 * The drafts to choose from when a form is opened. A copy that goes on from the server's draft as it is now stands for it
 * when it is later; any other copy is a draft of its own, unless it says the same.
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
