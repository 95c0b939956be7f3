import type { DocumentRow } from '../documents/lists.ts'

/** What is read of a to-do without a network. */
export type KeptRow = Pick<DocumentRow,
  'id' | 'businessNo' | 'title' | 'titleEn' | 'subject' | 'subjectEn' | 'processName' | 'processNameEn' | 'shortName' | 'shortNameEn' | 'amount' | 'applyerUser' | 'nodeName'
    | 'nodeNameEn' | 'createTime' | 'dueTime'>

export interface KeptTodo {
  /** When the server said so, milliseconds. */
  readonly at: number
  readonly rows: readonly KeptRow[]
}

const place = 'oa.todo'

/** How long it is shown, milliseconds: a list of last week would mislead. */
const longest = 3 * 86_400_000

/** Keeps the to-dos of whoever is signed in for a start without a network; of each what a list shows. */
export function keepTodo(rows: readonly DocumentRow[], now = Date.now()): void {
  const kept: KeptTodo = {
    at: now,
    rows: rows.map((
      { id, businessNo, title, titleEn, subject, subjectEn, processName, processNameEn, shortName, shortNameEn, amount, applyerUser, nodeName, nodeNameEn, createTime, dueTime },
    ) => ({ id, businessNo, title, titleEn, subject, subjectEn, processName, processNameEn, shortName, shortNameEn, amount, applyerUser, nodeName, nodeNameEn, createTime,
      dueTime })
    ),
  }
  localStorage.setItem(place, JSON.stringify(kept))
}

/** What was kept lately, if anything was. */
export function readTodo(now = Date.now()): KeptTodo | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as KeptTodo | null
    return kept && Array.isArray(kept.rows) && now - kept.at < longest ? kept : undefined
  } catch {
    return undefined
  }
}

/** When nobody is signed in any more, nothing of theirs stays. */
export const forgetTodo = (): void => localStorage.removeItem(place)
