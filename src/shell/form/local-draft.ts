import { nowOf } from '../../kernel/dates.ts'

/** What somebody has entered and not filed. */
export interface Draft {
  readonly content: unknown
  /** yyyy-MM-dd HH:mm:ss */
  readonly updateTime: string
  /** Of the server's draft that it goes on from; 0 where there was none. */
  readonly version: number
}

/** The copy of a draft on this computer: what a closed window or a cut line leaves behind. */
export function localDraft(formKey: string) {
  const name = `oa.draft.${formKey}`
  return {
    read(): Draft | undefined {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
        return isDraft(kept) ? { ...kept, version: kept.version ?? 0 } : undefined
      } catch {
        return undefined
      }
    },
    /** Whether it could be kept; a full store of the browser keeps nothing more. */
    keep(content: unknown, version: number): boolean {
      try {
        localStorage.setItem(name, JSON.stringify({ content, version, updateTime: nowOf(new Date()) }))
        return true
      } catch {
        return false
      }
    },
    remove: () => localStorage.removeItem(name),
  }
}

const isDraft = (kept: unknown): kept is Omit<Draft, 'version'> & { version?: number } =>
  typeof kept === 'object' && kept !== null && 'content' in kept && 'updateTime' in kept

/** The later of two drafts. */
export function later(one: Draft | undefined, other: Draft | undefined): Draft | undefined {
  if (!one || !other) return one ?? other
  return one.updateTime >= other.updateTime ? one : other
}
